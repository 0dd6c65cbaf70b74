"""Columns of draws and seats."""

from tournaments.models import Clock, Entry, Round, Seat, SeatPlayer, SitOut, Table, Tournament

from .rows import IN_PLAYED, LONG_AGO, PLAYED, entered, last

ROUNDS = [
    (
        Round,
        PLAYED,
        "round 1",
        {
            "tournament": f"{last(Tournament)}, number = 5",
            "number": "3",
            "state": "'published'",
            "publish_at": LONG_AGO,
            "closes_at": LONG_AGO,
            "published_at": LONG_AGO,
            "closed_at": LONG_AGO,
            "kept": "'totals'",
            "method": "'random'",
            "seed": "seed + 1",
            "draw_inputs": 'replace(draw_inputs, \'"club": ""\', \'"club": "a"\')',
            "report": "'{}'",
            "ahead": "'[{}]'",
            "drawn": "'{}'",
            "closing": """'{"unplayed": "0", "unfinished": "as-played", "timed": []}'""",
        },
    ),
    (
        Round,
        "state = 'draft'",
        "round 2",
        {"state": "'closed'", "publish_at": LONG_AGO, "draw_inputs": "'{}'", "report": "'{}'", "seed": "seed + 1"},
    ),
    (Round, "state = 'refused'", "round 1", {"seed": "8", "refusal": "'[]'", "state": "'drawing'"}),
    (
        Clock,
        "version = 2",
        "round 1",
        {
            "round": last(Round),
            "minutes": "9",
            "extra": "9",
            "left": "9",
            "runs_since": LONG_AGO,
            "ended_at": LONG_AGO,
            "tables": "'{}'",
            "version": "9",
        },
    ),
    (
        Table,
        f"number = 1 AND {IN_PLAYED}",
        "round 1",
        {
            "round": f"{last(Round)}, number = 9",
            "number": "9",
            "first_lead": "2",
            "other_pack": "NOT other_pack",
            "closing": """'{"unplayed": "0", "unfinished": "as-played", "timed": []}'""",
        },
    ),
    (
        Seat,
        f"entry_id = {entered(2)} AND {IN_PLAYED}",
        "round 1",
        {
            "table": f"{last(Table)}, number = 9",
            "round": last(Round),
            "number": "9",
            "side": "0",
            "entry": last(Entry),
            "lineups": "'[[\"Nobody\", 1, null]]'",
        },
    ),
    (
        SeatPlayer,
        f"seat_id IN (SELECT id FROM tournaments_seat WHERE entry_id = {entered(2)} AND {IN_PLAYED})",
        "round 1 entry ",
        {
            "seat": last(Seat),
            "round": "(SELECT id FROM tournaments_round WHERE state = 'draft')",
            "player": f"(SELECT player_id FROM tournaments_entryplayer WHERE entry_id = {entered(9)})",
            "from_hand": "2",
            "to_hand": "2",
        },
    ),
    (
        SitOut,
        f"entry_id = {entered(9)} AND {IN_PLAYED}",
        "round 1",
        {"round": last(Round), "entry": entered(1), "own_name": "'Nobody'"},
    ),
]
