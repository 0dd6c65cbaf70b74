"""Columns to change behind the program's back, and those that decide nothing."""
