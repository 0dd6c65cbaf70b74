"""Order of merit: a pure function of results."""
