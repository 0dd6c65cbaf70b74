"""Serving requests and running the programs: web server, public cache, supervisor, worker and beat."""
