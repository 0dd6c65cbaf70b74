"""Request handling shared by pages: users, refusals, rate limits, and forms sent twice or by two users."""
