"""A page that would change published standings of earlier rounds asks once, with the rows, and stores the reason."""

import re

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tests.season_evenings import FIRST, a_season, an_evening
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.rounds import rounds
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    tournament = a_tournament(club, name="Serata", rounds=3)
    play_out(a_round(tournament), [20, 10, 9, 1])
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    a_round(tournament)
    sweep.refresh_stale_standings()
    return tournament


def rows(tournament):
    sweep.refresh_stale_standings()
    return tournament.standings.get(after_round=1).document["rows"]


def hidden(page):
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode()))


@pytest.mark.slow
def test_change_shows_the_rows_and_is_made_once_agreed(tournament, director):
    entry = tournament.entries.get(number=1)
    where = reverse("change-entry", args=[tournament.slug, entry.pk, "stand-in"])
    before = rows(tournament)
    page = director.post(where, {"from": "the list"})
    assert (page.status_code, rows(tournament)) == (409, before)
    place = next(row["place"] for row in before if row["entry"] == entry.pk)
    assert "After round 1 Name Place Score" in text(page)
    assert f"{entry.name} {place} → – " in text(page)
    sent = hidden(page)
    assert sent["from"] == "the list"
    assert "Enter the reason." in text(director.post(where, sent))
    assert director.post(where, {**sent, "agreed_reason": "She helps out"}).status_code == 302
    assert Entry.objects.get(pk=entry.pk).stand_in
    log = text(director.get(reverse("tournament-ledger", args=[tournament.slug])))
    assert "This changed the standings after round 1." in log
    assert "She helps out" in log


@pytest.mark.slow
def test_the_season_whose_standing_follows_is_named(club, director):
    evening = an_evening(club, *FIRST, name="Prima")
    a_season(club, evening, name="Coppa")
    page = director.post(reverse("change-entry", args=[evening.slug, evening.entries.first().pk, "stand-in"]))
    assert "This tournament counts in the season Coppa, so its standings change too." in text(page)


@pytest.mark.slow
def test_a_decision_with_its_own_reason_asks_for_no_other(tournament, director):
    round_, entry = tournament.rounds.first(), tournament.entries.get(number=1)
    sent = {"kind": "award", "entry": entry.pk, "round": round_.pk, "amount": "7", "reason": "Late table"}
    page = director.post(reverse("decide", args=[tournament.slug]), sent)
    assert (page.status_code, "agreed_reason" in page.content.decode()) == (409, False)
    assert director.post(reverse("decide", args=[tournament.slug]), hidden(page)).status_code == 302
    assert tournament.decisions.get().reason == "Late table"


def test_forbidden_change_is_refused_without_asking(tournament, scorer, anybody):
    where = reverse("change-entry", args=[tournament.slug, tournament.entries.get(number=1).pk, "stand-in"])
    assert scorer.post(where).status_code == 403
    assert anybody.post(where).status_code in (302, 403)


def test_a_script_is_told_in_its_own_way(tournament, director):
    where = reverse("change-entry", args=[tournament.slug, tournament.entries.get(number=1).pk, "stand-in"])
    answer = director.post(where, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["codes"]) == (409, ["changes_published_standings"])


@pytest.mark.slow
def test_reopening_says_that_the_standings_are_taken_back_and_closing_again_asks_once(club, director):
    tournament = a_tournament(club, players=4, name="Serata", rounds=1)
    play_out(a_round(tournament), [20, 10, 9, 1])
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    before = rows(tournament)
    reopen, close = (reverse(f"{verb}-round", args=[tournament.slug, 1]) for verb in ("reopen", "close"))
    page = director.post(reopen)
    assert (page.status_code, rows(tournament)) == (409, before)
    assert "The published standings after round 1 are withdrawn: they are provisional again. No row changes" in text(
        page
    )
    assert director.post(reopen, {**hidden(page), "agreed_reason": "One hand was misread"}).status_code == 302
    play(a_table(tournament.rounds.get()), 1, [1, 1, 1, 37], replaces=1)
    question = director.post(close)
    first = tournament.entries.get(number=1)
    assert f"{first.name} " in text(question)
    assert director.post(close, {**hidden(question), "agreed_reason": "As on the sheet"}).status_code == 302
    assert rows(tournament) != before
    log = text(director.get(reverse("tournament-ledger", args=[tournament.slug])))
    assert "This withdrew the standings after round 1." in log
    assert "One hand was misread" in log
    assert "As on the sheet" in log
