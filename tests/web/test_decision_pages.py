"""Deciding on an entry, and the reason wherever the figure is."""

from decimal import Decimal

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import text
from tests.web.test_prints import pages
from tournaments.actions import decisions, penalties, rounds, sweep

pytestmark = pytest.mark.django_db
WHY = "Il tavolo <b>era</b> in ritardo"


@fixture_again
def round_(club):
    round_ = a_round(a_tournament(club, name="Serata", rounds=2))
    play_out(round_, [20, 10, 9, 1])
    rounds.close_round(round_, by=director_of(round_.tournament))
    return round_


def entry_of(round_, number=1):
    return round_.tournament.entries.get(number=number)


def test_a_director_decides_by_form_and_takes_it_back(round_, director):
    where = reverse("decide", args=["serata"])
    sent = {"kind": "forfeit", "entry": entry_of(round_).pk, "round_": round_.pk, "reason": "Left"}
    assert director.post(where, sent).status_code == 302
    made = round_.tournament.decisions.get()
    assert (made.entry, made.kind, made.round) == (entry_of(round_), "forfeit", round_)
    assert "Left" in text(director.get(where))
    director.post(reverse("take-back-decision", args=["serata", made.pk]))
    made.refresh_from_db()
    assert made.cancelled_at is not None


def test_what_is_missing_is_said_at_its_field(round_, director):
    page = text(director.post(reverse("decide", args=["serata"]), {"kind": "award", "reason": "x"}))
    assert "This field is required." in page
    sent = {"kind": "award", "entry": entry_of(round_).pk, "reason": "x"}
    page = text(director.post(reverse("decide", args=["serata"]), sent))
    assert [told in page for told in ("Choose the round.", "Say what the round is worth.")] == [True, True]


def test_the_reason_stands_wherever_the_figure_is(round_, anybody):
    director, entry = director_of(round_.tournament), entry_of(round_)
    award = {"reason": WHY, "by": director, "round_": round_, "amount": Decimal("2.5")}
    decisions.decide(entry, "award", **award)
    penalties.penalise(entry, amount=Decimal("0.5"), reason="Telefono", by=director, round_=round_)
    sweep.refresh_stale_standings()
    table = round_.seats.get(entry=entry).table
    tails = ("", f"players/{entry.pk}/", "rounds/1/", f"rounds/1/tables/{table.number}/")
    for tail in tails:
        page = anybody.get(f"/tournaments/serata/{tail}").content.decode()
        assert ("Il tavolo &lt;b&gt;era&lt;/b&gt; in ritardo" in page, "Telefono" in page) == (True, True)
    (paper,) = pages(anybody.get("/tournaments/serata/standings/why.pdf"))
    assert f"{entry.name} 2.5 d 0.5 3" in paper
    assert f"{entry.name}, round 1: {WHY}" in paper


def test_a_page_tells_each_line_and_their_sum_without_scripts(round_, anybody):
    entry = entry_of(round_)
    penalties.penalise(entry, amount=Decimal("0.5"), reason="Late", by=director_of(round_.tournament))
    sweep.refresh_stale_standings()
    row = round_.tournament.standings.get().row_of(entry.pk)
    page = text(anybody.get(reverse("entry", args=["serata", entry.pk])))
    assert "After round 1: how the score is made up" in page
    assert f"Penalty Late 0.5 Buscas {row['score']}" in page


def test_who_is_disqualified_stands_last_with_the_reason(round_, anybody, director):
    entry = entry_of(round_)
    decisions.decide(entry, "disqualified", reason="Marked cards", by=director_of(round_.tournament))
    sweep.refresh_stale_standings()
    page = text(anybody.get("/tournaments/serata/"))
    assert f"– {entry.name} disqualified Marked cards" in page
    listed = director.get("/tournaments/serata/registration/").content.decode()
    assert f"registration/{entry.pk}/return/" not in listed
