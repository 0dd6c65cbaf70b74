"""Texts for results and their reasons, for pages and paper, in the reader's language."""
