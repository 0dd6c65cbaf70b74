"""The pages of the web site."""
