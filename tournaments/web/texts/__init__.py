"""The rules of the games, the glossary and the guide as pages show them."""
