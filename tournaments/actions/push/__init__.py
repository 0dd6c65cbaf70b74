"""Telling phones by their browsers' push services where their players sit: off until whoever runs this has a key."""
