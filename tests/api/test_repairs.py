"""…/rounds/{n}/repair/, …/exchange/ and …/ahead/: mending a round from outside."""

import pytest

from tests.halls import a_round, a_table, a_tournament, busca, director_of, play, play_out
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import Entered
from tournaments.actions.people import registration

from .caller import codes
from .rounds import ROUND, ROUNDS

pytestmark = pytest.mark.django_db
REPAIR, EXCHANGE, AHEAD = ROUND + "repair/", ROUND + "exchange/", ROUND + "ahead/"


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


def test_what_cannot_be_done_is_told_all_at_once(director, tournament):
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
    rounds = director.get(AHEAD).json()["rounds"]
    assert [each["number"] for each in rounds] == [1, 2, 3, 4, 5]
    assert rounds[0]["tables"] == director.get(ROUND).json()["tables"]


def test_tables_of_other_sizes(director, club):
    a_tournament(club, players=7, ruleset="buddha", table={})
    drawn = director.post(ROUNDS, {"sizes": [3, 4]})
    assert sorted(map(len, drawn.json()["tables"])) == [3, 4]
    director.delete(ROUND)
    assert codes(director.post(ROUNDS, {"sizes": [2]}), 422) == ["not_a_choice"]


def test_a_correction_after_the_next_draw(director, club):
    tournament = a_tournament(club, pairing="swiss", rounds=3)
    first = a_round(tournament)
    play_out(first, [20, 10, 10, 0])
    a_round(tournament)
    second = ROUNDS + "2/"
    assert director.get(second + "underneath/").json() == {
        "open": False, "rescored": [], "elsewhere": 0, "percent": None, "begun": 0,
    }  # fmt: skip
    entered = Entered(number=1, tally=busca([0, 10, 10, 20]), replaces=1, reason="Misread")
    hands.record(a_table(first), entered, by=director_of(tournament))
    told = director.get(second + "underneath/").json()
    assert told["open"]
    assert {len(told["rescored"]), told["begun"]} == {2, 0}
    assert not director.post(second + "keep/").json()["open"]
    assert director.post(second + "redraw/").json()["state"] == "draft"
    assert codes(director.post(second + "redraw/"), 409) == ["round_is_draft"]


def others(caller):
    return caller.get(ROUND + "underneath/"), caller.post(ROUND + "keep/"), caller.post(ROUND + "redraw/")


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
