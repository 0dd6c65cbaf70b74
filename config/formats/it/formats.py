"""Dates in Italian without a leading zero: 1 marzo 2026."""

DATE_FORMAT = "j F Y"
