"""Formats of an evening: the stages that fit its time and tables, and how often the best player wins them."""
