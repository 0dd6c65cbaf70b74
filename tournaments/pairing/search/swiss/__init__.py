"""The search for a round at which players of equal score sit together."""
