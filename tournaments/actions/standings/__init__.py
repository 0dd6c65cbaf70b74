"""Standings: computed from results, published as bytes, explained, and kept for those who read."""
