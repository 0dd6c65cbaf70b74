"""A prepared query returns the same as Django's own."""

import pytest
from django.db import connection
from django.forms.models import model_to_dict

from tests.halls import a_round, a_table, a_tournament, play
from tournaments.actions.core.rows import HANDS, SEATS, WITH_ROUND
from tournaments.models import Hand, Seat, Table
from tournaments.models.prepared import insert, update


@pytest.mark.usefixtures("each_database_rolled_back")
def test_the_same_rows_with_what_they_refer_to():
    table = a_table(a_round(a_tournament(players=16, table={"hands": 8})), number=3)
    for number in (1, 2):
        play(table, number)
    play(table, 1, (37, 1, 1, 1), replaces=1)
    for _time in range(2):
        (read,) = WITH_ROUND.all(pk=table.pk)
        assert model_to_dict(read) == model_to_dict(Table.objects.get(pk=table.pk))
        assert (read.round.published_at, read.round.state) == (table.round.published_at, table.round.state)
        assert read.round.tournament.options == table.round.tournament.options
        assert SEATS.all(table=table.pk) == list(Seat.objects.filter(table=table).order_by("number"))
        hands = HANDS.all(table=table.pk, number=1)
        assert [(hand.number, hand.version) for hand in hands] == [(1, 1), (1, 2), (2, 1)]
        assert [model_to_dict(hand) for hand in hands] == [
            model_to_dict(hand) for hand in Hand.objects.filter(table=table).order_by("number", "version")
        ]
    assert WITH_ROUND.first(pk=0) is None


@pytest.mark.postgres
@pytest.mark.usefixtures("postgres")
def test_postgresql_plans_once_what_is_asked_again_and_again():
    table = a_table(a_round(a_tournament(players=4)))
    for _time in range(4):
        SEATS.all(table=table.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans + custom_plans FROM pg_prepared_statements WHERE statement LIKE '%seat%'")
        assert cursor.fetchall() == [(2,)]


def test_prepared_query_omits_columns_of_draws(db):
    (read,) = WITH_ROUND.all(pk=a_table().pk)
    assert read.round.get_deferred_fields() == {"draw_inputs", "report", "ahead", "drawn", "refusal"}
    assert read.round.tournament.get_deferred_fields() == {"scoring", "tie_breaks"}


@pytest.mark.usefixtures("each_database_rolled_back")
def test_prepared_writes_equal_those_of_django():
    by_django = play(a_table(a_round(a_tournament(players=8))))
    row = Hand(**{field.attname: getattr(by_django, field.attname) for field in Hand._meta.concrete_fields})
    row.pk, row.number, row.facts = None, 2, {"a": [1, "é", None]}
    for _time in range(2):
        insert(row)
        assert model_to_dict(Hand.objects.get(pk=row.pk)) == model_to_dict(row)
        row = Hand.objects.get(pk=row.pk)
        update(row, state=Hand.State.SUBMITTED, confirmed_at=None, confirmed_seat=3)
        assert model_to_dict(Hand.objects.get(pk=row.pk)) == model_to_dict(row)
        assert (row.state, row.confirmed_seat, row._state.adding) == ("submitted", 3, False)
        row = Hand(**{**{f.attname: getattr(row, f.attname) for f in Hand._meta.concrete_fields}, "id": None})
        row.number += 1
