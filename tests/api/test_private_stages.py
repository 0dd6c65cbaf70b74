"""A private stage of a public event is not named to everybody: on pages, on paper and in the API."""

import pytest
from django.test import Client

from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.papers import pages
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.standings import standings
from tournaments.models import Tournament
from tournaments.wording.stage_words import with_cut

from .caller import Caller

pytestmark = pytest.mark.django_db
REST = (
    " qualify for Finale. They start again without points."
    " If several are tied for the last place after the tie-breaks, "
)
SAID, FULL = [f"The best 4 {where}{REST}all of them qualify." for where in ("of an earlier stage", "of Qualifica")]


def played(tournament):
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)


def a_row(entry, best, worst):
    outlook = {"best": best, "worst": worst, "least": None, "most": None}
    return {"entry": entry, "place": best, "score_exact": "0", "tie_breaks": {}, "outlook": outlook}


@pytest.mark.slow
def test_a_private_qualifier_is_not_named_nor_a_private_final_promised(club, director):
    one_round = {"rounds": 1, "table": {"hands": 1}}
    first = a_tournament(club, name="Qualifica", visibility="private", **one_round)
    final = a_tournament(club, players=0, name="Finale", **one_round)
    director.put("tournaments/finale/stage/", {"sources": ["qualifica"], "last": 4, "ties": "all"})
    played(first)
    director.post("tournaments/finale/stage/fill/")
    played(final)
    at = "tournaments/finale/stages/"
    told = [
        [(each["sentence"], each["follows"]["sources"]) for each in caller.get(at).json()["stages"] if each["follows"]]
        for caller in (Caller(), director)
    ]
    assert told == [[(SAID, [])], [(FULL, ["qualifica"])]]
    page, paper = Client().get("/tournaments/finale/stages/"), Client().get("/tournaments/finale/stages.pdf")
    texts = [page.content.decode(), *pages(paper)]
    assert [(SAID in text, "ualifica" in text) for text in texts] == [(True, False)] * 2
    update_tournament(first, {"visibility": "public"}, by=director_of(first))
    first = Tournament.objects.get(pk=first.pk)
    rows = [a_row(1, best=1, worst=4)]
    others = [a_row(2, best=4, worst=5), a_row(3, best=5, worst=5)]
    told = {1: "certainly qualifies", 2: "may still qualify", 3: "can no longer qualify"}
    assert with_cut(first, {"rows": [*rows, *others]}, {}) == told
    update_tournament(final, {"visibility": "private"}, by=director_of(final))
    assert with_cut(first, {"rows": rows}, {}) == {}
