"""Importing the open format: equal standings, a continued ledger, and nothing stored of a bad file."""

import json
import sys
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play_out
from tests.season_evenings import DECLARATION
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.exchange.importing import import_tournament, preview_import
from tournaments.actions.people import penalties
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.seasons import seasons
from tournaments.actions.setup.games import create_game
from tournaments.actions.standings import standings
from tournaments.actions.undoing.last_action import last_action
from tournaments.actions.verification import verify
from tournaments.management.commands import export
from tournaments.management.commands import import_tournament as import_tournament_command
from tournaments.models import Player, SeasonEvening, Tournament, Webhook, WebhookDelivery, WebhookEvent

from .corrupting import an_evening
from .exports import exported, imported, problems
from .forged_exports import digests_anew
from .test_open_format import faults, written

pytestmark = pytest.mark.django_db
PLAYERS = [f"Player {number:04}" for number in range(1, 11)]


@pytest.fixture(scope="module")
def evening(module_db):
    tournament = an_evening()
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def document(evening):
    return exported(evening)


@pytest.fixture
def elsewhere(evening):
    return a_club("Elsewhere", owner=a_user("emma"))


@pytest.mark.slow
def test_an_imported_tournament_has_the_same_standings_and_a_ledger_that_goes_on(document, elsewhere):
    made = imported(document, elsewhere)
    again = exported(made)
    assert faults(again) == []
    assert again["standings"] == document["standings"]
    assert again["ledger"][:-1] == document["ledger"]
    assert again["ledger"][-1]["kind"] == "tournament_imported"
    assert verify(made).findings == ()


@pytest.mark.slow
def test_play_goes_on_there_and_comes_back(document, evening, elsewhere):
    made = imported(document, elsewhere)
    director = director_of(made)
    draft = made.rounds.get(state="draft")
    round_ = rounds.publish_round(draft, by=director, anyway=True)
    play_out(round_)
    penalties.penalise(made.entries.first(), amount=Decimal(1), reason="Late", by=director, round_=round_)
    there = exported(made)
    assert faults(there) == []
    assert verify(Tournament.objects.get(pk=made.pk)).findings == ()
    back = imported(there, evening.club, again=True)
    assert exported(back)["standings"] == there["standings"]
    assert exported(back)["ledger"][:-1] == there["ledger"]
    assert verify(back).findings == ()
    assert set(back.entries.values_list("players", flat=True)) == set(evening.entries.values_list("players", flat=True))


def test_only_what_was_done_here_is_undone(document, elsewhere):
    made = imported(document, elsewhere)
    assert last_action(made) is None
    rounds.drop_draft(made.rounds.get(state="draft"), by=director_of(made))
    drafts.draw_round(made, by=director_of(made), seed=3)
    assert last_action(made).link.sequence > len(document["ledger"]) + 1


def test_a_preview_says_what_there_will_be_and_stores_nothing(document, elsewhere):
    known = Player.objects.create(club=elsewhere, name=PLAYERS[3], name_key=PLAYERS[3].lower())
    for _namesake in range(2):
        Player.objects.create(club=elsewhere, name=PLAYERS[4], name_key=PLAYERS[4].lower())
    seen = preview_import(document, club=elsewhere, by=director_of(Tournament.objects.first()))
    assert (seen.tournament.name, seen.entries, seen.rounds, seen.hands) == ("Serata", 10, 2, 5)
    assert seen.known == (PLAYERS[3],)
    assert seen.new == tuple(name for name in PLAYERS if name != PLAYERS[3])
    assert elsewhere.tournaments.count() == 0
    made = imported(document, elsewhere)
    assert known.entries.get().tournament == made


def test_a_player_who_is_shown_otherwise_is_another_player(document, elsewhere):
    known = Player.objects.create(club=elsewhere, name=PLAYERS[3], name_key=PLAYERS[3].lower())
    show_player_as(known, "initials", by=director_of(Tournament.objects.first()))
    made = imported(document, elsewhere)
    assert known.entries.count() == 0
    assert made.entries.filter(name=PLAYERS[3]).exists()
    assert verify(made).findings == ()


def test_a_second_time_only_if_it_is_wanted(document, evening, elsewhere):
    made = imported(document, elsewhere)
    assert problems(document, elsewhere, Conflict) == [("imported_before", ())]
    assert problems(document, evening.club, Conflict) == [("imported_before", ())]
    assert imported(document, elsewhere, again=True).pk != made.pk


@pytest.mark.parametrize("slug", ["\\1", "\\d\\", 'a"b', "\\g<0>"])
def test_a_slug_that_no_tournament_has_is_not_mistaken_for_a_pattern(document, elsewhere, slug):
    """The slug of the file is written into the standings again, when they are compared with those of the file."""
    document["tournament"]["slug"] = slug
    assert ("changed_standings", ("standings", 0, "body")) in problems(digests_anew(document), elsewhere)


def test_an_imported_public_tournament_is_announced(document, elsewhere):
    events = {"address": "https://example.org/news", "events": WebhookEvent.values}
    Webhook.objects.create(club=elsewhere, salt="0" * 32, **events)
    preview_import(document, club=elsewhere, by=director_of(Tournament.objects.first()))
    assert WebhookDelivery.objects.count() == 0
    made = imported(document, elsewhere)
    assert [(each.event, each.tournament) for each in WebhookDelivery.objects.all()] == [("tournament.announced", made)]


@pytest.mark.slow
def test_erased_people_stay_erased(elsewhere):
    tournament = a_tournament(a_club("Dado", owner=a_user("dora")))
    director = director_of(tournament)
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director)
    before = exported(tournament)
    erased = erase_player(tournament.club.players.get(name=PLAYERS[1]), by=director)
    place = [row["id"] for row in before["players"]].index(erased.pk)
    assert problems(before, tournament.club, again=True) == [("erased_since", ("players", place, "name"))]
    made = imported(exported(tournament), elsewhere)
    assert made.club.players.filter(name=PLAYERS[1]).count() == 0
    assert made.club.players.get(name=erased.name).erased_at is not None
    assert exported(made)["standings"] == exported(tournament)["standings"]


@pytest.mark.slow
def test_somebody_is_erased_from_what_was_imported(document, elsewhere):
    made = imported(document, elsewhere)
    erase_player(elsewhere.players.get(name=PLAYERS[9]), by=director_of(made))
    again = exported(made)
    assert faults(again) == []
    assert PLAYERS[9] not in json.dumps(again)
    assert verify(Tournament.objects.get(pk=made.pk)).findings == ()


@pytest.mark.slow
def test_a_club_s_own_game_comes_along_once(elsewhere):
    club = a_club()
    create_game(club, {"name": "Scala 40", "base": "points", "table": {"target": 101}})
    tournament = a_tournament(club, ruleset="scala-40", players=4, table={"hands": 1})
    made = imported(exported(tournament), elsewhere)
    assert (made.game.name, made.game.club, made.game.hidden) == ("Scala 40", elsewhere, True)
    assert imported(exported(tournament), elsewhere, again=True).game == made.game
    assert imported(exported(made), club, again=True).game == tournament.game


def test_a_season_is_not_joined(evening, elsewhere):
    owner = director_of(evening)
    season = seasons.create_season(evening.club, {"name": "2026", "declaration": DECLARATION}, by=owner)
    SeasonEvening.objects.create(season=season, tournament=evening, part=0)
    seen = preview_import(exported(evening), club=elsewhere, by=owner)
    assert seen.seasons == ("2026",)
    assert imported(exported(evening), elsewhere).season_evenings.count() == 0


@pytest.mark.slow
def test_the_command_imports_into_the_club_that_the_file_names(tmp_path, capsys):
    tournament = a_tournament(name="Lunedì")
    play_out(a_round(tournament))
    call_command("export", tournament.slug, to=tmp_path / "serata.json")
    file = tmp_path / "marked.json"
    file.write_bytes(b"\xef\xbb\xbf" + (tmp_path / "serata.json").read_bytes())
    with pytest.raises(CommandError, match=r"/tournaments/lunedi/\. Import it once more with --again"):
        call_command("import_tournament", file)
    call_command("import_tournament", file, again=True)
    assert capsys.readouterr().out.startswith("/tournaments/lunedi-2/: 8 entries, ")
    file.write_text('{"format": "tavolo-tournament", "version": 7}')
    with pytest.raises(CommandError, match="version: The file has version 7"):
        call_command("import_tournament", file, club=tournament.club.slug)
    with file.open("ab") as written:
        written.truncate((256 << 20) + 1)
    with pytest.raises(CommandError, match=r"is larger than 256 MB\."):
        call_command("import_tournament", file, club=tournament.club.slug)


def test_progress_has_each_section_with_its_rows(document, elsewhere):
    told = []
    by = director_of(Tournament.objects.first())
    import_tournament(document, club=elsewhere, by=by, progress=lambda *section: told.append(section))
    assert told == [(name, len(document[name])) for name, _rows in told]
    assert {"entries", "hands", "ledger", "standings"} <= dict(told).keys()


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("command", [export, import_tournament_command])
def test_commands_show_progress_on_a_terminal_without_the_colour_of_errors(command, tmp_path, monkeypatch):
    tournament = a_tournament(name="Lunedì")
    file = tmp_path / "serata.json"
    call_command("export", tournament.slug, to=file)
    monkeypatch.setattr("sys.stderr", Terminal())
    argument, options = (tournament.slug, {"to": file}) if command is export else (file, {"again": True})
    call_command(command.Command(force_color=True), argument, **options)
    assert "entries: 8\n" in sys.stderr.getvalue()
    assert "\x1b" not in sys.stderr.getvalue()


WITH_IDS = ("club", "tournament", "player", "entry", "penalty", "decision")
THERE, HERE, SPAN = 10**12, 10**14, 10**10


def begin_ids_at(first):
    """Let the next ids of each kind begin in a separate range."""
    with connection.cursor() as cursor:
        for place, table in enumerate(f"tournaments_{kind}" for kind in WITH_IDS):
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first + place * SPAN])


def numbers(value):
    """Yield every whole number in a value, also among the names of objects."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for item in items:
        yield from numbers(item)
    if isinstance(value, dict):
        yield from (int(name) for name in value if name.isdecimal())
    if type(value) is int:
        yield value


def stored_values(tournament):
    yield tournament.teams, tournament.prizes
    yield from tournament.ledger.values_list("facts", flat=True)
    yield from tournament.rounds.values_list("draw_inputs", "report", "ahead", "drawn", "refusal")
    yield from (each.document for each in tournament.standings.all())


def ids_of_origin(tournament):
    """Return the ids of the origin that remain in the stored rows of an imported tournament."""
    found = {number for value in stored_values(tournament) for number in numbers(value)}
    return {number for number in found if THERE <= number < HERE}


@pytest.mark.slow
def test_no_id_of_the_origin_is_left_in_what_is_stored(db):
    begin_ids_at(THERE)
    evening = an_evening()
    assert len(ids_of_origin(evening)) > 10
    document = json.loads(written(evening))
    begin_ids_at(HERE)
    made = imported(document, a_club("Elsewhere", owner=a_user("emma")))
    assert made.pk > HERE
    assert ids_of_origin(made) == set()


def test_the_number_of_players_in_the_advice_on_a_draw_is_no_id(elsewhere):
    tournament = a_tournament(a_club("Dado"), players=9, rounds=3, pairing="swiss", table={"hands": 1})
    round_ = a_round(tournament, tables=None)
    assert "players" in round_.report["advice"][0]["params"]
    made = imported(exported(tournament), elsewhere)
    assert made.rounds.get().report["advice"] == round_.report["advice"]


@pytest.mark.parametrize(
    ("section", "at", "column", "value"),
    [
        ("seat_players", 5, "from_hand", 3),
        ("seats", 5, "lineups", [{"name": "Nobody", "from_hand": 1, "to_hand": None}]),
        ("sit_outs", 1, "own_name", "Nobody"),
        ("penalties", 1, "amount", "3.00"),
        ("decisions", 0, "amount", "4.00"),
        ("tables", 1, "first_lead", 2),
        ("seats", 6, "side", 0),
        ("clocks", 0, "minutes", 41),
    ],
)
def test_a_changed_row_is_named_by_its_own_place(document, elsewhere, section, at, column, value):
    document[section][at][column] = value
    assert problems(digests_anew(document), elsewhere) == [("does_not_hold", (section, at))]


@pytest.mark.parametrize("settled", [0, 2])
def test_a_settled_round_that_does_not_follow_from_the_rounds_is_refused(document, elsewhere, settled):
    document["tournament"]["settled_round"] = settled
    assert problems(digests_anew(document), elsewhere) == [("does_not_hold", ("tournament",))]


def test_of_an_export_before_the_standings_only_these_are_refused(elsewhere):
    tournament = a_tournament(a_club("Dado"), players=4)
    play_out(round_ := a_round(tournament))
    standings.refresh(tournament.pk)
    rounds.close_round(round_, by=director_of(tournament))
    document = json.loads(written(Tournament.objects.get(pk=tournament.pk)))
    assert problems(document, elsewhere) == [("stale_standings", ("standings",))]


def test_a_player_who_is_marked_as_erased_is_refused(document, elsewhere):
    document["players"][3]["erased_at"] = "2026-03-01T12:00:00.000000+00:00"
    assert problems(digests_anew(document), elsewhere) == [("does_not_hold", ("players", 3))]


def test_an_erased_player_who_is_not_marked_is_refused(elsewhere):
    tournament = a_tournament(a_club("Dado"))
    erased = erase_player(tournament.club.players.get(name=PLAYERS[1]), by=director_of(tournament))
    document = exported(tournament)
    place = [row["id"] for row in document["players"]].index(erased.pk)
    document["players"][place]["erased_at"] = None
    assert problems(digests_anew(document), elsewhere) == [("does_not_hold", ("players", place))]
    assert imported(exported(tournament), elsewhere).club.players.get(name=erased.name).erased_at is not None


def test_a_changed_fixed_table_is_not_looked_for_among_those_kept_apart(document, elsewhere):
    document["fixed_tables"][0]["number"] = 2
    assert problems(digests_anew(document), elsewhere) == [("does_not_hold", ("fixed_tables",))]
