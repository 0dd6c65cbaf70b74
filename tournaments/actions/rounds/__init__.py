"""The rounds of a tournament: drawing, publishing, reseating and closing them, and running their clock."""
