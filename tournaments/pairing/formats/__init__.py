"""Formats of an evening: those that fit its time and tables, and how often the best player wins them."""
