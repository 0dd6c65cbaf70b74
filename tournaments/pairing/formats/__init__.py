"""Formats of an evening: which stages fit its time and its tables, and how often the best player wins them."""
