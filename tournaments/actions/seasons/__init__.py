"""Seasons: their declarations and evenings, and the publishing of their standings."""
