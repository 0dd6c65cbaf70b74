"""A draft with decisions: the page asks what to do with them, and does it."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text
from tournaments.actions.people import penalties

pytestmark = pytest.mark.django_db


@fixture_again
def draft(club):
    round_ = a_round(a_tournament(club, players=8, rounds=2, name="Serata"), publish=False)
    director, entry = director_of(round_.tournament), round_.tournament.entries.get(number=1)
    penalties.penalise(entry, amount=Decimal(2), reason="Late", by=director, round_=round_)
    return round_


def asked(client, address, sent):
    """Return the question that the page asks, and the values that each of its buttons sends."""
    answer = client.post(address, sent)
    assert answer.status_code == 409
    form = answer.content.decode().partition('<form class="buttons"')[2].partition("</form>")[0]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    del hidden["csrfmiddlewaretoken"]
    assert hidden == {name: str(value) for name, value in sent.items()}
    return text(answer)


def in_force(draft):
    return draft.tournament.penalties.in_force().count()


@pytest.mark.parametrize("page", ["drop-draft", "draw-again"])
@pytest.mark.parametrize(("answer", "left"), [("keep", 1), ("take_back", 0)])
def test_the_director_chooses(director, draft, page, answer, left):
    address, sent = reverse(page, args=["serata", 1]), {"drawn": draft.pk}
    question = asked(director, address, sent)
    assert f"Round 1 has decisions ({draft.tournament.entries.get(number=1).name})" in question
    assert draft.tournament.rounds.get().pk == draft.pk
    director.post(address, {**sent, "decisions": answer})
    assert draft.tournament.rounds.filter(pk=draft.pk).exists() is False
    assert draft.tournament.rounds.exists() is (page == "draw-again")
    assert in_force(draft) == left


def test_undoing_the_draw_asks_too(director, draft):
    line = {"line": draft.tournament.ledger.get(kind="round_drawn").sequence}
    asked(director, "/tournaments/serata/undo/", line)
    director.post("/tournaments/serata/undo/", {**line, "decisions": "take_back"})
    assert not draft.tournament.rounds.exists()
    assert in_force(draft) == 0


def test_any_other_answer_asks_again(director, draft):
    asked(director, reverse("drop-draft", args=["serata", 1]), {"seating": ""})
    assert director.post(reverse("drop-draft", args=["serata", 1]), {"decisions": "burn"}).status_code == 409
    assert in_force(draft) == 1


def test_nobody_else_is_asked(scorer, client, draft):
    for anybody in (scorer, client):
        answer = anybody.post(reverse("drop-draft", args=["serata", 1]), {"decisions": "keep"})
        assert answer.status_code in (302, 403, 404)
    assert draft.tournament.rounds.exists()
