"""Every action that changes published standings of earlier rounds needs a confirmation."""

import json
from decimal import Decimal
from typing import get_args

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tournaments.actions.core import ledger
from tournaments.actions.core.actor import Actor
from tournaments.actions.core.changed_tables import CLOSING, STANDINGS_UNTOUCHED
from tournaments.actions.core.refusals import ChangesPublished
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.ledger_kinds import NAMES_ALONE, LedgerKind
from tournaments.actions.people import decisions, penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.substitutes import replace_entry
from tournaments.actions.setup import tournaments
from tournaments.actions.standings.standings import refresh
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db
UNLIKE = [37, 1, 1, 1]


@pytest.fixture
def evening():
    """Nine players, two rounds closed and published, the third in play."""
    tournament = a_tournament(players=9, rounds=4, tie_breaks=["lot"])
    for _number in range(2):
        play_out(a_round(tournament), [20, 10, 9, 1])
        rounds.close_round(tournament.rounds.last(), by=director_of(tournament))
    a_round(tournament)
    refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def standings(tournament, rounds_=(1, 2)):
    refresh(tournament.pk)
    return [each.document["rows"] for each in tournament.standings.filter(after_round__in=rounds_)]


def correct(tournament, by, number=1):
    table = a_table(tournament.rounds.get(number=number))
    tally = {"lines": [{"points": each} for each in UNLIKE]}
    hands.record(table, HandInput(number=1, tally=tally, replaces=1, reason="Misread"), by=by)


def strike(tournament, by):
    hands.void(a_table(tournament.rounds.first()).hands.current().last(), by=by, reason="Cards were missing")


def dispute(tournament, by):
    hands.dispute(a_table(tournament.rounds.first()).hands.current().last(), by=by)


def first(tournament):
    return tournament.entries.first()


def entered_earlier(tournament, by):
    (late,) = registration.register(tournament, [Candidate(names=("Zita",))], by=by)
    registration.change_entry(late, {"from_round": 1}, by=by)


ACTS = {
    "a correction": correct,
    "a hand struck out": strike,
    "a hand disputed": dispute,
    "a penalty of a round": lambda t, by: penalties.penalise(
        first(t), amount=Decimal(1), reason="Late", by=by, round_=t.rounds.first()
    ),
    "a penalty of all rounds": lambda t, by: penalties.penalise(first(t), amount=Decimal(1), reason="Late", by=by),
    "an award": lambda t, by: decisions.decide(
        first(t), "award", reason="Late", by=by, round_=t.rounds.first(), amount=Decimal(7)
    ),
    "a forfeit": lambda t, by: decisions.decide(first(t), "forfeit", reason="Left", by=by, round_=t.rounds.first()),
    "a disqualification": lambda t, by: decisions.decide(
        first(t), "disqualified", reason="Marked cards", by=by, round_=t.rounds.first()
    ),
    "standing in": lambda t, by: registration.change_entry(first(t), {"stand_in": True}, by=by),
    "an earlier first round": entered_earlier,
    "a way of scoring": lambda t, by: tournaments.update_tournament(t, {"scoring": {"method": "places"}}, by=by),
    "tie-breaks": lambda t, by: tournaments.update_tournament(t, {"tie_breaks": ["card_points"]}, by=by),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_change_of_published_standings_is_shown_and_made_once_agreed(evening, act):
    director, before, length = director_of(evening), standings(evening), evening.ledger.count()
    with pytest.raises(ChangesPublished) as asked, transaction.atomic():
        act(evening, director)
    assert (standings(evening), evening.ledger.count()) == (before, length)
    act(evening, agreeing(director, asked.value))
    link = evening.ledger.last()
    after = standings(evening)
    assert changed(before, after) == {(row.round, row.entry): told(row) for row in asked.value.rows}
    assert link.facts["changed_standings"] == sorted({row.round for row in asked.value.rows})
    assert link.disclosure.personal["text"]
    assert verify(evening).findings == ()


def agreeing(director, asked):
    return Actor(user=director.user, source="web", agreed=asked.agreement, reason="It was wrong")


def told(row):
    return (row.place_before, row.score_before, row.place_after, row.score_after)


def changed(before, after):
    """Every row that differs in more than how far it moved."""
    found = {}
    for number, pair in enumerate(zip(before, after, strict=True), start=1):
        both = [{row["entry"]: row for row in rows} for rows in pair]
        for entry in both[0] | both[1]:
            rows = [{k: v for k, v in each.get(entry, {}).items() if k != "moved"} for each in both]
            if rows[0] != rows[1]:
                found[number, entry] = tuple(row.get(k) for row in rows for k in ("place", "score"))
    return found


HARMLESS = {
    "a pause": lambda t, by: registration.change_entry(first(t), {"status": "paused"}, by=by),
    "leaving": lambda t, by: registration.change_entry(first(t), {"status": "withdrawn"}, by=by),
    "everybody leaving": lambda t, by: registration.withdraw_all(t, absent=False, by=by),
    "entering late": lambda t, by: registration.register(t, [Candidate(names=("Zita",))], by=by),
    "coming instead": lambda t, by: replace_entry(first(t), Candidate(names=("Zita",)), by=by),
    "a hand of the round in play": lambda t, by: play(a_table(t.rounds.last())),
    "a disqualification from now on": lambda t, by: decisions.decide(
        first(t), "disqualified", reason="Marked cards", by=by
    ),
    "a name of the tournament": lambda t, by: tournaments.update_tournament(t, {"name": "Altra"}, by=by),
}


@pytest.mark.parametrize("act", HARMLESS.values(), ids=HARMLESS.keys())
def test_change_of_the_round_in_play_needs_no_agreement(evening, act):
    before = standings(evening)
    act(evening, director_of(evening))
    assert standings(evening) == before
    assert verify(evening).findings == ()


def test_undoing_changes_no_earlier_standing_unasked(evening):
    director, before = director_of(evening), standings(evening)
    registration.change_entry(first(evening), {"status": "withdrawn"}, by=director)
    undo(evening, last_action(evening).link.sequence, by=director)
    assert standings(evening) == before


def test_another_change_than_was_agreed_to_is_asked_again(evening):
    director = director_of(evening)
    with pytest.raises(ChangesPublished) as asked, transaction.atomic():
        correct(evening, director)
    correct(evening, agreeing(director, asked.value))
    with pytest.raises(ChangesPublished) as again, transaction.atomic():
        strike(evening, agreeing(director, asked.value))
    assert asked.value.agreement in again.value.agreement.split()
    assert asked.value.agreement != again.value.agreement


def test_change_of_published_standings_needs_a_reason(evening):
    director = director_of(evening)
    with pytest.raises(ChangesPublished) as asked, transaction.atomic():
        registration.change_entry(first(evening), {"stand_in": True}, by=director)
    without = Actor(user=director.user, source="web", agreed=asked.value.agreement)
    with pytest.raises(ChangesPublished) as again, transaction.atomic():
        registration.change_entry(first(evening), {"stand_in": True}, by=without)
    assert [fault.code for fault in again.value.faults] == ["missing_field"]
    assert again.value.agreement == asked.value.agreement


def test_the_last_round_of_a_finished_tournament_is_published_too():
    tournament = a_tournament(players=4, rounds=1)
    play_out(a_round(tournament))
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    refresh(tournament.pk)
    with pytest.raises(ChangesPublished):
        correct(tournament, director_of(tournament))


def test_a_hand_of_the_round_in_play_costs_no_query(evening):
    other = a_round(a_tournament(evening.club, players=9, name="Altra"))
    counts = []
    for round_ in (evening.rounds.last(), other):
        table = Table.objects.get(round=round_, number=1)
        play(table)
        with CaptureQueriesContext(connection) as queries:
            play(table, 2)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_no_kind_of_link_escapes(evening):
    """Every kind of link is confirmed if it changes the published standings, or it cannot change them."""
    evening.penalties.create(
        entry=first(evening), amount=Decimal(1), reason="Behind its back", issued_at="2026-01-01T00:00Z"
    )
    entries = {"entries": [{"from_round": 1}]}
    kinds = {kind for kinds in get_args(LedgerKind) for kind in get_args(kinds)}
    unasked = {kind for kind in kinds if escapes(evening, kind, {"round": 1, **entries})}
    assert unasked == kinds & (STANDINGS_UNTOUCHED - {*CLOSING} | set(NAMES_ALONE))
    assert not any(escapes(evening, kind, entries) for kind in kinds - unasked)


def escapes(evening, kind, facts):
    """Whether a link of this kind is appended unasked; nothing of it stays."""
    try:
        with transaction.atomic():
            ledger.append(evening.pk, kind, by=director_of(evening), facts=facts)
            transaction.set_rollback(True)
    except ChangesPublished:
        return False
    return True


def test_agreed_change_is_published_at_once(evening):
    director = director_of(evening)
    with pytest.raises(ChangesPublished) as asked, transaction.atomic():
        correct(evening, director)
    correct(evening, agreeing(director, asked.value))
    at_once = [bytes(each.body) for each in evening.standings.filter(after_round__lte=2)]
    refresh(evening.pk)
    later = [each.document for each in evening.standings.filter(after_round__lte=2)]
    assert [without_revision(json.loads(body)) for body in at_once] == [without_revision(each) for each in later]


def without_revision(document):
    return {name: value for name, value in document.items() if name != "revision"}
