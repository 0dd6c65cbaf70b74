"""The search for a round in which players with equal scores sit together."""
