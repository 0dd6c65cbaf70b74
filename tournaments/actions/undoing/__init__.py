"""Taking back the last big thing that was done in a tournament, as long as nothing rests on it."""
