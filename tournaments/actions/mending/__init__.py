"""Mending a round that is drawn: what could be changed, the change made, what was corrected under the draw."""
