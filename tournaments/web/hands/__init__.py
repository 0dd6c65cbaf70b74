"""Entering hands on pages: the score pad, its preview, and confirmations."""
