"""Stages: the tournaments that one follows, the entries that qualify, groups, and the overall standings."""
