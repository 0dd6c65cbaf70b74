"""Stages: tournaments that follow others, the entries that qualify for them, groups, and overall standings."""
