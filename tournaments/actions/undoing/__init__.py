"""Undoing the last large action in a tournament, while nothing depends on it."""
