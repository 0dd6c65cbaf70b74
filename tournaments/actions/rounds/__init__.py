"""The rounds of a tournament: draw, publish, reseat and close them, and run their clock."""
