"""The prizes of a tournament, or of an event of several stages: their declaration and their winners."""
