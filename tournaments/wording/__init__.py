"""Texts for results and their reasons, in the reader's language, for pages and paper."""
