"""Columns of plans, standings and the ledger."""

import json

from tournaments.actions.core.origin import KINDS, OriginIds
from tournaments.models import Club, LedgerDisclosure, LedgerEntry, Standing, Tournament

from .rows import LONG_AGO, last

GIVEN = "id = (SELECT min(id) FROM tournaments_ledgerentry WHERE kind = 'penalty_given')"
OF_GIVEN = f"entry_id = (SELECT id FROM tournaments_ledgerentry WHERE {GIVEN})"
ELSEWHERE = json.dumps(OriginIds("elsewhere", 1000, {kind: {} for kind in KINDS}).as_json)
TOURNAMENTS = [
    (
        Standing,
        "after_round = 1",
        "standings after round ",
        {
            "tournament": last(Tournament),
            "after_round": "2",
            "revision": "revision - 1",
            "body": "CAST('{}' AS BLOB)",
            "digest": "'another'",
        },
    ),
    (
        LedgerEntry,
        GIVEN,
        "ledger ",
        {
            "tournament": f"{last(Tournament)}, sequence = 999",
            "sequence": "sequence + 100",
            "kind": "'penalty_cancelled'",
            "at": LONG_AGO,
            "facts": "'{}'",
            "commitment": "''",
            "previous": "''",
            "digest": "'another'",
        },
    ),
    (
        LedgerDisclosure,
        OF_GIVEN,
        "ledger ",
        {
            "entry": "(SELECT id FROM tournaments_ledgerentry WHERE kind = 'draw_refused')",
            "salt": "'another'",
            "personal": "'{\"user\": 99}'",
        },
    ),
    (
        Tournament,
        "slug = 'serata'",
        "tournament",
        {
            "club": last(Club),
            "status": "'archived'",
            "visibility": "'private'",
            "ruleset": "'busca-elimination'",
            "options": "'{\"tricks\": true}'",
            "scoring": '\'{"method": "places"}\'',
            "tie_breaks": "'[]'",
            "prizes": '\'{"place": ["Ham"]}\'',
            "teams": "'{\"teams\": []}'",
            "table_target": "40",
            "table_hands": "9",
            "table_minutes": "9",
            "kept": "'totals'",
            "rounds_planned": "9",
            "pairing": "'scripted'",
            "avoid_same_club": "NOT avoid_same_club",
            "outlook": "NOT outlook",
            "by_rating": "NOT by_rating",
            "going_on": "3",
            "cut_ties": "'all'",
            "table_seats": "3",
            "uneven_tables": "NOT uneven_tables",
            "starts_at": LONG_AGO,
            "round_minutes": "9",
            "draw_at": LONG_AGO,
            "draw_after_minutes": "9",
            "publish_drawn": "NOT publish_drawn",
            "clock_warning": "9",
            "confirmation": "'director'",
            "pins": "'always'",
            "standings_hidden_after": "1",
            "lot_seed": "lot_seed + 1",
        },
    ),
    (
        Tournament,
        "slug = 'serata'",
        "standings",
        {"slug": "'another'", "revision": "revision - 1", "published_revision": "published_revision - 1"},
    ),
    (
        Tournament,
        "slug = 'serata'",
        "ledger",
        {"ledger_length": "ledger_length + 1", "ledger_head": "'another'", "origin": f"'{ELSEWHERE}'"},
    ),
]
