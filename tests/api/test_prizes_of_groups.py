"""…/prizes/ when players are split into groups: who belongs to a category stays marked, from list to group to final."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import told
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
PRIZES = "tournaments/serata/prizes/"
ANY_VERSION = {"If-Match": "*"}


def named(slug):
    return Tournament.objects.get(slug=slug)


def play(slug):
    round_ = a_round(named(slug))
    play_out(round_, [20, 10, 6, 4])
    rounds.close_round(round_, by=director_of(round_.tournament))
    standings.refresh(round_.tournament_id)


def marked(director):
    """The names of the juniors, by the entries that are marked."""
    (juniors,) = director.get(PRIZES).json()["declared"]["categories"]
    return sorted(Entry.objects.filter(pk__in=juniors["entries"]).values_list("name", flat=True))


@pytest.fixture
def juniors(director, club):
    """The names of seven juniors among sixteen players."""
    tournament = a_tournament(club, players=16, rounds=1, table={"hands": 1})
    entries = list(tournament.entries.order_by("number"))[::2][:7]
    declared = {"categories": [{"name": "Juniors", "prizes": ["Book"], "entries": [each.pk for each in entries]}]}
    assert director.put(PRIZES, declared).status_code == 200
    return sorted(each.name for each in entries)


@pytest.fixture
def groups(director, juniors):
    director.post("tournaments/serata/groups/", {"groups": 2, "last": 4})
    return [each.slug for each in named("serata").stage.sources.order_by("pk")]


@pytest.mark.slow
def test_the_best_junior_of_the_final_wins(director, anybody, juniors, groups):
    assert marked(director) == juniors
    for slug in groups:
        play(slug)
    assert director.post("tournaments/serata/stage/fill/").status_code == 200
    assert marked(director) == juniors
    play("serata")
    rows = director.get("tournaments/serata/standings/").json()["rows"]
    first = min((row["place"], row["entry"]) for row in rows if row["name"] in juniors)[0]
    expected = [row["entry"] for row in rows if row["name"] in juniors and row["place"] == first]
    (book,) = anybody.get(PRIZES).json()["prizes"]
    assert (book["text"], sorted(book["winners"])) == ("Book", sorted(expected))
    assert [verify(named(slug)).findings for slug in ("serata", *groups)] == [(), (), ()]


@pytest.mark.slow
def test_groups_that_are_undone_give_the_marks_back(director, juniors, groups):
    line = named("serata").ledger.get(kind="groups_made").sequence
    assert director.post("tournaments/serata/undo/", {"line": line}).status_code == 200
    own = named("serata").entries.filter(name__in=juniors)
    (category,) = director.get(PRIZES).json()["declared"]["categories"]
    assert sorted(category["entries"]) == sorted(own.values_list("pk", flat=True))
    assert verify(named("serata")).findings == ()


@pytest.mark.slow
def test_the_form_keeps_the_marks_of_those_who_play_in_the_groups(club, director, juniors, groups):
    directing, where = Client(), reverse("prizes", args=["serata"])
    directing.force_login(club.memberships.get(role="owner").user)
    sent = {"place": "Ham", "categories": "Juniors: Book", "several": "on"}
    assert told(directing.post(where, sent, follow=True)) == ["The prizes were saved."]
    assert marked(director) == juniors
    for slug in groups:
        play(slug)
    assert director.post("tournaments/serata/stage/fill/").status_code == 200
    line = named("serata").ledger_length
    page = directing.get(where)
    (_place, _category, ticked), *_more = page.context["form"].marks
    finalists = named("serata").entries.filter(name__in=juniors)
    shown = {each.pk for each in page.context["entries"]}
    assert ticked & shown == {*finalists.values_list("pk", flat=True)}
    one = finalists.first()
    others = [pk for pk in ticked & shown if pk != one.pk]
    assert told(directing.post(where, {**sent, "member-0": others}, follow=True)) == ["The prizes were saved."]
    assert marked(director) == [name for name in juniors if name != one.name]
    assert director.post("tournaments/serata/undo/", {"line": line}).status_code == 200
    assert marked(director) == [name for name in juniors if name != one.name]
    assert verify(named("serata")).findings == ()
