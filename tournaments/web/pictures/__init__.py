"""Charts of published figures as SVG (decision 138)."""
