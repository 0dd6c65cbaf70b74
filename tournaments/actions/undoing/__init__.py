"""Undoing the last large action in a tournament, as long as nothing depends on it."""
