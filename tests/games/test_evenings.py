"""Every game from the plan to the final standings, against a second, plain reckoning."""

from fractions import Fraction

import pytest

from tests.games.evenings import CASES
from tests.games.plain import reckoned_scores
from tests.halls import a_club, by, director_of
from tournaments.actions import sweep
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import read_tables
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.setup import tournaments
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def opened(case):
    """The tournament of a case with its entries."""
    club = a_club()
    director = club.memberships.get(role="owner").user
    tournament = tournaments.create_tournament(club=club, raw=case.plan, by=by(director))
    candidates = [
        Candidate(names=tuple(f"{'ABC'[place]}{number}" for place in range(case.partners)))
        for number in range(1, case.entries + 1)
    ]
    registration.register(tournament, candidates, by=by(director))
    return tournament


def play_round(case, tournament, number):
    """Draw and play a round; the entries of each side of each table, and the plain tables."""
    director = director_of(tournament)
    round_ = rounds.publish_round(drafts.draw_round(tournament, by=director, seed=number), by=director)
    played = []
    for table in round_.tables.order_by("number"):
        entries = list(table.seats.order_by("number").values_list("entry_id", flat=True))
        reckoned = case.plain_table(len(entries))
        for hand, (tally, given) in enumerate(case.hands(reckoned, f"{number}/{table.number}"), 1):
            saved = hands.record(table, hands.HandInput(number=hand, tally=tally), by=director)
            assert saved.scores == given
        played.append((entries, reckoned))
    stand_as_reckoned(round_, played)
    rounds.close_round(round_, by=director)
    return played


def stand_as_reckoned(round_, played):
    tables = read_tables(round_.tables.order_by("number"))
    for play, (_entries, reckoned) in zip(tables, played, strict=True):
        assert play.state.over
        assert list(play.state.totals) == reckoned.totals
        assert list(play.state.places) == reckoned.places


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_evening(case):
    tournament = opened(case)
    played = [play_round(case, tournament, number) for number in range(1, case.rounds + 1)]
    for tables in played:
        assert sorted(len(entries) for entries, _table in tables) == sorted(case.sizes)
    sweep.refresh_stale_standings()
    document = tournament.standings.get(after_round=case.rounds).document
    found = {row["entry"]: Fraction(row["score_exact"]) for row in document["rows"]}
    assert found == reckoned_scores(tournament.scoring, played, found)
    assert not document["provisional"]
    low = tournament.rules.low_wins and tournament.scoring["method"] == "total"
    ranked = [Fraction(row["score_exact"]) for row in document["rows"]]
    assert ranked == sorted(ranked, reverse=not low)
    assert Tournament.objects.get().status == Tournament.Status.FINISHED
