"""A hand that was recorded before a bound existed still counts and verifies."""

import pytest
from django.db import transaction

from scoring.table import judge
from scoring.values import Checks
from tests.halls import a_round, a_table, a_tournament, director_of
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.core.rows import save_fields
from tournaments.actions.hands import disputes, hands
from tournaments.actions.hands.tallies import HandInput, log, new_version
from tournaments.actions.verification import verify
from tournaments.models import Hand, Tournament

pytestmark = pytest.mark.django_db

LEVEL = {"lines": [{"points": 70, "plain_marriages": 1}, {"points": 50}]}
NO_MARRIAGES = {"lines": [{"points": 120}, {"points": 0}]}
"""All card points without a marriage, which no cards give: the bound came after the first tournaments."""


def judged(table, tally):
    tournament = table.round.tournament
    return judge(tournament.rules, tournament.options, tally, checks=Checks.STORED)


def stored(table, number, tally):
    """Store a hand as an earlier version did, which did not know the bound."""
    director, entered = director_of(table.round.tournament), HandInput(number=number, tally=tally)
    with transaction.atomic():
        hand = new_version(table, [], entered, judged(table, tally), by=director, state=Hand.State.CONFIRMED)
        hand.save()
        log(hand, "hand_recorded", by=director)
    return hand


@pytest.fixture
def table():
    tournament = a_tournament(ruleset="brisca-mariaje", table={"hands": 3}, options={"players": 2})
    return a_table(a_round(tournament))


def test_newer_bound_refuses_the_same_tally_today(table):
    with pytest.raises(Invalid) as refused:
        hands.record(table, HandInput(number=1, tally=NO_MARRIAGES), by=director_of(table.round.tournament))
    assert refused.value.codes == ["marriages"]


def test_stored_hand_beyond_a_newer_bound_verifies(table):
    stored(table, 1, NO_MARRIAGES)
    assert verify(table.round.tournament).findings == ()


def test_a_director_may_choose_it_in_a_dispute(table):
    director = director_of(table.round.tournament)
    older = stored(table, 1, NO_MARRIAGES)
    save_fields(older, is_current=False, state=Hand.State.DISPUTED)
    newer = new_version(
        table, [older], HandInput(number=1, tally=LEVEL), judged(table, LEVEL), by=director, state="submitted"
    )
    newer.state = Hand.State.DISPUTED
    newer.save()
    decided = disputes.decide(hands.SeenHand(table.pk, 1, newer.version), older.version, by=director)
    assert (decided.lines, decided.version) == (older.lines, 3)


def test_an_earlier_hand_can_still_be_corrected(table):
    director = director_of(table.round.tournament)
    hands.record(table, HandInput(number=1, tally=LEVEL), by=director)
    stored(table, 2, NO_MARRIAGES)
    again = {"lines": [{"points": 60, "plain_marriages": 1}, {"points": 60}]}
    corrected = hands.record(table, HandInput(number=1, tally=again, replaces=1, reason="Misread"), by=director)
    assert corrected.scores == [1, 0]
    assert Tournament.objects.get().rules.slug == "brisca-mariaje"
