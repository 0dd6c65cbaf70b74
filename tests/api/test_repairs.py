"""…/rounds/{n}/repair/, …/exchange/ and …/ahead/: Repairing a round from outside."""

import pytest

from tests.halls import a_round, a_table, a_tournament, busca, director_of, play
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds

from .caller import codes
from .rounds import ROUND, ROUNDS

pytestmark = pytest.mark.django_db
REPAIR, EXCHANGE, AHEAD = ROUND + "repair/", ROUND + "exchange/", ROUND + "ahead/"


@pytest.mark.slow
def test_a_round_is_mended_as_was_shown(director, tournament):
    round_ = a_round(tournament)
    gone = a_table(round_, 2).seats.first().entry
    registration.change_entry(gone, {"status": "paused"}, by=director_of(tournament))
    shown = director.get(REPAIR).json()
    assert {"entry": gone.pk, "before": 2, "after": None} in shown["changes"]
    assert director.post(REPAIR, {"dry_run": True}).json() == shown
    assert round_.seats.filter(entry=gone).exists()
    assert director.post(REPAIR, {"digest": shown["digest"]}).json() == shown
    assert not round_.seats.filter(entry=gone).exists()
    assert director.post(REPAIR, {"digest": shown["digest"]}).json()["changes"] == []
    other = round_.seats.first().entry
    registration.change_entry(other, {"status": "paused"}, by=director_of(tournament))
    assert codes(director.post(REPAIR, {"digest": shown["digest"]}), 409) == ["proposal_changed"]


def test_impossible_repair_reports_all_faults(director, tournament):
    round_ = a_round(tournament)
    play(a_table(round_, 1))
    seated = a_table(round_, 1).seats.first().entry_id
    wished = {"leaving": [seated], "joining": [999_999], "spared": [999_998]}
    told = codes(director.post(REPAIR, wished), 422)
    assert told == ["already_played", "not_in_round", "not_joining"]


def test_two_are_exchanged(director, tournament):
    round_ = a_round(tournament)
    play(a_table(round_, 1))
    one, other = (a_table(round_, number).seats.get(number=0).entry_id for number in (1, 2))
    assert codes(director.post(EXCHANGE, {"one": one, "other": other}), 422) == ["missing_field"]
    done = director.post(EXCHANGE, {"one": one, "other": other, "hands": "strike", "reason": "Wrong table"})
    assert [table[0] for table in done.json()["tables"]] == [other, one]


def test_the_rounds_of_a_schedule_are_known_before(director, club):
    a_round(a_tournament(club, players=16, pairing="schedule", rounds=5), publish=False)
    ahead = director.get(AHEAD).json()["rounds"]
    assert [each["number"] for each in ahead] == [1, 2, 3, 4, 5]
    assert ahead[0]["tables"] == director.get(ROUND).json()["tables"]


def test_tables_of_other_sizes(director, club):
    a_tournament(club, players=7, ruleset="buddha", table={})
    drawn = director.post(ROUNDS, {"sizes": [3, 4]})
    assert sorted(map(len, drawn.json()["tables"])) == [3, 4]
    director.delete(ROUND)
    assert codes(director.post(ROUNDS, {"sizes": [2]}), 422) == ["not_a_choice"]


@pytest.fixture
def corrected(director, club):
    """Return the address of a round in which a score was corrected after the draw."""
    tournament = a_tournament(club, players=16, pairing="swiss", rounds=3)
    first = a_round(tournament)
    for table, points in zip(
        first.tables.all(), ([40, 0, 0, 0], [20, 20, 0, 0], [14, 13, 13, 0], [10] * 4), strict=True
    ):
        play(table, 1, points)
    rounds.close_round(first, by=director_of(tournament), anyway=True)
    a_round(tournament)
    assert director.get(ROUNDS + "2/changed-results/").json() == {
        "open": False, "changed_scores": [], "reseated": 0, "percent": None, "begun": 0, "rescored": [], "elsewhere": 0,
    }  # fmt: skip
    entered = HandInput(number=1, tally=busca([0, 0, 0, 40]), replaces=1, reason="Misread")
    hands.record(a_table(first), entered, by=director_of(tournament))
    return ROUNDS + "2/"


@pytest.mark.slow
def test_a_correction_after_the_next_draw(director, corrected):
    found = director.get(corrected + "changed-results/").json()
    assert found["open"]
    assert (len(found["changed_scores"]), found["begun"]) == (2, 0)
    assert not director.post(corrected + "keep/").json()["open"]
    assert director.post(corrected + "redraw/").json()["state"] == "draft"
    assert codes(director.post(corrected + "redraw/"), 409) == ["round_is_draft"]


@pytest.mark.slow
def test_former_names_of_changed_results_give_the_same_values(director, corrected):
    found = director.get(corrected + "changed-results/").json()
    assert director.get(corrected + "underneath/").json() == found
    assert (found["rescored"], found["elsewhere"]) == (found["changed_scores"], found["reseated"])
    repaired = director.post(corrected + "repair/", {"changed_scores": True, "dry_run": True}).json()
    assert repaired["moved"] > 0
    assert director.post(corrected + "repair/", {"rescored": True, "dry_run": True}).json() == repaired
    assert director.post(corrected + "repair/", {"dry_run": True}).json()["moved"] == 0


def others(caller):
    changed = [caller.get(ROUND + address) for address in ("changed-results/", "underneath/")]
    return *changed, caller.post(ROUND + "keep/"), caller.post(ROUND + "redraw/")


@pytest.mark.slow
def test_only_directors(anybody, scorer, stranger, tournament):
    a_round(tournament)
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403)):
        for answer in (
            caller.get(REPAIR),
            caller.post(REPAIR, {}),
            caller.post(EXCHANGE, {}),
            caller.get(AHEAD),
            *others(caller),
        ):
            assert answer.status_code == status
