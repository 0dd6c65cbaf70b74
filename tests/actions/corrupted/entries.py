"""Columns of players, constraints and penalties."""

from tournaments.models import Decision, Entry, EntryPlayer, FixedTable, KeptApart, Penalty, Player, Tournament, User

from .rows import LONG_AGO, entered, last

ENTRIES = [
    (
        Penalty,
        "amount = 1",
        "penalty ",
        {
            "tournament": last(Tournament),
            "entry": last(Entry),
            "round_number": "9",
            "amount": "2",
            "reason": "'Another'",
            "issued_by": last(User),
            "issued_at": LONG_AGO,
            "cancelled_at": LONG_AGO,
            "cancelled_by": last(User),
        },
    ),
    (Penalty, "amount = 2", "penalty ", {"issued_by": "NULL", "cancelled_at": LONG_AGO, "cancelled_by": last(User)}),
    (
        Decision,
        "kind = 'award'",
        "decision ",
        {
            "tournament": last(Tournament),
            "entry": last(Entry),
            "kind": "'forfeit'",
            "round_number": "9",
            "amount": "2",
            "reason": "'Another'",
            "issued_by": last(User),
            "issued_at": LONG_AGO,
            "cancelled_at": LONG_AGO,
            "cancelled_by": last(User),
        },
    ),
    (
        Entry,
        f"id = {entered(1)}",
        "entry ",
        {
            "tournament": f"{last(Tournament)}, number = 99",
            "number": "99",
            "name": "'Another'",
            "status": "'withdrawn'",
            "carried": "'9'",
            "from_round": "2",
            "until_round": "7",
            "benched_in": "7",
            "gaps": "'[[1, 1]]'",
            "stand_in": "NOT stand_in",
            "card_number": "'Another'",
            "home_club": "'Another'",
            "salt": "'another'",
        },
    ),
    (
        EntryPlayer,
        f"entry_id = {entered(1)}",
        "entry ",
        {
            "tournament": last(Tournament),
            "entry": f"{entered(2)}, position = 1",
            "player": last(Player),
            "position": "1",
        },
    ),
    (KeptApart, "id > 0", "constraints", {"one": entered(5), "other": entered(5)}),
    (FixedTable, f"entry_id = {entered(3)}", "constraints", {"entry": entered(4), "number": "2"}),
]
