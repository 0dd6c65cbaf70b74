"""Request handling shared by pages: users, refusals, rate limits, and forms that are sent twice or by two users."""
