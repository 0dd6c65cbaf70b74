"""The search for a round at which equals sit together."""
