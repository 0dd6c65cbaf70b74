"""The pages for phones at tables, and directors' pages about these."""
