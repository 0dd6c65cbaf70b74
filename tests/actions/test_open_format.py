"""The open format: exported and omitted data, and changes that the checker finds."""

import json
import random
from contextlib import suppress
from copy import deepcopy
from decimal import Decimal
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from tests.halls import a_round, a_tournament, director_of, play_out
from tests.table_sessions import OTHER, enter, refused, seat_actors
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.exchange.document_schema import document_schema
from tournaments.actions.exchange.exporting import export
from tournaments.actions.exchange.sections import LEFT_OUT, SECTIONS
from tournaments.actions.hands import disputes
from tournaments.actions.hands.announcements import announce
from tournaments.actions.hands.hands import SeenHand
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people.fees import change_fee
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.standings.standings import hide_standings, refresh
from tournaments.models import Hand, Player, Table, Tournament

from .corrupting import an_evening
from .evening_by_chance import Evening
from .forged_exports import FORGED, SCHEMA, check, digests_anew

pytestmark = pytest.mark.django_db


def written(tournament, **wanted):
    return b"".join(export(tournament, **{"in_full": True, **wanted}))


def faults(document):
    return [each for each in check.schema_faults(document, SCHEMA) if each[2]] or check.Check(document).faults()


def test_the_published_schema_is_the_one_of_the_code():
    assert document_schema() == SCHEMA


def test_the_checker_is_short_enough_to_be_read():
    lines = Path(check.__file__).read_text().splitlines()
    assert (len(lines) <= 300, max(map(len, lines)) <= 120) == (True, True)


def test_every_model_and_column_is_exported_or_named_as_left_out():
    models = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    exported = [section.model for section in SECTIONS]
    assert models ^ {model.__name__ for model in exported if not model._meta.auto_created} == LEFT_OUT.keys()
    for section in SECTIONS:
        named = {each for path in section.columns.values() for each in path.split("__")} | section.left_out
        named |= {"round", "tournament"} if section.state.startswith("round__") else set()
        columns = section.model._meta.concrete_fields
        assert {each.name for each in columns if not {each.name, each.attname} & named} == set()
        assert section.left_out - {each.name for each in columns} == set()


@pytest.fixture(scope="module")
def evening(module_db):
    tournament = an_evening()
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.slow
def test_the_checker_holds_and_equal_tournaments_are_equal_bytes(evening):
    for in_full in (True, False):
        document = written(evening, in_full=in_full)
        assert document == written(evening, in_full=in_full)
        assert faults(json.loads(document)) == []


def test_an_undone_decision_on_a_dispute_holds():
    north, east, *_others = seat_actors()
    enter(north)
    refused(enter, east, OTHER)
    table = north.session.table
    by = director_of(table.round.tournament)
    decided = disputes.decide(SeenHand(table.pk, 1, 1), 2, by=by)
    disputes.undo(SeenHand(table.pk, 1, decided.version), by=by)
    refresh(table.round.tournament_id)
    assert faults(json.loads(written(table.round.tournament))) == []


def leaves(value, path=()):
    """Yield the path of every plain value in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from leaves(item, (*path, name))
    if not isinstance(value, dict | list):
        yield path


def other(value):
    return not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value or ''}0"


def with_other_value(document, path):
    """The document with another value at this path, also within the text of standings."""
    changed = deepcopy(document)
    *parts, last = path
    within = changed
    for part in parts:
        within = within[part]
    within[last] = other(within[last])
    return changed


@pytest.mark.slow
def test_every_change_of_a_value_is_found(evening):
    document = json.loads(written(evening))
    paths = random.Random(30).sample(sorted(leaves(document), key=str), 200)
    assert [path for path in paths if not faults(with_other_value(document, path))] == []


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_forgeries_with_new_digests_are_found(evening, forge):
    document = json.loads(written(evening))
    forge(document)
    assert faults(digests_anew(document)) != []


def test_a_ledger_of_another_tournament_is_found(evening):
    document, others = json.loads(written(evening)), Tournament.objects.exclude(pk=evening.pk).first()
    document["ledger"] = json.loads(written(others))["ledger"]
    assert faults(digests_anew(document)) != []


def test_public_exports_have_only_what_is_public(evening):
    tournament = Tournament.objects.get(pk=evening.pk)
    by = director_of(tournament)
    show_player_as(Player.objects.get(name="Player 0001"), "code", "Falcon", by=by)
    hide_standings(tournament, by=by, after_round=0)
    Table.objects.filter(round__tournament=tournament).update(closing={"unplayed": "absent", "timed": []})
    refresh(tournament.pk)
    public = json.loads(written(tournament, in_full=False, hidden_after=0))
    hidden = ("hands", "standings", "rulings", "kept_apart", "fixed_tables")
    assert [name for name in hidden if public[name]] == []
    assert [each["round"] for each in public["penalties"]] == [None]
    assert [round_["number"] for round_ in public["rounds"]] == [1]
    assert public["rounds"][0]["closing"] == {"unfinished": "as-unplayed", "unplayed": "absent"}
    assert [table["closing"] for table in public["tables"]] == [{}, {}]
    assert "draw_inputs" not in public["rounds"][0]
    assert "facts" not in public["ledger"][0]
    assert "Player 0001" not in json.dumps(public)
    assert faults(public) == []


def test_replaced_announcements_are_for_directors(evening):
    table = Table.objects.get(round__tournament__name="Chiamata", number=1)
    said = HandInput(number=1, tally={"lines": [{"bid": bid} for bid in (3, 4, 1, 5)]}, replaces=1, reason="Misheard")
    announce(table, said, by=director_of(table.round.tournament))
    exports = [json.loads(written(table.round.tournament, in_full=in_full)) for in_full in (True, False)]
    assert [[each["version"] for each in document["announcements"]] for document in exports] == [[1, 2], [2]]


SECRETS = ("digest_of_phone", "dora")


def test_no_export_has_accounts_or_devices(evening):
    Hand.objects.update(device=SECRETS[0])
    document = written(evening).decode()
    assert [secret for secret in SECRETS if secret in document] == []


BAD_FILES = {
    "cut": b'{"format": "tavolo-tou',
    "deep": b"[" * 100_000,
    "NUL": b'{"format": "\x00"}',
    "too large a number": b'{"format": 1e400}',
    "a name twice": b'{"format": 1, "format": 1}',
    "no UTF-8": b"\xff\xfe",
}


@pytest.mark.parametrize("content", BAD_FILES.values(), ids=BAD_FILES)
def test_bad_files_are_refused_in_one_line(content, tmp_path, capsys):
    (tmp_path / "file.json").write_bytes(content)
    assert check.main(tmp_path / "file.json") == 1
    assert capsys.readouterr().out.count("\n") == 1


def test_the_command_writes_a_file_that_is_checked(tmp_path, capsys):
    tournament = a_tournament()
    play_out(a_round(tournament))
    call_command("export", tournament.slug, to=tmp_path / "serata.json")
    file = tmp_path / "marked.json"
    file.write_bytes(b"\xef\xbb\xbf" + (tmp_path / "serata.json").read_bytes())
    assert check.main(file) == 0
    assert capsys.readouterr().out == f"{tournament.slug}: holds, 8 ledger entries\n"
    call_command("export", tournament.slug)
    print("and more may be printed")
    printed = capsys.readouterr().out.partition("and more")
    assert (printed[0], printed[1]) == ((tmp_path / "serata.json").read_text(), "and more")
    with pytest.raises(CommandError, match="There is no tournament nobody"):
        call_command("export", "nobody")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_evenings_by_chance_hold(seed):
    evening = Evening(random.Random(seed))
    for _step in range(30):
        with suppress(Refusal, IndexError):
            evening.take(evening.chance.choice(evening.STEPS))
    refresh(evening.tournament.pk)
    for in_full in (True, False):
        assert faults(json.loads(written(evening.tournament, in_full=in_full))) == []


def test_a_fee_cannot_be_guessed_from_the_digests_of_a_public_export():
    tournament = a_tournament()
    entry = tournament.entries.first()
    change_fee(entry, {"paid": Decimal("17.50")}, by=director_of(tournament))
    public = json.loads(written(Tournament.objects.get(pk=tournament.pk), in_full=False))
    link, facts = public["ledger"][-1], {"entry": entry.pk, "paid": "17.50", "source": "web"}
    assert tournament.ledger.last().facts == facts
    guess = {**{name: link.get(name, "") for name in check.LINK}, "facts": facts, "tournament": tournament.pk}
    assert check.digest(guess) != link["digest"]
