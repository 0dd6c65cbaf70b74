"""The constraints of every draw: separations, turns, seats and table numbers."""
