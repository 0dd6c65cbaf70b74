"""A list as a club has it, pasted or in a file: read, shown with what is doubtful, and entered."""
