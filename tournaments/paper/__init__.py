"""PDF print-outs: cards, slips, wall lists, score sheets, standings."""
