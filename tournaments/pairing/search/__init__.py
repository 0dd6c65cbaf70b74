"""Searches for good tables, each by a method of the literature."""
