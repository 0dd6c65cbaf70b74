"""A phone whose round is over shows where each player of its table goes."""

import re

import pytest

from tests.halls import a_round, director_of
from tests.web.at_table import a_phone, path
from tests.web.pages import text
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.departures import Departure, leave, seated_players
from tournaments.actions.setup import archiving
from tournaments.actions.setup.tournaments import end_after_round
from tournaments.models import Round, Seat

pytestmark = pytest.mark.django_db


def close(table):
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)


def places(page):
    listed = page.content.decode().partition('class="lines next"')[2].partition("</ul>")[0]
    row = r'<li( class="own")?>\s*<span class="name" translate="no">(.*?)</span>\s*<(?:strong|span)>(.*?)</'
    rows = re.findall(row, listed)
    return [(name, where, bool(own)) for own, name, where in rows]


@pytest.fixture
def phone(table):
    phone = a_phone(table, 1)
    close(table)
    return phone


def test_name_by_name_with_ones_own_marked(table, phone):
    news = path(table, "table-news")
    page = phone.get(path(table))
    assert places(page) == []
    assert "The next round is not drawn yet: this page will show where you sit." in text(page)
    before = phone.get(news).json()["mark"]
    following = a_round(table.round.tournament)
    assert phone.get(news).json()["mark"] != before
    seated = [seat.entry for seat in table.seats.order_by("number")]
    where = {seat.entry_id: f"Table {seat.table.number}" for seat in following.seats.select_related("table")}
    page = phone.get(path(table))
    assert places(page) == [(entry.name, where[entry.pk], at == 1) for at, entry in enumerate(seated)]
    assert "Round 2: where you sit" in text(page)


def test_no_further_round_is_announced_once_the_tournament_is_archived(table, phone):
    news = path(table, "table-news")
    before = phone.get(news).json()["mark"]
    archiving.archive_tournament(table.round.tournament, by=director_of(table.round.tournament))
    assert phone.get(news).json()["mark"] != before
    assert "The next round" not in text(phone.get(path(table)))


def test_no_further_round_is_announced_once_the_tournament_is_ended_early(table, phone):
    news = path(table, "table-news")
    before = phone.get(news).json()["mark"]
    end_after_round(table.round.tournament, by=director_of(table.round.tournament))
    assert phone.get(news).json()["mark"] != before
    assert "The next round" not in text(phone.get(path(table)))


def test_somebody_without_a_seat_on_this_phone_reads_the_same(table):
    phone = a_phone(table)
    close(table)
    a_round(table.round.tournament)
    assert [own for _name, _where, own in places(phone.get(path(table)))] == [False] * 4


def test_who_sat_in_is_not_sent_to_the_leavers_table(table):
    gone = seated_players(table).first().player
    coming = Departure(player=gone.pk, instead=Candidate(names=("Ugo",)), returns=True, reason="Called away")
    leave(table, coming, by=director_of(table.round.tournament))
    phone = a_phone(table, 0)
    close(table)
    where = a_round(table.round.tournament).seats.get(entry=table.seats.get(number=0).entry).table.number
    assert places(phone.get(path(table)))[0] == (gone.name, f"Table {where}", False)


def test_who_sits_out_is_told_and_who_left_is_not_there(table, phone):
    following = a_round(table.round.tournament)
    out, gone, *_others = (seat.entry for seat in table.seats.order_by("number"))
    Seat.objects.filter(round=following, entry__in=(out, gone)).delete()
    following.sit_outs.create(entry=out)
    told = places(phone.get(path(table)))
    assert (told[0], len(told)) == ((out.name, "sits out", False), 3)


def test_who_is_seated_elsewhere_afterwards_is_told_so(table, phone):
    following = a_round(table.round.tournament)
    before = phone.get(path(table, "table-news")).json()["mark"]
    assert phone.get(path(table, "table-news")).json()["mark"] == before
    own = following.seats.get(entry=table.seats.get(number=0).entry)
    other = following.seats.exclude(table=own.table).first()
    Seat.objects.filter(pk=other.pk).delete()
    Seat.objects.filter(pk=own.pk).update(table=other.table, number=other.number, side=other.side)
    assert phone.get(path(table, "table-news")).json()["mark"] != before


def test_of_a_draft_nothing_is_told(table, phone):
    a_round(table.round.tournament, publish=False)
    assert places(phone.get(path(table))) == []
    assert Round.objects.count() == 2
