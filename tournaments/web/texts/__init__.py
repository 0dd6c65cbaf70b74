"""Texts of pages: the rules of the games, the glossary and the guide."""
