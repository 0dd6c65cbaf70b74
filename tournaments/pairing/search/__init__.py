"""Searches for good tables, each by a published method."""
