"""Refusals between stages: cuts too large, departures, corrections, and two directors at once."""

import pytest
from django.test import Client

from tests.api.caller import Caller
from tests.halls import a_round, a_tournament, agreed, busca, director_of, play_out
from tests.web.pages import text, told
from tests.web.test_stages import directing, over  # noqa: F401 - fixtures
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people.decisions import decide
from tournaments.actions.people.registration import change_entry
from tournaments.actions.rounds import rounds
from tournaments.actions.stages.filling import fill_stage
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.standings import standings
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
STAGE = "/tournaments/finale/stage/"
TYPED = {"name": "Finale", "sources": ["serata"], "first": "1", "of_each": "each", "carry": "all", "ties": "lot"}
GROUPS = {"groups": "2", "pots": "list", **TYPED}


@pytest.fixture
def final(over):  # noqa: F811
    """The stage for the best four of eight."""
    declared = {"sources": [over.slug], "last": 4, "carry": "all"}
    return create_next_stage(over, "Finale", declared, by=director_of(over))


@pytest.fixture
def filled(final):
    fill_stage(final, by=director_of(final))
    return final


def faults(page):
    return {name: list(map(str, found)) for name, found in page.context["form"].errors.items()}


def test_a_cut_larger_than_the_field_is_refused_beside_its_field(directing, over):  # noqa: F811
    page = directing.post(f"/tournaments/{over.slug}/stage/next/", {**TYPED, "last": "9"})
    assert (page.status_code, faults(page)) == (
        422,
        {"last": ["Only 8 are entered there: choose at most that many places."]},
    )
    page = directing.post(f"/tournaments/{over.slug}/stage/next/", {**TYPED, "first": "7", "last": ""})
    assert faults(page) == {"first": ["Only 2 would qualify; a table needs 4."]}
    a_tournament(over.club, players=16, name="Gruppi")
    split = directing.post("/tournaments/gruppi/stage/groups/", {**GROUPS, "last": "9"})
    assert faults(split) == {"last": ["Only 8 are entered there: choose at most that many places."]}


def test_a_field_of_three_is_too_small(directing, over):  # noqa: F811
    three = a_tournament(over.club, players=3, name="Tre")
    page = directing.post("/tournaments/tre/stage/groups/", {**GROUPS, "last": "1"})
    assert faults(page) == {"groups": ["3 players are too few for 2 groups: a table needs 4."]}
    for last in ("3", "4"):
        page = directing.post("/tournaments/tre/stage/next/", {**TYPED, "sources": ["tre"], "last": last})
        assert faults(page) == {"last": ["Only 3 would qualify; a table needs 4."]}
    assert Tournament.objects.filter(championship=three.championship, name="Finale").count() == 0


@pytest.mark.slow
def test_the_next_comes_in_for_who_leaves_until_nobody_is_left(directing, over, filled):  # noqa: F811
    def replace(entry):
        return directing.post(f"{STAGE}replace/", {"entry": entry.pk}, follow=True)

    first, *_others = filled.entries.order_by("number")
    page = replace(first)
    last = filled.entries.last()
    assert told(page) == [f"{last.name} qualifies instead."]
    assert told(replace(first)) == ["Somebody else has already been entered."]
    assert first.name not in {each["row"]["name"] for each in page.context["can_be_let_in"]}
    there = Entry.objects.get(tournament=over, name=first.name)
    again = directing.post(STAGE, {"named": there.pk}, follow=True)
    assert told(again)[0].startswith(f"{first.name} is already on the list of players")
    for _number in range(3):
        replace(filled.entries.filter(status=Entry.Status.ACTIVE).first())
    page = replace(filled.entries.filter(status=Entry.Status.ACTIVE).first())
    assert told(page) == ["Nobody is left to qualify instead."]
    assert "Places left unfilled: 1." in text(page)


def test_who_has_no_place_is_listed_with_the_reason(directing, club):  # noqa: F811
    tournament = a_tournament(club, players=10, rounds=1, table={"hands": 1})
    director = director_of(tournament)
    away, standing_in, thrown_out, gone = tournament.entries.order_by("-number")[:4]
    change_entry(away, {"status": "paused"}, by=director)
    change_entry(standing_in, {"stand_in": True}, by=director)
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director)
    decide(thrown_out, "disqualified", reason="Looked at cards", by=director)
    change_entry(gone, {"status": "withdrawn"}, by=director)
    standings.refresh(tournament.pk)
    declared = {"sources": [tournament.slug], "last": 6}
    final = create_next_stage(tournament, "Finale", declared, by=director)
    said = ["has not played", "stand-in", "disqualified", "does not come"]
    listed = Caller(director.user).get(f"tournaments/{final.slug}/stage/").json()["players"]
    why = {each["entry"]: (each["verdict"], each["why"]) for each in listed}
    assert [why[each.pk] for each in (away, standing_in, thrown_out, gone)] == [("out", text) for text in said]
    page = text(directing.get(STAGE))
    assert [text for text in said if text not in page] == []


@pytest.mark.slow
def test_who_withdraws_at_the_door_leaves_room_and_no_word_of_results(directing, filled):  # noqa: F811
    change_entry(filled.entries.first(), {"status": Entry.Status.WITHDRAWN}, by=director_of(filled))
    room, changed = (
        "A qualifier has withdrawn: the next one can be entered.",
        "Results of an earlier stage have changed",
    )
    desk = "/tournaments/finale/desk/"
    for page in map(text, (directing.get(STAGE), directing.get(desk))):
        assert (room in page, changed in page) == (True, False)
    seen = directing.get(STAGE).context["taking"].digest
    assert told(directing.post(STAGE, {"seen": seen}, follow=True)) == ["1 qualifier was entered."]
    a_round(filled)
    change_entry(filled.entries.last(), {"status": Entry.Status.WITHDRAWN}, by=director_of(filled))
    for page in map(text, (directing.get(STAGE), directing.get(desk))):
        assert (room in page, changed in page) == (False, False)


@pytest.mark.slow
def test_the_director_chooses_who_of_those_level_comes_in_for_who_leaves(directing, club):  # noqa: F811
    level = a_tournament(club, players=8, rounds=1, table={"hands": 1})
    round_ = a_round(level)
    play_out(round_)
    rounds.close_round(round_, by=director_of(level))
    standings.refresh(level.pk)
    final = create_next_stage(
        level, "Finale", {"sources": ["serata"], "last": 4, "ties": "decide"}, by=director_of(level)
    )
    page = directing.get(STAGE)
    offered = [each["row"]["entry"] for each in page.context["can_be_let_in"]]
    sent = {"named": offered[:4], "seen": page.context["taking"].digest}
    assert told(directing.post(STAGE, sent, follow=True)) == ["4 qualifiers were entered."]
    page = directing.post(f"{STAGE}replace/", {"entry": final.entries.first().pk}, follow=True)
    assert told(page) == ["Several are tied for this place: choose who qualifies."]
    assert [each["row"]["entry"] for each in page.context["can_be_let_in"]] == offered[4:]
    assert told(directing.post(STAGE, {**sent, "named": offered[4:5]}, follow=True))[0].startswith("Somebody else")
    sent = {"named": offered[4:5], "seen": page.context["taking"].digest}
    assert told(directing.post(STAGE, sent, follow=True)) == ["1 qualifier was entered."]


@pytest.mark.slow
def test_a_correction_behind_the_cut_says_what_would_have_been(directing, over, filled):  # noqa: F811
    a_round(filled)
    before = list(filled.entries.order_by("number").values_list("name", "status"))
    table = over.rounds.get().tables.get(number=2)
    corrected = HandInput(number=1, tally=busca([0, 0, 0, 40]), replaces=1, reason="Misread")
    agreed(director_of(over), lambda by: hands.record(table, corrected, by=by))
    standings.refresh(over.pk)
    page = directing.get(STAGE)
    assert "Results of an earlier stage have changed since. This stage stays as it is" in text(page)
    why = {each["row"]["name"]: each["why"] for each in page.context["coming"]}
    would = {name for name, words in why.items() if words == "would qualify now"}
    not_now = {name for name, words in why.items() if words == "is entered, but would not qualify now"}
    assert would
    assert not_now <= {name for name, _status in before}
    assert len(would) == len(not_now)
    assert list(filled.entries.order_by("number").values_list("name", "status")) == before
    assert "Results of an earlier stage have changed" in text(directing.get("/tournaments/finale/desk/"))


@pytest.mark.slow
def test_the_second_of_two_directors_reads_that_the_list_is_another(directing, final):  # noqa: F811
    seen = directing.get(STAGE).context["taking"].digest
    other = Client()
    other.force_login(final.club.memberships.get(role="owner").user)
    assert told(other.post(STAGE, {"seen": seen}, follow=True)) == ["4 qualifiers were entered."]
    message = "Somebody else has entered the qualifiers meanwhile, or the results changed: check the list again."
    named = directing.get(STAGE).context["coming"][0]["row"]["entry"]
    for sent in ({"seen": seen}, {"seen": seen, "named": named}):
        assert told(directing.post(STAGE, sent, follow=True)) == [message]
    assert final.entries.count() == 4


def test_a_list_that_came_in_from_elsewhere_is_not_split_and_the_page_says_why(directing, final):  # noqa: F811
    split = {**GROUPS, "last": "2"}
    page = directing.post("/tournaments/finale/stage/groups/", split)
    assert "There is nobody here to split: players qualify from Serata. Split the players there." in text(page)
    fill_stage(final, by=director_of(final))
    page = directing.post("/tournaments/finale/stage/groups/", split)
    assert "These players qualified from Serata. Undo their entry; then plan a next stage of Serata" in text(page)
