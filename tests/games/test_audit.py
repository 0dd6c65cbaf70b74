"""Whole evenings with all that happens to a score: each row is added up by hand, wherever its figures are shown."""

import io
import random
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from pypdf import PdfReader

from tests.games.dealing import deal
from tests.games.evenings import SHORT
from tests.games.test_evenings import opened
from tests.halls import agreed, director_of
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import decisions, penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds, substitutes
from tournaments.actions.rounds.draws import drafts
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
KINDS = ("award", "forfeit", "absent", "penalty", "penalty", "disqualified", "correct", "substitute", "pause", "back")
HAPPENINGS = 14
NUMBER = r"[−-]?\d+(?:\.\d+|/\d+)?"


def play_a_round(case, tournament, number):
    """A round drawn and played; None where too few are left for a table."""
    director = director_of(tournament)
    try:
        round_ = rounds.publish_round(drafts.draw_round(tournament, by=director, seed=number), by=director)
    except Refusal:
        return None
    for table in round_.tables.order_by("number"):
        played = case.hands(case.plain_table(table.seats.count()), f"{number}/{table.number}")
        for hand, (tally, _given) in enumerate(played, 1):
            hands.record(table, HandInput(number=hand, tally=tally), by=director)
    rounds.close_round(round_, by=director)
    return round_


class Director:
    """Makes random changes to scores as directors do; refused ones have no effect."""

    def __init__(self, case, tournament, dice):
        self.case, self.tournament, self.dice, self.by = case, tournament, dice, director_of(tournament)

    def act(self):
        """One thing; its kind where it was done."""
        kind, entry = self.dice.choice(KINDS), self.dice.choice(list(self.tournament.entries.all()))
        round_ = self.dice.choice(list(self.tournament.rounds.all()))
        thrown = self.dice.getstate()

        def done(by):
            self.by = by
            self.dice.setstate(thrown)
            getattr(self, kind, lambda *on: self.decide(kind, *on))(entry, round_)

        try:
            agreed(director_of(self.tournament), done)
        except Refusal:
            return None
        return kind

    def decide(self, kind, entry, round_):
        amount = self.some() if kind == "award" or self.dice.random() < 0.3 else None
        how = {"amount": amount, "reason": f"{kind} of {entry.pk}", "by": self.by}
        decisions.decide(entry, kind, round_=round_, **how)

    def penalty(self, entry, round_):
        chosen = self.dice.choice([round_, None])
        penalties.penalise(entry, amount=abs(self.some()) + 1, reason="Late", by=self.by, round_=chosen)

    def correct(self, _entry, round_):
        hand = self.dice.choice(list(round_.tables.all())).hands.current().last()
        seats = hand.table.seats.count()
        sides = self.case.plain_table(seats).sides
        tally = deal(self.case.slug, self.dice, sides=sides, options=self.case.options)
        hands.record(
            hand.table, HandInput(number=hand.number, tally=tally, reason="Misread", replaces=hand.version), by=self.by
        )

    def substitute(self, entry, _round):
        coming = Candidate(names=(f"S{self.dice.randrange(10**6)}",))
        substitutes.substitute(entry, entry.players.first(), coming, by=self.by)

    def pause(self, entry, _round):
        status = self.dice.choice(["paused", "withdrawn", "active"])
        registration.change_entry(entry, {"status": status}, by=self.by)

    def back(self, entry, _round):
        for decision in entry.decisions.in_force():
            decisions.take_back(decision, by=self.by)

    def some(self):
        return Decimal(self.dice.randrange(-900, 900)) / 100


def number(shown):
    return Fraction(shown.replace("−", "-"))


def audit(client, tournament):
    """Add up every row where it is shown: by the API, on the player's page, on paper."""
    where = f"/api/v1/tournaments/{tournament.slug}/standings/"
    document = client.get(where).json()
    paper = client.get(f"/tournaments/{tournament.slug}/standings/why.pdf")
    printed = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages).split())
    for row in document["rows"]:
        told = client.get(f"{where}{row['entry']}/").json()
        score = Fraction(row["score_exact"])
        assert sum(number(line.get("exact") or line["score"] or "0") for line in told["lines"]) == score
        assert_the_page_adds_up(client, tournament, row)
        assert_the_paper_adds_up(printed, row, told["lines"], document["after_round"])
    assert client.get(f"/tournaments/{tournament.slug}/standings.pdf").status_code == 200


def assert_the_page_adds_up(client, tournament, row):
    page = client.get(f"/tournaments/{tournament.slug}/players/{row['entry']}/").content.decode()
    (why,) = re.findall(r'<section id="why">.*?</section>', page, re.S)
    shown = re.findall(rf'<strong(?: title="({NUMBER})")?>(?:≈ )?({NUMBER}|–)</strong>', why)
    figures = [number(exact or plain) for exact, plain in shown if plain != "–"]
    assert (sum(figures[:-1]), figures[-1]) == (Fraction(row["score_exact"]),) * 2


def assert_the_paper_adds_up(printed, row, lines, rounds_played):
    place, given = row["place"] or "–", sum(line["kind"] == "penalty" for line in lines)
    worth, mark = rf"(?:({NUMBER})(?: [rafd])?|–) ", r"(?:\((?:disqualified|withdrawn|stand-in)\) )?"
    given = rf"({NUMBER}) ".join(["", *["(?:\\+ )?"] * (given - 1), ""]) if given else ""
    who = re.escape(f"{place} {row['name']} ") + mark
    found = re.search(who + worth * rounds_played + given + rf"(?:({NUMBER})|–) ", f"{printed} ")
    *figures, score = [number(each or "0") for each in found.groups()]
    assert abs(sum(figures) - score) <= Fraction(1, 200)
    assert score == number(row["score"])


AT_ONCE = ("busca-accademia",)
"""What the test command plays; CI plays every game."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", [slug if slug in AT_ONCE else pytest.param(slug, marks=pytest.mark.slow) for slug in SHORT]
)
def test_every_figure_of_an_evening_adds_up(slug, client):
    case = replace(SHORT[slug], entries=2 * SHORT[slug].sizes[0] + 1)
    dice, tournament = random.Random(slug), opened(replace(case, rounds=3))
    play_a_round(case, tournament, 1)
    director, done = Director(case, tournament, dice), []
    for number_ in (2, 3):
        done += [director.act() for _happening in range(HAPPENINGS)]
        tournament = director.tournament = Tournament.objects.with_last_round().get()
        sweep.refresh_stale_standings()
        audit(client, tournament)
        play_a_round(case, tournament, number_)
    sweep.refresh_stale_standings()
    audit(client, Tournament.objects.get())
    assert len({kind for kind in done if kind}) > 4
