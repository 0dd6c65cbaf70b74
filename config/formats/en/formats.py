"""Dates in English as Europe writes them: 1 March 2026."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
