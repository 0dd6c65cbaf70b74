"""Dates in Italian without a leading zero: 1 marzo 2026, 21:00."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
