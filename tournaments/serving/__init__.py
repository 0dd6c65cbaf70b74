"""Serves requests and runs the programs: web server, public cache, supervisor, worker and beat."""
