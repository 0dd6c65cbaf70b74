"""The chain: every link rests on the one before, from the tournament's first entry."""

from decimal import Decimal

import pytest

from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions.core import ledger
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.models import LedgerDisclosure, Tournament

pytestmark = pytest.mark.django_db


def an_evening():
    tournament = a_tournament(players=8)
    round_ = a_round(tournament)
    play(round_.tables.first(), reason="Read out loud")
    director = director_of(tournament)
    penalties.penalise(tournament.entries.first(), amount=Decimal(1), reason="Late", by=director)
    rounds.close_round(round_, by=director, anyway=True)
    return tournament


def test_every_action_is_a_link_in_order():
    links = an_evening().ledger.all()
    assert [link.kind for link in links] == [
        "tournament_created",
        "entries_registered",
        "round_drawn",
        "round_published",
        "hand_recorded",
        "penalty_given",
        "round_closed",
    ]
    assert [link.sequence for link in links] == list(range(1, 8))


def test_each_link_holds_the_digest_of_the_one_before():
    tournament = an_evening()
    links = list(tournament.ledger.all())
    assert [link.previous for link in links] == ["", *(link.digest for link in links[:-1])]
    assert [ledger.entry_digest(link) for link in links] == [link.digest for link in links]
    assert Tournament.objects.get().ledger_head == links[-1].digest


@pytest.mark.parametrize(
    ("field", "value"), [("kind", "x"), ("sequence", 99), ("facts", {}), ("previous", "x"), ("commitment", "x")]
)
def test_changed_field_changes_the_digest(field, value):
    link = an_evening().ledger.last()
    setattr(link, field, value)
    assert ledger.entry_digest(link) != link.digest


def test_text_and_people_stand_beside_the_chain_and_can_be_erased():
    tournament = an_evening()
    link = tournament.ledger.get(kind="hand_recorded")
    told = link.disclosure
    assert told.personal == {"user": director_of(tournament).user.pk, "text": "Read out loud"}
    assert link.commitment == ledger.commitment(told.salt, told.personal)
    assert "Read out loud" not in str(link.facts)
    LedgerDisclosure.objects.all().delete()
    links = tournament.ledger.all()
    assert [ledger.entry_digest(link) for link in links] == [link.digest for link in links]


def test_the_same_words_do_not_look_the_same():
    tournament = a_tournament(players=8)
    director = director_of(tournament)
    for _twice in range(2):
        penalties.penalise(tournament.entries.first(), amount=Decimal(1), reason="Late", by=director)
    first, second = tournament.ledger.filter(kind="penalty_given")
    assert first.commitment != second.commitment
