"""The pages of phones at tables, and of directors about them."""
