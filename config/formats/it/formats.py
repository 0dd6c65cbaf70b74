"""Dates in Italian without a nought in front: 1 marzo 2026."""

DATE_FORMAT = "j F Y"
