"""Standings: computed from results, published as snapshots, explained, and cached."""
