"""What several tables send at once: written together as if each had come alone, and none pays for another."""

from functools import partial

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.concurrency import at_once, in_background
from tests.halls import LEVEL, a_round, a_tournament, busca
from tests.table_sessions import OTHER, a_phone
from tournaments.actions import verification
from tournaments.actions.at_table import agreement, group_commit, submissions
from tournaments.actions.at_table.group_commit import Deed, Place
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands.tallies import Entered
from tournaments.models import Hand, Table

TABLES = 3
IMPOSSIBLE = [99, 0, 0, 0]
SHOWN = ("number", "version", "is_current", "state", "lines", "scores", "seat", "confirmed_seat", "device")


class Hall:
    """A tournament whose tables have two phones each."""

    def __init__(self, name="Serata", tables=TABLES):
        self.tournament = a_tournament(players=4 * tables, name=name, table={"hands": 3})
        round_ = a_round(self.tournament, tables=[range(4 * n, 4 * n + 4) for n in range(tables)])
        self.tables = list(round_.tables.order_by("number"))
        self.phones = [[a_phone(table, seat, f"{table.number} {seat}") for seat in (0, 1)] for table in self.tables]

    def enter(self, table, seat=0, number=1, points=LEVEL):
        tally = Entered(number=number, tally=busca(points))
        return Deed(self.place(table, number), partial(submissions.submit, tally, self.phones[table][seat]))

    def answer(self, table, seat=1, number=1, version=1, accept=True, points=None):
        counter = busca(points) if points and not accept else None
        reply = agreement.Answer(number=number, version=version, accept=accept, counter=counter)
        return Deed(self.place(table, number), partial(agreement.answer, reply, self.phones[table][seat]))

    def place(self, table, number):
        return Place(self.tournament.pk, self.tables[table].pk, number)

    def rows(self):
        hands = Hand.objects.filter(table__in=self.tables).order_by("table__number", "number", "version")
        return list(hands.values_list("table__number", *SHOWN))

    def told(self):
        """What the ledger tells of each table, in its order; between tables there is none."""
        links = self.tournament.ledger.order_by("sequence").values_list("kind", "facts")
        return sorted(
            (facts["table"], place, kind, facts["version"], facts["state"])
            for place, (kind, facts) in enumerate((kind, facts) for kind, facts in links if kind.startswith("hand_"))
        )


def outcome(act):
    try:
        hand = act()
    except Refusal as refused:
        return [problem.code for problem in refused.problems]
    return hand.version, hand.state


def alone(deeds):
    return [outcome(deed.act) for deed in deeds]


def together(deeds):
    """The outcomes, and which of the deeds were done in the group."""
    group_commit.perform_together(deeds)
    outcomes = [outcome(lambda deed=deed: deed.answer) if deed.is_done else outcome(deed.act) for deed in deeds]
    return outcomes, [deed.is_done for deed in deeds]


def order_by_table(told):
    return [(table, kind, version, state) for table, _place, kind, version, state in told]


def test_hands_of_several_tables_are_entered_and_confirmed_together(each_database):
    hall = Hall()
    assert together([hall.enter(n) for n in range(TABLES)]) == ([(1, "submitted")] * 3, [True] * 3)
    mixed = [hall.answer(0), hall.enter(1, number=2, points=OTHER), hall.answer(2)]
    assert together(mixed) == ([(1, "confirmed"), (1, "submitted"), (1, "confirmed")], [True] * 3)
    assert verification.verify(hall.tournament).findings == ()
    hall.tournament.refresh_from_db()
    assert hall.tournament.ledger_length == hall.tournament.ledger.count()
    assert [number for number, *_rest in hall.rows()] == [1, 2, 2, 3]


def test_who_is_refused_is_refused_alone(each_database):
    hall = Hall()
    group = [hall.enter(0), hall.enter(1, points=IMPOSSIBLE), hall.enter(2, number=3)]
    outcomes, in_group = together(group)
    assert outcomes[0] == (1, "submitted")
    assert [type(each) for each in outcomes[1:]] == [list, list]
    assert in_group == [True, False, False]
    assert [row[0] for row in hall.rows()] == [1]
    assert verification.verify(hall.tournament).findings == ()


def test_a_table_that_somebody_has_locked_is_not_waited_for(postgres):
    hall = Hall()
    group = [hall.enter(n) for n in range(TABLES)]
    with in_background() as start, transaction.atomic():
        Table.objects.select_for_update().get(pk=hall.tables[1].pk)
        start(group_commit.perform_together, group).result(timeout=20)
    assert [deed.is_done for deed in group] == [True, False, True]
    assert outcome(group[1].act) == (1, "submitted")


def test_a_group_that_fails_leaves_no_trace_and_everybody_to_himself(each_database):
    hall = Hall()

    def fail():
        hall.enter(1).act()
        raise ZeroDivisionError

    broken = Deed(hall.place(1, 1), fail)
    same_twice = [hall.enter(0), hall.enter(0), broken]  # two versions of one hand cannot both be the first
    before = hall.tournament.ledger.count()
    group_commit.perform_together(same_twice)
    assert [deed.is_done for deed in same_twice] == [False] * 3
    assert hall.rows() == []
    assert hall.tournament.ledger.count() == before
    assert alone(same_twice[:2]) == [(1, "submitted")] * 2


@pytest.mark.parametrize("tables", [2, 8])
def test_a_group_asks_as_often_however_many_are_in_it(postgres, tables, django_assert_num_queries):
    hall = Hall(tables=tables)
    together([hall.enter(n) for n in range(tables)])
    with django_assert_num_queries(2 + 9):
        assert together([hall.answer(n) for n in range(tables)])[1] == [True] * tables


def test_a_hall_that_sends_at_once_is_answered_each_for_himself(postgres):
    hall = Hall(tables=6)
    deeds = [hall.enter(n) for n in range(6)] + [hall.enter(n, seat=1, points=OTHER) for n in range(6)]
    answers = at_once(partial(group_commit.perform, deed.place, deed.act) for deed in deeds)
    stood = sorted((type(answer).__name__, getattr(answer, "state", "")) for answer in answers)
    assert stood == [("Disputed", "")] * 6 + [("Hand", "submitted")] * 6
    assert verification.verify(hall.tournament).findings == ()


STEP = st.dictionaries(
    st.integers(0, TABLES - 1),
    st.one_of(
        st.tuples(st.just("enter"), st.integers(0, 1), st.integers(1, 2), st.sampled_from([LEVEL, OTHER, IMPOSSIBLE])),
        st.tuples(
            st.just("answer"),
            st.integers(0, 1),
            st.integers(1, 2),
            st.integers(1, 2),
            st.booleans(),
            st.none() | st.just(OTHER),
        ),
    ),
    min_size=2,
)


@pytest.mark.django_db
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(script=st.lists(STEP, max_size=4))
@example(
    script=[
        {0: ("enter", 0, 1, LEVEL), 1: ("enter", 0, 1, LEVEL)},
        {0: ("answer", 1, 1, 1, False, OTHER), 1: ("answer", 1, 1, 1, True, None)},
    ]
)
def test_whatever_they_send_it_comes_to_the_same_as_alone(script):
    with transaction.atomic():
        one, other = Hall("Insieme"), Hall("Da soli")
        for step in script:
            pairs = [
                [getattr(hall, what)(table, *how) for hall in (one, other)] for table, (what, *how) in step.items()
            ]
            assert together([ours for ours, _theirs in pairs])[0] == alone(theirs for _ours, theirs in pairs)
        assert one.rows() == other.rows()
        assert order_by_table(one.told()) == order_by_table(other.told())
        assert verification.verify(one.tournament).findings == ()
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_who_needs_more_than_was_read_spoils_nothing_for_the_others():
    hall = Hall()
    together([hall.enter(n) for n in range(TABLES)])
    mixed = [hall.answer(0, accept=False, points=OTHER), hall.answer(1, accept=False), hall.answer(2)]
    outcomes, in_group = together(mixed)
    assert outcomes == [(2, "submitted"), (1, "disputed"), (1, "confirmed")]
    assert in_group == [False, False, True]
    assert verification.verify(hall.tournament).findings == ()


@pytest.mark.django_db
def test_another_hand_than_the_place_names_is_not_guessed():
    hall = Hall()
    together([hall.enter(n) for n in range(2)])
    elsewhere = Deed(hall.place(1, 1), hall.enter(1, number=2).act)
    assert together([hall.answer(0), elsewhere]) == ([(1, "confirmed"), (1, "submitted")], [True, False])
