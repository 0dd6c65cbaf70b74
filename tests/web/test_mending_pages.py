"""Mending a published round: what is proposed is done when told; two are exchanged by hand."""

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play
from tests.web.pages import faults, text, told
from tournaments.actions import registration
from tournaments.actions.candidates import Candidate
from tournaments.models import Hand

pytestmark = pytest.mark.django_db


@fixture_again
def round_(club):
    return a_round(a_tournament(club, players=8))


@fixture_again
def late(round_):
    names = Candidate(names=("Villa Nino",))
    return registration.register(round_.tournament, [names], by=director_of(round_.tournament))[0]


def to(name, round_):
    return reverse(name, args=[round_.tournament.slug, round_.number])


def test_somebody_too_late_takes_the_place_of_somebody_who_is_not_here(round_, late, director):
    seat = a_table(round_, 2).seats.get(number=1)
    play(a_table(round_, 1))
    wishes = {"joining": late.pk, "leaving": seat.entry_id}
    page = director.get(to("mend-round", round_), wishes)
    assert "The smallest change: nobody gets another table." in text(page)
    assert "Villa Nino comes to table 2." in text(page)
    wishes["digest"] = page.context["mend"]["digest"]
    done = director.post(to("mend-round", round_), wishes, follow=True)
    assert told(done) == ["Done: nobody has another table."]
    assert a_table(round_, 2).seats.get(number=1).entry_id == late.pk
    again = director.post(to("mend-round", round_), wishes, follow=True)
    assert told(again) == ["Done: nobody has another table."]
    assert round_.seats.count() == 8


def test_what_cannot_be_wished_is_told(round_, late, director):
    play(a_table(round_, 1))
    seated = a_table(round_, 1).seats.first().entry
    page = director.get(to("mend-round", round_), {"leaving": seated.pk, "joining": [seated.pk, "x", 10**40]})
    assert f"{seated.name} sits at a table that has played a hand." in text(page)


def test_two_change_places_and_their_hands_are_struck_out(round_, director):
    play(a_table(round_, 1))
    one, other = (a_table(round_, number).seats.get(number=0).entry_id for number in (1, 2))
    sent = {"one": one, "other": other, "hands": "strike", "reason": ""}
    refused = director.post(to("exchange-seats", round_), sent)
    assert (refused.status_code, faults(refused)) == (422, ["Give the reason."])
    director.post(to("exchange-seats", round_), {**sent, "reason": "Wrong table"})
    assert a_table(round_, 2).seats.get(number=0).entry_id == one
    assert not Hand.objects.current().exists()


@pytest.mark.parametrize("sent", [{}, {"one": "x", "other": "1"}, {"one": 10**30, "other": "", "hands": "burn"}])
def test_bad_input_is_told_beside_its_field(sent, round_, director):
    assert director.post(to("exchange-seats", round_), sent).status_code == 422


def test_it_costs_the_same_in_a_large_hall(club, director, django_assert_num_queries):
    for players in (8, 64):
        round_ = a_round(a_tournament(club, players=players, name=f"H{players}"))
        with django_assert_num_queries(24):
            director.get(to("mend-round", round_))
