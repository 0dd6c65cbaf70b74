"""Keeping players apart or at their table, on the director's pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.halls import a_tournament, director_of
from tests.season_evenings import FIRST, a_season, an_evening
from tests.web.pages import faults, text, told
from tournaments.actions.rounds.draws import constraints
from tournaments.actions.rounds.draws.constraints import SeatingConstraints, change_constraints

pytestmark = pytest.mark.django_db


def read_constraints(tournament):
    tournament.refresh_from_db()
    return constraints.read_constraints(tournament)


@pytest.fixture
def tournament(club):
    return a_tournament(club, players=8)


@pytest.fixture
def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


@pytest.fixture
def where(tournament):
    return reverse("constraints", args=[tournament.slug])


def test_an_empty_page_says_what_it_is_for(where, director):
    page = text(director.get(where))
    assert "Nobody is kept apart" in page
    assert "Everybody moves." in page
    assert "The tables" not in page


def test_two_are_kept_apart_and_may_meet_again(where, director, tournament, ids):
    sent = {"do": "apart", "apart-one": ids[1], "apart-other": ids[0]}
    assert told(director.post(where, sent, follow=True)) == ["The next draw will follow this rule."]
    assert "Player 0001 and Player 0002" in text(director.get(where))
    director.post(where, {"do": "meet", "entry": ids[:2]})
    assert read_constraints(tournament) == SeatingConstraints()


def test_entry_is_fixed_at_a_table_and_released(where, director, tournament, ids):
    director.post(where, {"do": "fixed", "fixed-entry": ids[0], "fixed-table": "2"})
    assert read_constraints(tournament).fixed == ((ids[0], 2),)
    director.post(where, {"do": "move", "entry": ids[0]})
    assert read_constraints(tournament) == SeatingConstraints()


def test_clubs_are_noted_and_their_players_kept_apart(where, director, tournament, ids):
    clubs = {f"club-{ids[0]}": "Amici", f"club-{ids[1]}": "  Amici "}
    director.post(where, {"do": "clubs", "avoid": "yes", **clubs})
    assert read_constraints(tournament).avoid_same_club
    assert list(tournament.entries.values_list("home_club", flat=True)) == ["Amici"] * 2 + [""] * 6


def test_home_clubs_that_change_places_of_a_season_are_one_question(club, director):
    evening = an_evening(club, *FIRST)
    a_season(club, evening, declaration={"competitors": "clubs", "of_each_club": 4, "parts": [{"evenings": 1}]})
    where, ids = reverse("constraints", args=[evening.slug]), list(evening.entries.values_list("pk", flat=True))
    sent = {"do": "clubs", "avoid": "yes", **{f"club-{pk}": f"Club {pk}" for pk in ids}}
    asked = director.post(where, sent)
    assert asked.status_code == 409
    assert set(evening.entries.values_list("home_club", flat=True)) == {""}
    assert not read_constraints(evening).avoid_same_club
    agreement = next(iter(dict(asked.context["answers"])))
    assert director.post(where, {**dict(asked.context["sent"]), "agreed": agreement}).status_code == 302
    assert [*evening.entries.values_list("home_club", flat=True)] == [f"Club {pk}" for pk in ids]
    assert read_constraints(evening).avoid_same_club


def test_a_home_club_that_another_director_has_stored_meanwhile_is_kept(where, director, tournament, ids):
    shown = director.get(where).context["shown"]
    director.post(where, {"do": "clubs", "avoid": "yes", f"club-{ids[0]}": "Amici"})
    sent = {f"club-{pk}": "" for pk in ids} | {f"club-{ids[1]}": "ASD"}
    director.post(where, {"do": "clubs", "shown": shown, **sent})
    assert [*tournament.entries.order_by("number").values_list("home_club", flat=True)][:3] == ["Amici", "ASD", ""]
    assert read_constraints(tournament).avoid_same_club
    director.post(where, {"do": "clubs", "shown": director.get(where).context["shown"]})
    assert not read_constraints(tournament).avoid_same_club


def test_games_with_several_sizes_of_tables_offer_them(club, director):
    buddha = a_tournament(club, name="Buddha", ruleset="buddha", table={})
    where = reverse("constraints", args=[buddha.slug])
    assert "make tables of other sizes" in text(director.get(where))
    director.post(where, {"do": "tables", "tables-seats": "5"})
    wanted = read_constraints(buddha)
    assert (wanted.seats, wanted.uneven_tables) == (5, False)


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"do": "apart"}, "Choose one."),
        ({"do": "apart", "same": True}, "Name two different players."),
        ({"do": "apart", "apart-one": "9" * 30}, "This is no longer offered: choose again."),
        ({"do": "fixed", "fixed-table": "x"}, "Enter a whole number."),
        ({"do": "fixed", "fixed-table": "0"}, "Enter a number from 1 to 10000."),
    ],
)
def test_each_fault_is_beside_its_field(where, director, tournament, ids, sent, fault):
    same = {"apart-one": ids[0], "apart-other": ids[0]} if sent.get("same") else {}
    response = director.post(where, {"fixed-entry": ids[0], **same, **sent})
    assert response.status_code == 422
    assert any(fault in told for told in faults(response))
    assert read_constraints(tournament) == SeatingConstraints()


@pytest.mark.parametrize(
    "sent",
    [{}, {"do": "x"}, {"do": "meet"}, {"do": "meet", "entry": "x"}, {"do": "move", "entry": "9" * 30}, {"do": "move"}],
)
def test_what_makes_no_sense_changes_nothing(where, director, tournament, sent):
    assert director.post(where, sent).status_code == 302
    assert read_constraints(tournament) == SeatingConstraints()


@pytest.mark.slow
def test_constraints_page_costs_the_same_queries_in_a_large_hall(club, director):
    counts = []
    for players in (8, 64):
        made = a_tournament(club, players=players, name=f"Hall {players}")
        entries = list(made.entries.values_list("pk", flat=True))
        for pair in zip(entries[::2], entries[1::2], strict=True):
            change_constraints(made, lambda c, p=pair: c.kept_apart(*p), by=director_of(made))
        with CaptureQueriesContext(connection) as queries:
            director.get(reverse("constraints", args=[made.slug]))
        counts.append(len(queries))
    assert counts == [12, 12]


@pytest.mark.slow
def test_where_many_come_from_stands_on_pages(club, director):
    made = a_tournament(club, players=260, name="Fiera")
    where = reverse("constraints", args=[made.slug])
    assert len(director.get(where).context["listed"].entries) == 250
    (found,) = director.get(where, {"q": "0259"}).context["listed"].entries
    director.post(where, {"do": "clubs", f"club-{found.pk}": "ASD"})
    assert list(made.entries.exclude(home_club="").values_list("pk", "home_club")) == [(found.pk, "ASD")]
