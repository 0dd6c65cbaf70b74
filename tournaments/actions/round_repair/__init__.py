"""Repair of a drawn round: proposals, changes of seats, and results that were corrected after the draw."""
