"""Late entries, pauses, farewells and returns between rounds, on the pages, whichever way the tables are drawn."""

import pytest
from django.urls import reverse

from tests.halls import a_tournament, director_of
from tests.parameters import slowly
from tests.web.pages import told
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds.draws.jobs import run_draw_job
from tournaments.models import Round

# A busy machine gives a draw little time: it is polite to whoever asks for pages.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

ALONE = ("swiss", *slowly("random", "interval", "danish", "danish-modified", "schedule"))
IN_PAIRS = ("mitchell", *slowly("swiss", "schedule", "random", "round-robin"))


@pytest.fixture
def desk(club, director):
    """Does as a director does, with the pages alone."""

    class Desk:
        def open(self, pairing, size, **plan):
            self.tournament = a_tournament(club, players=0, pairing=pairing, rounds=4, **plan)
            self.size = size
            early = [Candidate(names=tuple(self.names(f"Player {number}"))) for number in range(9)]
            registration.register(self.tournament, early, by=director_of(self.tournament))

        def names(self, name):
            return [f"{name} {'ab'[place]}" for place in range(self.size)]

        def enter(self, name):
            self.post("registration", name=self.names(name), sure="yes")
            return self.tournament.entries.last()

        def change(self, entry, what):
            args = [self.tournament.slug, entry.pk, what]
            director.post(reverse("change-entry", args=args))

        def post(self, page, *args, **sent):
            return director.post(reverse(page, args=[self.tournament.slug, *args]), sent, follow=True)

        def play_round(self):
            """Draw, publish and close a round; the entries that were in it."""
            answer = self.post("draw", anyway="yes")
            round_ = self.tournament.rounds.last()
            assert round_, told(answer)
            if round_.state == Round.State.DRAWING:
                run_draw_job(round_.pk)
            self.post("publish-round", round_.number)
            self.post("close-round", round_.number, anyway="yes")
            round_.refresh_from_db()
            assert round_.state == Round.State.CLOSED, told(answer)
            seated = list(round_.seats.values_list("entry", flat=True))
            return sorted([*seated, *round_.sit_outs.values_list("entry", flat=True)])

    return Desk()


def between_rounds(desk):
    everybody = list(desk.tournament.entries.values_list("pk", flat=True))
    pausing, leaving = desk.tournament.entries.all()[:2]
    assert desk.play_round() == everybody
    desk.change(pausing, "pause")
    desk.change(leaving, "withdraw")
    late = desk.enter("Late")
    assert desk.play_round() == sorted({*everybody, late.pk} - {pausing.pk, leaving.pk})
    desk.change(pausing, "return")
    assert desk.play_round() == sorted({*everybody, late.pk} - {leaving.pk})
    desk.change(leaving, "return")
    assert desk.play_round() == sorted({*everybody, late.pk})


@pytest.mark.slow
@pytest.mark.parametrize("method", ALONE)
def test_between_rounds_of_single_players(method, desk):
    desk.open(method, 1)
    between_rounds(desk)


@pytest.mark.slow
@pytest.mark.parametrize("method", IN_PAIRS)
def test_partners_who_stay_together(method, desk):
    desk.open(method, 2, ruleset="buraco", table={"hands": 1})
    between_rounds(desk)


@pytest.mark.slow
def test_partners_who_change(desk):
    desk.open("individual", 1, ruleset="buraco", table={"hands": 1})
    between_rounds(desk)


@pytest.mark.slow
def test_draw_method_changes_between_rounds(desk):
    """The method of the draw changes between rounds; every present player plays in each."""
    desk.open("schedule", 1)
    everybody = list(desk.tournament.entries.values_list("pk", flat=True))
    for method in ("random", "interval", "schedule"):
        desk.post("draw", method=method, anyway="yes")
        draft = desk.tournament.rounds.last()
        assert draft.method == method
        desk.post("drop-draft", draft.number)
        assert desk.play_round() == everybody
    methods = list(desk.tournament.rounds.values_list("method", flat=True))
    assert methods == ["random", "interval", "schedule"]
