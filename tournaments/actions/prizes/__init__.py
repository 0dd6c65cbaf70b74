"""The prizes of a tournament, or of an event of several stages: declaring them, and who wins them."""
