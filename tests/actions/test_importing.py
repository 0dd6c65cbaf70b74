"""Importing a tournament in the open format: the same standings, a ledger that goes on, and nothing of a bad file."""

import json
from copy import deepcopy
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play_out
from tests.season_evenings import DECLARATION
from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.exchange.importing import import_tournament, preview_import
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.seasons import seasons
from tournaments.actions.setup.games import create_game
from tournaments.actions.standings.standings import refresh
from tournaments.actions.undoing.last_action import last_action
from tournaments.actions.verification import verify
from tournaments.models import Hand, LedgerEntry, Player, SeasonEvening, Tournament

from .corrupting import an_evening
from .forged_exports import FORGED, digests_anew, rechained
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


def exported(tournament):
    refresh(tournament.pk)
    return json.loads(written(Tournament.objects.get(pk=tournament.pk)))


def imported(document, club, **wanted):
    made = import_tournament(document, club=club, by=Actor(user=None, source="command"), **wanted)
    return Tournament.objects.get(pk=made.tournament.pk)


def problems(document, club, refusal=Invalid, **wanted):
    """The codes and places of the faults for which a document is refused, which leaves nothing behind."""
    before = [model.objects.count() for model in (Tournament, Player, Hand, LedgerEntry)]
    with pytest.raises(refusal) as refused:
        imported(document, club, **wanted)
    assert [model.objects.count() for model in (Tournament, Player, Hand, LedgerEntry)] == before
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


def test_an_imported_tournament_has_the_same_standings_and_a_ledger_that_goes_on(document, elsewhere):
    made = imported(document, elsewhere)
    again = exported(made)
    assert faults(again) == []
    assert again["standings"] == document["standings"]
    assert again["ledger"][:-1] == document["ledger"]
    assert again["ledger"][-1]["kind"] == "tournament_imported"
    assert verify(made).findings == ()


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


def test_a_second_time_only_if_it_is_wanted(document, evening, elsewhere):
    made = imported(document, elsewhere)
    assert problems(document, elsewhere, Conflict) == [("imported_before", ())]
    assert problems(document, evening.club, Conflict) == [("imported_before", ())]
    assert imported(document, elsewhere, again=True).pk != made.pk


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_forgeries_are_refused(document, elsewhere, forge):
    forge(document)
    assert problems(document, elsewhere) != []
    assert problems(digests_anew(document), elsewhere) != []


def test_a_ledger_that_was_cut_or_mixed_or_chained_anew_is_refused(document, evening, elsewhere):
    cut = deepcopy(document)
    del cut["ledger"][-3:]
    assert {code for code, _place in problems(digests_anew(cut), elsewhere)} == {"does_not_hold"}
    anew = deepcopy(document)
    anew["ledger"] = [link for link in anew["ledger"] if link["kind"] != "penalty_given"]
    assert {code for code, _place in problems(digests_anew(rechained(anew)), elsewhere)} == {"does_not_hold"}
    mixed = deepcopy(document)
    mixed["ledger"] = exported(Tournament.objects.exclude(pk=evening.pk).first())["ledger"]
    assert {code for code, _place in problems(digests_anew(mixed), elsewhere)} <= {
        "does_not_hold",
        "unreadable_document",
    }


def at_hand_4(document):
    document["hands"][4]["scores"].reverse()


PLACES = {
    "a score": (at_hand_4, ("hands", 4)),
    "a penalty": (FORGED["a penalty"], ("penalties",)),
    "a number": (FORGED["a number"], ("entries", 0)),
    "the plan": (FORGED["the scoring"], ("tournament",)),
    "a link": (lambda d: d["ledger"][5].update(at=d["ledger"][4]["at"]), ("ledger", 5)),
}


@pytest.mark.parametrize(("forge", "place"), PLACES.values(), ids=PLACES)
def test_what_does_not_hold_is_told_once_at_its_place(document, elsewhere, forge, place):
    forge(document)
    found = problems(digests_anew(document), elsewhere)
    assert found.count(("does_not_hold", place)) == 1


def with_change(*path, value):
    """A change of one value of a document."""

    def change(document):
        *parts, last = path
        for part in parts:
            document = document[part]
        document[last] = value

    return change


RECORDED, NOON = ("hands", 0, "recorded_at"), "2026-03-01T12:00:00.000000+00:00"
OTHERS = {
    "another document": (lambda d: d.clear(), "not_a_tournament", ("format",)),
    "a newer version": (with_change("version", value=2), "other_version", ("version",)),
    "a public export": (with_change("for", value="public"), "public_export", ("for",)),
    "an unknown game": (with_change("tournament", "ruleset", value="whist"), "unknown_game", ("tournament", "ruleset")),
    "a column too few": (lambda d: d["hands"][2].pop("scores"), "missing_field", ("hands", 2, "scores")),
    "a column too many": (with_change("hands", 1, "weight", value=3), "unknown_field", ("hands", 1, "weight")),
    "a text as number": (with_change("seats", 0, "entry", value="7"), "wrong_type", ("seats", 0, "entry")),
    "a number too large": (with_change("seats", 0, "number", value=2**40), "out_of_range", ("seats", 0, "number")),
    "no state": (with_change("rounds", 0, "state", value="?"), "not_a_choice", ("rounds", 0, "state")),
    "no moment": (with_change("hands", 0, "recorded_at", value="now"), "wrong_format", ("hands", 0, "recorded_at")),
    "no day": (with_change(*RECORDED, value="2026-13" + NOON[7:]), "wrong_format", RECORDED),
    "a line feed": (with_change(*RECORDED, value=NOON + "\n"), "wrong_format", RECORDED),
    "a year that is no year": (with_change(*RECORDED, value="9999" + NOON[4:]), "wrong_format", RECORDED),
    "too many rounds": (
        with_change("tournament", "rounds_planned", value=2**31 - 1),
        "out_of_range",
        ("tournament", "rounds_planned"),
    ),
    "a ledger in another order": (FORGED["a ledger in another order"], "not_in_order", ("ledger", 3, "sequence")),
    "too long a name": (with_change("players", 3, "name", value="x" * 300), "too_long", ("players", 3, "name")),
    "no such entry": (with_change("seats", 1, "entry", value=999_999), "names_nothing", ("seats", 1, "entry")),
    "no such table": (with_change("hands", 0, "table", value=77), "names_nothing", ("hands", 0, "table")),
    "stale standings": (with_change("tournament", "revision", value=10_000), "stale_standings", ("standings",)),
    "another ranking": (with_change("ranking", "win", value="3"), "other_ranking", ("ranking",)),
}


@pytest.mark.parametrize(("change", "code", "place"), OTHERS.values(), ids=OTHERS)
def test_each_fault_is_named_at_its_place(document, elsewhere, change, code, place):
    change(document)
    if "digests" in document and place[0] in ("seats", "hands", "tournament", "ranking", "standings"):
        with_same_shape = deepcopy(document)
        document = digests_anew(with_same_shape)
    assert (code, place) in problems(document, elsewhere)


SHAPES = {
    "a report without its method": (("rounds", 0, "report"), {"version": 1}),
    "a report with odd pairs": (("rounds", 0, "report", "partners_again"), [3]),
    "a report with odd seats": (("rounds", 0, "report", "seats"), {"even": 4}),
    "inputs without constraints": (("rounds", 0, "draw_inputs"), {"entrants": []}),
    "a refusal that is no problem": (("rounds", 1, "refusal"), [{"code": "x"}]),
    "a round closed in an unknown way": (("rounds", 0, "closing"), {"unfinished": "?"}),
    "a round worth no number": (("rounds", 0, "closing"), {"unplayed": "1/0"}),
    "a table timed by text": (("tables", 0, "closing"), {"timed": ["1"]}),
    "prizes that are no list": (("tournament", "prizes"), {"place": 7}),
    "teams that are no list": (("tournament", "teams"), {"teams": 7}),
}


@pytest.mark.parametrize(("place", "value"), SHAPES.values(), ids=SHAPES)
def test_values_that_no_page_can_show_are_refused_at_their_place(document, elsewhere, place, value):
    with_change(*place, value=value)(document)
    found = problems(digests_anew(document), elsewhere)
    assert {at[: len(place[:3])] for _code, at in found} == {place[:3]}
    assert {code for code, _at in found} <= {"wrong_format", "wrong_type"}


@pytest.mark.parametrize("number", [-1, 0])
def test_ids_are_never_of_rows_outside_the_file(document, elsewhere, number):
    document["ledger"][3]["facts"]["entry"] = number
    document["rounds"][0]["report"]["order"] = [number]
    assert problems(digests_anew(document), elsewhere) == [("unreadable_document", ())]


def test_every_fault_of_the_shape_is_told_at_once(document, elsewhere):
    document["hands"][0]["table"], document["players"][1]["name"] = "1", 5
    assert problems(document, elsewhere) == [
        ("wrong_type", ("players", 1, "name")),
        ("wrong_type", ("hands", 0, "table")),
    ]


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


def test_somebody_is_erased_from_what_was_imported(document, elsewhere):
    made = imported(document, elsewhere)
    erase_player(elsewhere.players.get(name=PLAYERS[9]), by=director_of(made))
    again = exported(made)
    assert faults(again) == []
    assert PLAYERS[9] not in json.dumps(again)
    assert verify(Tournament.objects.get(pk=made.pk)).findings == ()


def test_a_club_s_own_game_comes_along_once(elsewhere):
    club = a_club()
    create_game(club, {"name": "Scala 40", "base": "points"})
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


WITH_IDS = ("club", "tournament", "player", "entry", "penalty", "decision")
THERE, HERE, SPAN = 10**12, 10**14, 10**10


def begin_ids_at(first):
    """Let the next ids of each kind begin in a range of their own."""
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
    """The ids of its origin that are left in what is stored of an imported tournament."""
    found = {number for value in stored_values(tournament) for number in numbers(value)}
    return {number for number in found if THERE <= number < HERE}


def test_no_id_of_the_origin_is_left_in_what_is_stored(db):
    begin_ids_at(THERE)
    evening = an_evening()
    assert len(ids_of_origin(evening)) > 10
    document = json.loads(written(evening))
    begin_ids_at(HERE)
    made = imported(document, a_club("Elsewhere", owner=a_user("emma")))
    assert made.pk > HERE
    assert ids_of_origin(made) == set()
