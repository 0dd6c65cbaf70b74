"""An entry without a counted hand: it has no place anywhere, also where everybody else has withdrawn."""

from dataclasses import replace
from decimal import Decimal

import pytest
from django.urls import reverse
from icalendar import Calendar

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, agreed, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.people import decisions, registration
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import constraints
from tournaments.actions.standings.winners import champions
from tournaments.models import Tournament, leading
from tournaments.web.public import link_previews
from tournaments.web.public.calendar import events
from tournaments.web.views.syndication import tournament_poster

pytestmark = pytest.mark.django_db
NEVER = "Player 0005"


@fixture_again
def evening(club):
    """Five entered, one withdrawn before the only round; when it was over all others withdrew."""
    tournament = a_tournament(club, players=5, name="Serata", rounds=1, starts_at="2026-03-01T20:00:00Z")
    director = director_of(tournament)
    never = tournament.entries.get(name=NEVER)
    registration.change_entry(never, {"status": "withdrawn"}, by=director)
    round_ = a_round(tournament, tables=[[0, 1, 2, 3]])
    for number in (1, 2):
        play(round_.tables.get(), number, [20, 10, 9, 1])
    rounds.close_round(round_, by=director)
    registration.withdraw_all(tournament, absent=False, by=director)
    sweep.refresh_stale_standings()
    return Tournament.objects.with_last_round().get()


def rows(tournament):
    return tournament.standings.get(after_round=1).document["rows"]


def test_entry_without_a_hand_has_no_place_and_the_others_keep_theirs(evening):
    assert (rows(evening)[0]["place"], rows(evening)[0]["name"]) == (1, "Player 0004")
    assert [row["place"] for row in rows(evening)] == [1, 2, 3, 4, None]
    assert rows(evening)[-1] | {"name": NEVER, "not_played": True} == rows(evening)[-1]


def test_entry_without_a_hand_is_no_champion_and_not_counted(evening, anybody, club):
    (event,) = events(Tournament.objects.with_last_round())
    assert (event.winners, event.players) == (["Player 0004"], 4)
    assert [each.player.name for each in champions(Tournament.objects.all(), [])] == ["Player 0004"]
    page = text(anybody.get(reverse("club", args=[club.slug])))
    assert ("4 players" in page, NEVER in page) == (True, False)


def test_entry_without_a_hand_is_on_no_poster_and_in_no_sentence(evening):
    poster = tournament_poster(evening)
    assert poster.rows[0][1] == "Player 0004"
    assert NEVER not in str(poster)
    shown = leading(Tournament.objects.with_last_round().get())
    assert NEVER not in link_previews.of_standings(evening, shown)
    assert "Place" not in link_previews.of_entry(evening, NEVER, rows(evening)[-1])


def test_entry_without_a_hand_is_in_no_csv(evening, anybody):
    for where in ("/api/v1/tournaments/serata/standings/?format=csv", reverse("standings-csv", args=["serata"])):
        lines = anybody.get(where).content.decode().strip().splitlines()
        assert (len(lines), "Player 0004" in lines[1], NEVER in "".join(lines)) == (5, True, False), where


def test_the_page_and_the_paper_have_it_without_a_place(evening, anybody):
    assert f"– {NEVER} withdrawn" in text(anybody.get("/tournaments/serata/"))


def test_history_and_calendar_omit_a_tournament_without_a_hand(evening, anybody, director):
    never = evening.entries.get(name=NEVER).players.get()
    played = evening.entries.get(name="Player 0004").players.get()
    pages = {player: text(director.get(reverse("player", args=[player.pk]))) for player in (never, played)}
    assert ("Serata" in pages[never], "Serata" in pages[played]) == (False, True)
    assert anybody.get(reverse("player", args=[never.pk])).status_code == 404
    calendars = [anybody.get(reverse("player-calendar", args=[player.pk])) for player in (never, played)]
    assert [len(Calendar.from_ical(each.content).events) for each in calendars] == [0, 0]
    registration.change_entry(evening.entries.get(name="Player 0004"), {"status": "active"}, by=director_of(evening))
    registration.change_entry(evening.entries.get(name=NEVER), {"status": "active"}, by=director_of(evening))
    calendars = [anybody.get(reverse("player-calendar", args=[player.pk])) for player in (never, played)]
    assert [len(Calendar.from_ical(each.content).events) for each in calendars] == [0, 1]


def test_an_award_gives_no_place(evening):
    never, round_ = evening.entries.get(name=NEVER), evening.rounds.get()
    award = {"reason": "He waited", "round_": round_, "amount": Decimal(0)}
    agreed(director_of(evening), lambda by: decisions.decide(never, "award", by=by, **award))
    sweep.refresh_stale_standings()
    assert [(row["place"], row["name"]) for row in rows(evening)][-1] == (None, NEVER)


def test_a_tournament_without_a_hand_has_no_winner(club, anybody):
    tournament = a_tournament(club, players=4, name="Vuota", rounds=1)
    rounds.close_round(a_round(tournament), by=director_of(tournament), anyway=True)
    sweep.refresh_stale_standings()
    assert [row["place"] for row in tournament.standings.get().document["rows"]] == [None] * 4
    (event,) = events(Tournament.objects.with_last_round())
    assert (event.winners, event.players, event.first) == ([], 0, [])
    assert champions(Tournament.objects.all(), []) == []
    assert "Winner" not in text(anybody.get(reverse("club", args=[club.slug])))


def test_a_round_by_standing_seats_who_has_not_played_by_the_score(club):
    tournament = a_tournament(club, players=9, name="Svizzero", rounds=3, pairing="danish")
    constraints.change_constraints(
        tournament, lambda before: replace(before, uneven_tables=False), by=director_of(tournament)
    )
    round_ = a_round(tournament)
    play_out(round_, [20, 10, 9, 1])
    rounds.close_round(round_, by=director_of(tournament))
    out = round_.sit_outs.get().entry_id
    second = a_round(tournament)
    inputs = [int(each["id"]) for each in second.draw_inputs["entrants"]]
    assert 0 < inputs.index(out) < 8
