"""Entering hands on pages: the score pad, its preview, and what is to be confirmed."""
