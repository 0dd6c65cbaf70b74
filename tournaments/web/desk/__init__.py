"""What the pages of directors and scorers show, part by part."""
