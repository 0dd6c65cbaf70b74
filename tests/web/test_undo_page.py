"""The page to undo the last large action shows the effect first."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tests.web.at_table import a_phone, path
from tests.web.pages import text, told
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds
from tournaments.models import Round

pytestmark = pytest.mark.django_db
UNDO = "/tournaments/serata/undo/"


@pytest.fixture
def closed(club):
    round_ = a_round(a_tournament(club, players=4, name="Serata"))
    play_out(round_)
    return rounds.close_round(round_, by=director_of(round_.tournament))


def line_on(desk):
    return text(desk).partition("Undo:")[2].strip().partition("Other pages")[0]


def line_of(kind, tournament):
    return tournament.ledger.get(kind=kind).sequence


def test_the_desk_has_a_line_and_the_page_says_what_happens_then(director, closed):
    assert line_on(director.get(reverse("desk", args=["serata"]))).startswith("Round 1 was closed.")
    page = text(director.get(UNDO))
    assert (
        "olga: Round 1 was closed. What happens if you undo it: Round 1 is in play again. Every result stays as it is."
        in page
    )
    assert Round.objects.get().state == Round.State.CLOSED
    answer = director.post(UNDO, {"line": line_of("round_closed", closed.tournament)}, follow=True)
    assert told(answer) == ["Undone."]
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_a_double_click_and_the_back_button_do_no_harm(director, closed):
    line = {"line": line_of("round_closed", closed.tournament)}
    director.post(UNDO, line, follow=True)
    second = told(director.post(UNDO, line, follow=True))
    assert second[0].startswith("This had been undone already, at ")
    rounds.close_round(Round.objects.get(), by=director_of(closed.tournament))
    assert told(director.post(UNDO, line, follow=True))[0].startswith("This had been undone already, at ")
    assert Round.objects.get().state == Round.State.CLOSED


def test_what_rests_on_it_is_named(director, closed):
    rounds.reopen_round(closed, by=director_of(closed.tournament))
    play(a_table(closed), replaces=1, points=[37, 1, 1, 1], reason="misread")
    assert "This can no longer be undone. Results of round 1 were entered since." in text(director.get(UNDO))
    line = {"line": line_of("round_reopened", closed.tournament)}
    assert told(director.post(UNDO, line, follow=True)) == ["Results of round 1 were entered since."]
    assert "Undo:" not in text(director.get(reverse("desk", args=["serata"])))


def test_who_was_too_late_is_told_what_came_before(director, closed):
    a_round(closed.tournament, publish=False)
    line = {"line": line_of("round_closed", closed.tournament)}
    answer = director.post(UNDO, line, follow=True)
    assert told(answer) == ["Something else was done since: undo that first."]
    assert "Round 2 was drawn: 1 table." in text(answer)


def test_undo_page_without_an_action_says_so(director, club):
    a_tournament(club, name="Serata")
    assert "There is nothing to undo." in text(director.get(UNDO))
    assert director.post(UNDO, {"line": "x"}).status_code == 302


def test_phones_at_a_round_that_is_a_draft_again_wait(director, anybody, club):
    round_ = a_round(a_tournament(club, players=4, name="Serata"))
    phone = a_phone(table := a_table(round_), 0)
    director.post(UNDO, {"line": line_of("round_published", round_.tournament)})
    assert "Round 1 has not begun yet: wait for the director." in text(phone.get(path(table, "at-table")))
    rounds.publish_round(Round.objects.get(), by=director_of(round_.tournament))
    assert "Player 0001" in text(phone.get(path(table, "at-table")))
    director.post(UNDO, {"line": round_.tournament.ledger.filter(kind="round_published").last().sequence})
    assert anybody.get("/tournaments/serata/rounds/1/").status_code == 404


def test_the_registration_has_the_line_too(director, club):
    tournament = a_tournament(club, players=4, name="Serata")
    registration.remove_entry(tournament.entries.get(number=3), by=director_of(tournament))
    page = text(director.get(reverse("registration", args=["serata"])))
    assert "Undo: Player 0003 was removed from the list." in page
    director.post(UNDO, {"line": line_of("entry_removed", tournament)})
    assert tournament.entries.filter(name="Player 0003").exists()
