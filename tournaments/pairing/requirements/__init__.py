"""The constraints of every draw: players kept apart, turns, seats and table numbers."""
