"""Charts of published figures as SVG: decision 125."""
