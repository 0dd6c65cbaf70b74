"""Decisions on a round stay when it is drawn again, or are cancelled with its draft."""

from decimal import Decimal

import pytest

from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.event_log.reading import DIRECTOR, lines_of
from tournaments.actions.people import decisions, penalties
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.decided_rounds import Undecided
from tournaments.actions.standings import standings
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return a_tournament(players=8, rounds=2)


@pytest.fixture(params=["published", "draft"])
def decided(request, tournament):
    """A round with a penalty, a cancelled one, an award and a forfeit on it."""
    round_, by = a_round(tournament, publish=request.param == "published"), director_of(tournament)
    one, two, three = tournament.entries.order_by("number")[:3]
    penalties.penalise(one, amount=Decimal(2), reason="Late", by=by, round_=round_)
    cancelled = penalties.penalise(two, amount=Decimal(1), reason="Loud", by=by, round_=round_)
    penalties.cancel_penalty(cancelled, by=by)
    decisions.decide(two, "award", reason="Moved", by=by, round_=round_, amount=Decimal(3))
    decisions.decide(three, "forfeit", reason="Left", by=by, round_=round_)
    return round_


def in_force(tournament):
    return tournament.decisions.in_force().count(), tournament.penalties.in_force().count()


def intact(tournament):
    standings.refresh(tournament.pk)
    return verify(Tournament.objects.get(pk=tournament.pk)).findings == ()


def as_draft(round_):
    """The round as a draft, by undoing that it was published where it was."""
    if round_.state == "published":
        link = round_.tournament.ledger.get(kind="round_published")
        undo(round_.tournament, link.sequence, by=director_of(round_.tournament))
        round_.refresh_from_db()
    return round_


def test_a_draft_is_not_dropped_before_somebody_has_chosen(decided):
    draft, by = as_draft(decided), director_of(decided.tournament)
    with pytest.raises(Undecided) as refused:
        rounds.drop_draft(draft, by=by)
    assert refused.value.codes == ["decided_on_round"]
    assert refused.value.problems[0].params["names"].count(",") == 2
    assert draft.tournament.rounds.exists()
    assert in_force(draft.tournament) == (2, 1)


def test_decisions_stay_for_the_round_drawn_in_its_place(decided):
    tournament, by = decided.tournament, director_of(decided.tournament)
    rounds.drop_draft(as_draft(decided), by=by, decided="keep")
    assert in_force(tournament) == (2, 1)
    drawn = a_round(tournament, seed=8)
    assert intact(tournament)
    row = tournament.standings.get(after_round=1).row_of(tournament.entries.get(number=1).pk)
    assert (drawn.number, row["penalty"]) == (1, "2")
    (dropped,) = tournament.ledger.filter(kind="draft_dropped")
    (line,) = lines_of(tournament, [dropped], DIRECTOR)
    assert line.sentence == "The draft of round 1 was discarded. Decisions on the round stay valid."


@pytest.mark.slow
def test_decisions_revoked_with_the_draft_return_on_undo(decided):
    tournament, by = decided.tournament, director_of(decided.tournament)
    rounds.drop_draft(as_draft(decided), by=by, decided="take_back")
    assert in_force(tournament) == (0, 0)
    assert intact(tournament)
    last = last_action(tournament)
    assert "counts again" in last.effect
    undo(tournament, last.link.sequence, by=by)
    assert tournament.rounds.get().state == "draft"
    assert in_force(tournament) == (2, 1)
    assert tournament.penalties.filter(cancelled_at=None).get().reason == "Late"
    assert intact(tournament)


def test_undoing_a_draw_asks_too(tournament):
    draft, by = a_round(tournament, publish=False), director_of(tournament)
    penalties.penalise(tournament.entries.first(), amount=Decimal(2), reason="Late", by=by, round_=draft)
    drawn = tournament.ledger.get(kind="round_drawn").sequence
    with pytest.raises(Undecided):
        undo(tournament, drawn, by=by)
    undo(tournament, drawn, by=by, decided="keep")
    assert not tournament.rounds.exists()
    assert in_force(tournament) == (0, 1)
    assert intact(tournament)


def test_a_public_round_is_drawn_again_with_what_was_decided_on_it(tournament):
    round_, by = a_round(tournament), director_of(tournament)
    decisions.decide(tournament.entries.first(), "absent", reason="Ill", by=by, round_=round_)
    with pytest.raises(Undecided):
        draw_public_again(round_, by=by)
    assert tournament.rounds.get().state == "published"
    draw_public_again(round_, by=by, decided="keep")
    assert tournament.rounds.get().state == "draft"
    assert in_force(tournament) == (1, 0)


def test_decisions_on_other_rounds_are_not_asked_about(tournament):
    draft, by = a_round(tournament, publish=False), director_of(tournament)
    penalties.penalise(tournament.entries.first(), amount=Decimal(2), reason="Late", by=by)
    decisions.decide(tournament.entries.last(), "disqualified", reason="Cheated", by=by)
    rounds.drop_draft(draft, by=by)
    assert in_force(tournament) == (1, 1)


def test_a_reinstated_decision_that_was_not_is_found(tournament):
    draft, by = a_round(tournament, publish=False), director_of(tournament)
    penalties.penalise(tournament.entries.first(), amount=Decimal(2), reason="Late", by=by, round_=draft)
    rounds.drop_draft(draft, by=by, decided="take_back")
    undo(tournament, last_action(tournament).link.sequence, by=by)
    tournament.penalties.update(cancelled_at=draft.created_at)
    findings = verify(Tournament.objects.get(pk=tournament.pk)).findings
    assert [finding.detail for finding in findings] == ["its cancellation is not what was recorded"]
