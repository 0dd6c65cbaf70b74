"""What is printed, as PDF made by the server: cards, slips, wall lists, score sheets, standings."""
