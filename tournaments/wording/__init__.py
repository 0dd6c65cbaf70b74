"""What pages and paper say of results and their reasons, in the reader's language."""
