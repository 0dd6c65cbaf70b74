"""Faults of a server: PostgreSQL, Redis, two web servers and nginx, of which one thing fails while a hall plays."""
