"""Undoing the last big action in a tournament, as long as nothing depends on it."""
