"""The start of every page: users, refusals, and forms sent twice or by two users."""
