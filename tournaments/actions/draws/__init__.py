"""Drawing the tables of a round: what is asked for, what stands in the way, what came of it."""
