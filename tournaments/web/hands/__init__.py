"""Entering hands on pages: the score pad, previews, and confirmations."""
