"""Parts of the pages for directors and scorers."""
