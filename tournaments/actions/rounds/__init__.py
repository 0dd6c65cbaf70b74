"""The rounds of a tournament: drawn, published, repaired, closed, and the clock that runs in them."""
