"""Deciding on an entry, and the reason wherever the figure is."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions import sweep
from tournaments.actions.people import decisions, penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.web.forms import chosen_entries

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
    sent = {"kind": "forfeit", "entry": entry_of(round_).pk, "round": round_.pk, "reason": "Left"}
    assert director.post(where, sent).status_code == 302
    made = round_.tournament.decisions.get()
    assert (made.entry, made.kind, made.round_number) == (entry_of(round_), "forfeit", 1)
    assert "Left" in text(director.get(where))
    director.post(reverse("take-back-decision", args=["serata", made.pk]))
    made.refresh_from_db()
    assert made.cancelled_at is not None


def test_players_of_one_name_are_offered_with_their_numbers(club, director):
    tournament = a_tournament(club, name="Serata", players=2)
    twins = [Candidate(names=("Ada Neri",), new=True) for _player in range(2)]
    one, other = registration.register(tournament, twins, by=director_of(tournament))
    page = text(director.get(reverse("decide", args=["serata"])))
    assert f"{one.number} Ada Neri" in page
    assert f"{other.number} Ada Neri" in page
    alone = tournament.entries.get(number=1)
    assert f"{alone.number} {alone.name}" not in page


def test_what_is_missing_is_said_at_its_field(round_, director):
    page = text(director.post(reverse("decide", args=["serata"]), {"kind": "award", "reason": "x"}))
    assert "Choose one." in page
    sent = {"kind": "award", "entry": entry_of(round_).pk, "reason": "x"}
    page = text(director.post(reverse("decide", args=["serata"]), sent))
    assert [told in page for told in ("Choose the round.", "Enter the score of the round.")] == [True, True]


def test_decisions_and_penalties_share_a_form_and_a_list(round_, director):
    where = reverse("decide", args=["serata"])
    sent = {"kind": "penalty", "entry": entry_of(round_).pk, "amount": "1,5", "reason": "Ritardo"}
    director.post(where, sent, headers={"accept-language": "it"})
    penalty = round_.tournament.penalties.get()
    assert (penalty.entry, penalty.amount, penalty.reason) == (entry_of(round_), Decimal("1.5"), "Ritardo")
    director.post(where, {**sent, "kind": "disqualified", "amount": ""})
    listed = director.get(where).context["decided"]
    assert [(each["what"], each["made"].reason) for each in listed] == [
        ("Disqualification", "Ritardo"),
        ("Penalty", "Ritardo"),
    ]
    for each in listed:
        director.post(each["take_back"])
    assert all(each["made"].cancelled_at for each in director.get(where).context["decided"])


@pytest.mark.slow
def test_the_form_begins_with_what_a_link_says(round_, director):
    where, entry = reverse("decide", args=["serata"]), entry_of(round_)
    assert (
        f'href="{where}?entry={entry.pk}"' in director.get(f"/tournaments/serata/players/{entry.pk}/").content.decode()
    )
    form = director.get(where, {"entry": entry.pk, "kind": "award", "round": 1}).context["form"]
    assert [form[name].value() for name in ("entry", "kind", "round")] == [entry.pk, "award", round_.pk]
    table = round_.seats.get(entry=entry).table
    link = f"{where}?round=1&amp;table={table.number}"
    assert link in director.get(f"/tournaments/serata/rounds/1/tables/{table.number}/").content.decode()
    offered = director.get(where, {"round": 1, "table": table.number}).context["form"].fields["entry"].queryset
    assert {each.pk for each in offered} == set(table.seats.values_list("entry", flat=True))
    for odd in ({"entry": "x", "round": "9" * 20, "table": "-"}, {"entry": 10**8, "kind": "<b>"}):
        assert director.get(where, odd).status_code == 200


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, ["kind", "entry", "reason"]),
        ({"kind": "penalty"}, ["entry", "reason", "amount"]),
        ({"kind": "penalty", "entry": "x", "amount": "much", "reason": " "}, ["entry", "amount", "reason"]),
        ({"kind": "penalty", "entry": "99999", "amount": "0", "reason": "x" * 10_000}, ["entry", "reason", "amount"]),
        ({"kind": "penalty", "amount": "1e400", "reason": "late"}, ["entry", "amount"]),
        ({"kind": "award", "amount": "1.234", "reason": "late"}, ["entry", "amount", "round"]),
    ],
)
def test_every_fault_at_once(data, expected, round_, director):
    response = director.post(reverse("decide", args=["serata"]), data)
    assert (response.status_code, sorted(response.context["form"].errors)) == (422, sorted(expected))


def test_of_many_somebody_is_found_by_number_or_name(round_, director, monkeypatch):
    monkeypatch.setattr(chosen_entries, "LONGEST", 4)
    where = reverse("decide", args=["serata"])
    sent = {"kind": "forfeit", "round": round_.pk, "reason": "Left"}
    for typed in ("3", "3 Player 0003", "Player 0003", "0003"):
        assert director.post(where, {**sent, "entry": typed}).status_code == 302
    assert {made.entry.number for made in round_.tournament.decisions.all()} == {3}
    assert "Nobody here is called “Xaver”." in text(director.post(where, {**sent, "entry": "Xaver"}))
    assert "Which of them? Write the number: 1 Player 0001" in text(director.post(where, {**sent, "entry": "player"}))
    assert 'value="2 Player 0002"' in director.get(where, {"entry": entry_of(round_, 2).pk}).content.decode()


def test_the_reason_stands_wherever_the_figure_is(round_, anybody):
    director, entry = director_of(round_.tournament), entry_of(round_)
    award = {"reason": WHY, "by": director, "round_": round_, "amount": Decimal("2.5")}
    decisions.decide(entry, "award", **award)
    penalties.penalise(entry, amount=Decimal("0.5"), reason="Telefono", by=director, round_=round_)
    penalties.penalise(entry, amount=Decimal(1), reason="Ritardo", by=director)
    sweep.refresh_stale_standings()
    table = round_.seats.get(entry=entry).table
    tails = ("", f"players/{entry.pk}/", "rounds/1/", f"rounds/1/tables/{table.number}/")
    for tail in tails:
        page = anybody.get(f"/tournaments/serata/{tail}").content.decode()
        assert ("Il tavolo &lt;b&gt;era&lt;/b&gt; in ritardo" in page, "Telefono" in page) == (True, True)
    (paper,) = pages(anybody.get("/tournaments/serata/standings/why.pdf"))
    assert f"{entry.name} 2.5 d 0.5 + 1 4" in paper
    assert f"{entry.name}, round 1: {WHY}" in paper


def test_a_number_that_was_given_is_written_as_in_the_standings(round_, anybody, director):
    for number, amount in ((1, "-1.50"), (2, "100")):
        award = {"reason": WHY, "by": director_of(round_.tournament), "amount": Decimal(amount)}
        decisions.decide(entry_of(round_, number), "award", round_=round_, **award)
    for page in (director.get(reverse("decide", args=["serata"])), anybody.get("/tournaments/serata/rounds/1/")):
        given = re.findall(r"<strong>([−-]?\d[\d.]*)</strong>", page.content.decode())
        assert {"−1.5", "100"} - set(given) == set()


def test_a_page_tells_each_line_and_their_sum_without_scripts(round_, anybody):
    entry = entry_of(round_)
    penalties.penalise(entry, amount=Decimal("0.5"), reason="Late", by=director_of(round_.tournament))
    sweep.refresh_stale_standings()
    row = round_.tournament.standings.get().row_of(entry.pk)
    page = text(anybody.get(reverse("entry", args=["serata", entry.pk])))
    assert "After round 1: how the score is made up" in page
    assert f"Penalty Late 0.5 Buscas {row['score']}" in page


@pytest.mark.slow
def test_what_makes_up_the_scores_says_who_is_out_and_of_whom_there_is_none_yet(round_, anybody):
    out, gone = entry_of(round_), entry_of(round_, 2)
    decisions.decide(out, "disqualified", reason="Marked cards", by=director_of(round_.tournament))
    registration.change_entry(gone, {"status": "withdrawn"}, by=director_of(round_.tournament))
    play_out(a_round(round_.tournament))
    sweep.refresh_stale_standings()
    (paper,) = pages(anybody.get("/tournaments/serata/standings/why.pdf"))
    assert (f"{out.name} (disqualified)" in paper, f"{gone.name} (withdrawn)" in paper) == (True, True)
    waiting = a_round(a_tournament(round_.tournament.club, players=4, name="Prossima")).tournament
    sweep.refresh_stale_standings()
    (paper,) = pages(anybody.get(f"/tournaments/{waiting.slug}/standings/why.pdf"))
    assert "– Player 0004 – –" in paper


def test_who_is_disqualified_stands_last_with_the_reason(round_, anybody, director):
    entry = entry_of(round_)
    decisions.decide(entry, "disqualified", reason="Marked cards", by=director_of(round_.tournament))
    sweep.refresh_stale_standings()
    page = text(anybody.get("/tournaments/serata/"))
    assert f"– {entry.name} disqualified Marked cards" in page
    listed = director.get("/tournaments/serata/registration/").content.decode()
    assert f"registration/{entry.pk}/return/" not in listed
