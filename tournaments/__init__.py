"""Clubs, tournaments and everything that happens at their tables."""
