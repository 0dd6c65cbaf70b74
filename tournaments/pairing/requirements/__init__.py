"""Seating rules: separations, turns, seats and table numbers."""
