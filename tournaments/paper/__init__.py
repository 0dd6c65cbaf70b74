"""Print-outs as PDF: cards, slips, wall lists, score sheets, standings."""
