"""What every draw keeps to: separations, turns, seats and table numbers."""
