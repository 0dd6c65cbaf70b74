"""Faults of a server (PostgreSQL, Redis, two web servers, nginx): one part fails while a hall plays."""
