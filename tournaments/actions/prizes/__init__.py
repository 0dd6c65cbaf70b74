"""The prizes of a tournament, or of a championship of several stages: their declaration and their winners."""
