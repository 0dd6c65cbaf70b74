"""Prizes of a tournament: `prize_declaration` reads which there are, `winners` finds who wins them."""

from .prize_declaration import Category, PrizeList, Prizes, read_prizes
from .winners import PrizeField, Won, clean_hands, winners

__all__ = ["Category", "PrizeField", "PrizeList", "Prizes", "Won", "clean_hands", "read_prizes", "winners"]
