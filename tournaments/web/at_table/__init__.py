"""What the pages of a table on a phone are made of: whose phone it is, for which seat it speaks, what is new."""
