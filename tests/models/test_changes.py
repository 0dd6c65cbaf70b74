"""Everything on public pages is watched by triggers, or follows the tournament's revisions."""

import psycopg
import pytest
from django.apps import apps
from django.db import connection

from tests.halls import a_round, a_table, a_tournament, play
from tests.web.at_table import a_phone, answer, enter
from tournaments.models import Player, Tournament

NOT_SHOWN = {
    "apitoken, codetries, heartbeat, idempotencykey, invitation, membership, rejectedattempt, signintries, user, "
    "helpcall, pushsubscription, seatclaim, spentcard, strandedphone, tablekey, clubtablekey, "
    "tablesession, webhook, webhookdelivery": "nobody in particular is shown any of it",
    "tournamentfee, entryfee": "who has paid is shown to directors alone",
    "playermerge": "what it moves is watched where it stands, in the entries",
    "screen": "a screen asks for itself, and is told by no page that is kept",
    "formerrole": "written with the membership that it is of, which is watched",
    "comparison": "what a correction would have changed is shown to directors alone",
    "storedresults": "what a refresh begins with",
    "ratedresults": "what the next ratings begin with",
    "fixedtable, keptapart": "what a draw keeps to is shown to directors alone",
    "seasonconsent": "which clubs are asked is shown to directors alone",
    "seasonchange": "read from the database each time, and told with what it is about",
    "seasonstanding": "kept no longer than others of no tournament once anything is written",
    "hand, announcement, ledgerentry, ledgerdisclosure, standing, clock": "it raises its tournament's own numbers",
}
UNWATCHED = {
    # its own numbers
    "tournament": "revision published_revision settled_round standings_due_at ledger_length ledger_head",
    "round": "draw_inputs report ahead drawn refusal expected_seconds draw_started_at draw_percent draw_beat_at "
    "replay_asked_at replayed_at replayed_same",  # the draw, and doing it again: for directors alone
    "entry": "pin_generation pin_failures salt",  # secrets
    "player": "pin_generation",  # a secret
    "season": "lot_seed revision published_revision log_length log_head",  # its own numbers
    "seasonevening": "results read_revision",  # read again from its standings
}


def own_tables():
    """Each table of ours without its prefix, with its columns."""
    for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
        name = model._meta.db_table.removeprefix("tournaments_")
        if not model._meta.auto_created:
            yield name, [field.column for field in model._meta.local_concrete_fields]


@pytest.mark.django_db
def test_every_column_is_watched_or_has_a_reason_not_to_be():
    excused = {name for names in NOT_SHOWN for name in names.split(", ")}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = dict(cursor.fetchall())
    for table, columns in own_tables():
        if table in excused:
            continue
        for event in ("insert", "delete", "update"):
            assert f"tournaments_{table}_tell_{event}" in triggers
        watching = triggers[f"tournaments_{table}_tell_update"]
        missed = {column for column in columns if f'OLD."{column}"' not in watching}
        assert missed == set(UNWATCHED.get(table, "").split()), table


@pytest.fixture
def told(each_database, request):
    """Return the database's record of a piece of work: how many queries on SQLite, their text on PostgreSQL."""
    if each_database == "sqlite":
        return _counted
    address = request.getfixturevalue("postgres")
    listening, notices = psycopg.connect(address, autocommit=True), set()
    listening.add_notify_handler(lambda notice: notices.add(notice.payload))
    listening.execute("LISTEN tavolo")

    def heard(work):
        work()
        listening.execute("SELECT 1")  # with the answer comes what was notified before
        told = sorted(notices)
        notices.clear()
        return told

    return heard


def _counted(work):
    def count():
        with connection.cursor() as cursor:
            cursor.execute("SELECT count FROM tournaments_change")
            return cursor.fetchone()[0]

    before = count()
    work()
    return [""] if count() > before else []


def test_a_hand_is_play_and_no_change_of_what_may_be_shown(told):
    round_ = a_round(a_tournament(players=4))
    told(lambda: None)
    assert told(lambda: play(a_table(round_))) == []


@pytest.mark.slow
def test_phones_that_play_void_nothing(told):
    table = a_table(a_round(a_tournament(players=4)))
    told(lambda: None)

    def play_by_phone():
        first, second = a_phone(table, seat=0), a_phone(table, seat=1)
        assert enter(first, table).status_code == answer(second, table).status_code == 200
        assert table.hands.get().confirmed_at is not None

    assert told(play_by_phone) == []


def test_change_of_visibility_notifies(told):
    tournament = a_tournament(players=4)
    assert "" in told(lambda: a_round(tournament))
    for change in (
        lambda: Tournament.objects.update(visibility="private"),
        lambda: Tournament.objects.update(standings_hidden_after=0),
        lambda: Player.objects.update(name="Anna"),
        lambda: tournament.rounds.update(state="draft"),
        lambda: tournament.entries.update(name="Anna"),
    ):
        assert "" in told(change)
        assert "" not in told(change)  # nothing changed the second time
