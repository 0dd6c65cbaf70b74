"""Columns of hands, disputes and requests."""

from tournaments.models import Announcement, Hand, Ruling, Table, User

from .rows import LONG_AGO, last

HANDS = [
    (
        Hand,
        "reason = 'Read out loud'",
        "round 1 table 2 hand 1 version 1",
        {
            "table": f"{last(Table)}, number = 9",
            "number": "7",
            "version": "7",
            "is_current": "NOT is_current",
            "state": "'void'",
            "lines": "replace(lines, '10', '11')",
            "facts": "'{\"tricks\": 1}'",
            "scores": "'[0, 1, 1, 1]'",
            "seat": "3",
            "confirmed_seat": "3",
            "device": "'another'",
            "recorded_by": last(User),
            "source": "'clock'",
            "reason": "'Another'",
            "recorded_at": LONG_AGO,
            "confirmed_at": "NULL",
        },
    ),
    (Hand, "reason = 'Read out loud'", "round 1 table 2 hand 1", {"recorded_by": "NULL"}),
    (
        Announcement,
        "version = 1",
        "round 1 table 1 hand 1 version 1",
        {
            "table": last(Table),
            "number": "7",
            "version": "7",
            "is_current": "NOT is_current",
            "lines": "replace(lines, '3', '2')",
            "seat": "3",
            "device": "'another'",
            "recorded_by": "NULL",
            "source": "'clock'",
            "recorded_at": LONG_AGO,
        },
    ),
    (
        Ruling,
        "accepted",
        "round 1 table 1 hand 1 version 2",
        {
            "requested": "(SELECT id FROM tournaments_hand WHERE number = 2 AND version = 2)",
            "accepted": "NOT accepted",
            "reason": "'Another'",
            "ruled_by": last(User),
            "ruled_at": LONG_AGO,
        },
    ),
]
