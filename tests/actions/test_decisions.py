"""Directors' decisions on entries: their effect on standings, and undoing."""

from decimal import Decimal

import pytest

from tests.halls import a_round, a_tournament, agreed, director_of, play_out
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import decisions, registration
from tournaments.actions.rounds.draws.drafts import draw_round
from tournaments.actions.rounds.rounds import close_round
from tournaments.actions.standings import standings
from tournaments.actions.standings.why import exact, why
from tournaments.actions.verification import verify
from tournaments.models import Decision, Tournament, leading

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    made = a_round(a_tournament(players=8, rounds=3))
    play_out(made, [20, 10, 9, 1])
    close_round(made, by=director_of(made.tournament))
    return made


def take_back(made):
    agreed(director_of(made.tournament), lambda by: decisions.take_back(made, by=by))


def decide(round_, number, kind, **more):
    entry = round_.tournament.entries.get(number=number)
    director, given = director_of(round_.tournament), {"reason": "So it was", "round_": round_, **more}
    made = agreed(director, lambda by: decisions.decide(entry, kind, by=by, **given))
    standings.refresh(round_.tournament_id)
    return made


def rows(round_):
    return {row["entry"]: row for row in round_.tournament.standings.get(after_round=1).document["rows"]}


def test_an_award_counts_in_place_of_the_table_until_it_is_taken_back(round_):
    standings.refresh(round_.tournament_id)
    before = rows(round_)
    made = decide(round_, 1, "award", amount=Decimal("2.5"))
    line = rows(round_)[made.entry_id]["rounds"][0]
    assert (line["score"], line["source"]) == ("2.5", "award")
    take_back(made)
    standings.refresh(round_.tournament_id)
    assert rows(round_) == before


@pytest.mark.parametrize("kind", ["forfeit", "absent"])
def test_forfeit_gives_the_worst_score_and_changes_no_other(round_, kind):
    standings.refresh(round_.tournament_id)
    before = rows(round_)
    made = decide(round_, 1, kind)
    after = rows(round_)
    worst = max(float(row["score"]) for entry, row in after.items() if entry != made.entry_id)
    assert (float(after[made.entry_id]["score"]), after[made.entry_id]["rounds"][0]["source"]) == (worst, kind)
    others = [entry for entry in before if entry != made.entry_id]
    assert [after[entry]["score"] for entry in others] == [before[entry]["score"] for entry in others]


@pytest.mark.slow
def test_disqualified_entry_is_last_and_not_drawn_until_revoked(round_):
    made = decide(round_, 1, "disqualified")
    last = round_.tournament.standings.get(after_round=1).document["rows"][-1]
    assert (last["entry"], last["place"], last["disqualified"]) == (made.entry_id, None, True)
    director = director_of(round_.tournament)
    with pytest.raises(Conflict):
        registration.change_entry(made.entry, {"status": "active"}, by=director)
    with pytest.raises(Conflict):
        decide(round_, 1, "disqualified")
    tournament = Tournament.objects.get()
    draft = draw_round(tournament, by=director)
    assert not draft.seats.filter(entry=made.entry).exists()
    assert verify(tournament).findings == ()
    take_back(made)
    assert Tournament.objects.get().entries.due(2).filter(pk=made.entry_id).exists()
    standings.refresh(tournament.pk)
    assert verify(Tournament.objects.get()).findings == ()


@pytest.mark.parametrize("before", ["active", "paused", "withdrawn"])
def test_revoked_disqualification_restores_the_status(round_, before):
    director = director_of(round_.tournament)
    registration.change_entry(round_.tournament.entries.get(number=1), {"status": before}, by=director)
    made = decide(round_, 1, "disqualified")
    take_back(made)
    assert round_.tournament.entries.get(number=1).status == before
    standings.refresh(round_.tournament_id)
    assert verify(Tournament.objects.get()).findings == ()


def test_erased_player_stays_out_after_a_revoked_disqualification(round_):
    made, director = decide(round_, 1, "disqualified"), director_of(round_.tournament)
    erase_player(made.entry.players.get(), by=director)
    take_back(made)
    assert round_.tournament.entries.get(number=1).status == "withdrawn"
    standings.refresh(round_.tournament_id)
    assert verify(Tournament.objects.get()).findings == ()


def test_every_fault_at_once(round_):
    with pytest.raises(Invalid) as refused:
        decisions.decide(round_.tournament.entries.first(), "award", reason=" ", by=director_of(round_.tournament))
    assert [problem.pointer for problem in refused.value.problems] == [("round",), ("amount",), ("reason",)]


def test_the_reason_stands_in_the_why_and_goes_with_the_person(round_):
    made = decide(round_, 1, "award", amount=Decimal(3))
    tournament = Tournament.objects.with_last_round().get()
    told = why(tournament, leading(tournament), made.entry_id)
    assert [(line["kind"], line["score"], line["reason"]) for line in told["lines"]] == [("round", "3", "So it was")]
    assert sum(map(exact, told["lines"])) == exact({"score": told["score_exact"]})
    erase_player(made.entry.players.get(), by=director_of(tournament))
    assert Decision.objects.get().reason == ""
    assert verify(Tournament.objects.get()).findings == ()
