"""One column changed behind the program's back is found and named, whichever it is."""

import pytest
from django.apps import apps
from django.db import transaction

from tests.halls import a_user
from tournaments.models import (
    Announcement,
    ApiToken,
    Club,
    Entry,
    EntryPlayer,
    FixedTable,
    Hand,
    HelpCall,
    IdempotencyKey,
    Invitation,
    KeptApart,
    LedgerDisclosure,
    LedgerEntry,
    Membership,
    Penalty,
    Player,
    Refusal,
    Round,
    Ruling,
    Seat,
    SeatClaim,
    SitOut,
    SpentCard,
    Standing,
    Table,
    TableKey,
    TableSession,
    Tournament,
    User,
    VictoryPointTable,
)

from .corrupting import an_evening, behind_its_back, places

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    tournament = an_evening()
    a_user("somebody else")
    return tournament


def last(model):
    return f"(SELECT max(id) FROM {model._meta.db_table})"


def entered(number):
    return f"(SELECT min(id) FROM tournaments_entry WHERE number = {number})"


LONG_AGO = "'2020-01-01 00:00:00+00:00'"
GIVEN = "id = (SELECT min(id) FROM tournaments_ledgerentry WHERE kind = 'penalty_given')"
OF_GIVEN = f"entry_id = (SELECT id FROM tournaments_ledgerentry WHERE {GIVEN})"
PLAYED = "number = 1 AND state = 'closed'"
CORRUPTED = [
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
            "claim": "(SELECT id FROM tournaments_hand WHERE number = 2 AND version = 2)",
            "accepted": "NOT accepted",
            "reason": "'Another'",
            "ruled_by": last(User),
            "ruled_at": LONG_AGO,
        },
    ),
    (
        Penalty,
        "amount = 1",
        "penalty ",
        {
            "tournament": last(Tournament),
            "entry": last(Entry),
            "round": "NULL",
            "amount": "2",
            "reason": "'Another'",
            "issued_by": last(User),
            "issued_at": LONG_AGO,
            "cancelled_at": LONG_AGO,
            "cancelled_by": last(User),
        },
    ),
    (
        Penalty,
        "amount = 2",
        "penalty ",
        {"issued_by": "NULL", "cancelled_at": LONG_AGO, "cancelled_by": last(User)},
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
            "from_round": "2",
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
    (
        KeptApart,
        "id > 0",
        "constraints",
        {"one": entered(5), "other": entered(5)},
    ),
    (FixedTable, f"entry_id = {entered(3)}", "constraints", {"entry": entered(4), "number": "2"}),
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
            "method": "'random'",
            "seed": "seed + 1",
            "draw_inputs": 'replace(draw_inputs, \'"club": ""\', \'"club": "a"\')',
            "report": "'{}'",
            "ahead": "'[{}]'",
            "drawn": "'{}'",
        },
    ),
    (
        Round,
        "state = 'draft'",
        "round 2",
        {
            "state": "'closed'",
            "publish_at": LONG_AGO,
            "draw_inputs": "'{}'",
            "report": "'{}'",
            "seed": "seed + 1",
        },
    ),
    (Round, "state = 'refused'", "round 1", {"seed": "8", "refusal": "'[]'", "state": "'drawing'"}),
    (
        Table,
        f"number = 1 AND round_id = (SELECT id FROM tournaments_round WHERE {PLAYED})",
        "round 1",
        {
            "round": f"{last(Round)}, number = 9",
            "number": "9",
            "first_lead": "2",
            "other_pack": "NOT other_pack",
        },
    ),
    (
        Seat,
        f"entry_id = {entered(2)} AND round_id = (SELECT id FROM tournaments_round WHERE {PLAYED})",
        "round 1",
        {
            "table": f"{last(Table)}, number = 9",
            "round": last(Round),
            "number": "9",
            "side": "0",
            "entry": last(Entry),
        },
    ),
    (
        SitOut,
        f"entry_id = {entered(9)} AND round_id = (SELECT id FROM tournaments_round WHERE {PLAYED})",
        "round 1",
        {"round": last(Round), "entry": entered(1)},
    ),
    (
        Standing,
        "after_round = 1",
        "standings after round ",
        {
            "tournament": last(Tournament),
            "after_round": "2",
            "revision": "revision - 1",
            "body": "CAST('{}' AS BLOB)",
            "body_gzip": "CAST('{}' AS BLOB)",
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
            "table_target": "40",
            "table_hands": "9",
            "table_minutes": "9",
            "rounds_planned": "9",
            "pairing": "'scripted'",
            "avoid_same_club": "NOT avoid_same_club",
            "table_seats": "3",
            "uneven_tables": "NOT uneven_tables",
            "starts_at": LONG_AGO,
            "round_minutes": "9",
            "draw_after_minutes": "9",
            "confirmation": "'director'",
            "standings_hidden_after": "1",
            "lot_seed": "lot_seed + 1",
        },
    ),
    (
        Tournament,
        "slug = 'serata'",
        "standings",
        {
            "slug": "'another'",
            "revision": "revision - 1",
            "published_revision": "published_revision - 1",
        },
    ),
    (
        Tournament,
        "slug = 'serata'",
        "ledger",
        {"ledger_length": "ledger_length + 1", "ledger_head": "'another'"},
    ),
]
OPENS = "opens a table; what is said there is told with its seat and device"
ASKS = "a call for help decides nothing"
PLACE = "part of a club's address book and not of a tournament"
HARMLESS_MODELS = {
    Club: PLACE,
    Membership: "who may act; who did act is told with the act",
    Invitation: "who may become a member",
    User: "a name to sign in with; rows and links name accounts by number",
    ApiToken: "opens an account; who acted is told with the act",
    IdempotencyKey: "an answer kept for a day for whoever asks twice",
    VictoryPointTable: "a tournament keeps its own limits in its scoring",
    HelpCall: ASKS,
    Refusal: "what was refused decides nothing",
    SeatClaim: OPENS,
    SpentCard: OPENS,
    TableKey: OPENS,
    TableSession: OPENS,
}
WRITTEN = "when the row was made; what happened has its time in the ledger"
PIN = "opens a seat; who confirmed with it is told"
PROGRESS = "how far a worker has come with the draw"
CHECKED = "whether the draw came out the same once more, which can be asked again"
GUESSES = "counts codes that were guessed"
HARMLESS = {
    Entry: {
        "checked_in": "who is here by now; who plays is told by the round",
        "seed": "a director's note that no draw reads",
        "pin_generation": PIN,
        "pin_failures": PIN,
        "created_at": WRITTEN,
    },
    Player: {
        "name_key": "by which the desk finds a name; entries name the player by number",
        "club": PLACE,
        "created_at": WRITTEN,
        "erased_at": "hides who has no name from the desk; the ledger tells when it went",
    },
    Round: {
        "expected_seconds": PROGRESS,
        "draw_started_at": PROGRESS,
        "draw_percent": PROGRESS,
        "draw_beat_at": PROGRESS,
        "replay_asked_at": CHECKED,
        "replayed_at": CHECKED,
        "replayed_same": CHECKED,
        "created_at": WRITTEN,
    },
    Standing: {"published_at": "when a worker came to it"},
    Tournament: {
        "name": "what it is called",
        "code_failures": GUESSES,
        "created_at": WRITTEN,
    },
}


def test_what_was_recorded_holds(evening):
    assert places() == []


@pytest.mark.parametrize(
    ("model", "rows", "place", "columns"), CORRUPTED, ids=[each[0].__name__ for each in CORRUPTED]
)
def test_each_changed_column_is_named(evening, model, rows, place, columns):
    found = {column: found_after(model, rows, column, value) for column, value in columns.items()}
    unnamed = {c: at for c, at in found.items() if not any(each.startswith(place) for each in at)}
    assert unnamed == {}


def found_after(model, rows, column, value):
    """Where something does not agree while this column is another; then it is as it was."""
    name = model._meta.get_field(column).column
    with transaction.atomic():
        behind_its_back(f"UPDATE {model._meta.db_table} SET {name} = {value} WHERE {rows}")
        found = places()
        transaction.set_rollback(True)
    return found


def test_another_name_of_a_player_is_named(evening):
    pk = evening.entries.first().players.get().pk
    behind_its_back(f"UPDATE tournaments_player SET name = 'Another' WHERE id = {pk}")
    assert "entry 1" in places(evening)


def looked_at():
    """The columns that are changed above, by model."""
    columns = {Player: {"name"}}
    for model, _rows, _place, changed in CORRUPTED:
        columns.setdefault(model, set()).update(changed)
    return columns


@pytest.mark.parametrize(
    "model", [*apps.get_app_config("tournaments").get_models()], ids=lambda model: model.__name__
)
def test_no_column_is_forgotten(model):
    """A new one is either told by the ledger, or it is named above with the reason why not."""
    if model in HARMLESS_MODELS:
        assert model not in looked_at()
        return
    columns = {field.name for field in model._meta.concrete_fields} - {"id"}
    harmless = set(HARMLESS.get(model, {}))
    assert columns == looked_at()[model] | harmless
    assert not looked_at()[model] & harmless
