"""Mending the tables of a round that is out already, so that as few people as possible have to get up."""

from tournaments.pairing.repair.engine import repair
from tournaments.pairing.repair.values import Repair, RepairRequest

__all__ = ["Repair", "RepairRequest", "repair"]
