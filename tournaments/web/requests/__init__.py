"""Shared by pages: the user, refusals, rate limits, and forms that are sent twice or edited by two users."""
