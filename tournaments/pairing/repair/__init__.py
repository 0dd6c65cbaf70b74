"""Repairs of a published round, with as few players moved as possible."""

from tournaments.pairing.repair.repair_request import Repair, RepairRequest
from tournaments.pairing.repair.repairing import repair

__all__ = ["Repair", "RepairRequest", "repair"]
