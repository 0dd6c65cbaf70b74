"""Stages: which tournaments a tournament follows, who comes in, groups, and the order over all stages."""
