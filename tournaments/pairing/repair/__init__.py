"""Mending the tables of a round that is out already, so that as few people as possible have to get up."""

from tournaments.pairing.repair.repair_request import Repair, RepairRequest
from tournaments.pairing.repair.repairing import repair

__all__ = ["Repair", "RepairRequest", "repair"]
