"""Whom the director lets in: as many of those level as there are places, and after the draw from the next round on."""

import pytest

from tests.api.caller import Caller, codes, faults
from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import faults as faults_on
from tests.web.pages import text, told
from tests.web.test_stages import directing, over  # noqa: F401 - fixtures
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.people.registration import change_entry
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.rounds.draws.knock_out import due_entries, read_still_in
from tournaments.actions.stages.filling import empty_stage, fill_stage
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
STAGE = "/tournaments/finale/stage/"


@pytest.fixture
def level(club):
    """A tournament of eight in which all are level, and a final for four of them by the director's choice."""
    tournament = a_tournament(club, players=8, rounds=1, table={"hands": 1})
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)
    declared = {"sources": ["serata"], "last": 4, "ties": "decide"}
    create_next_stage(tournament, "Finale", declared, by=director_of(tournament))
    return tournament


def refused(chosen):
    return f"Tied for the last place of Serata: choose 4 of the 8. You chose {chosen}."


@pytest.mark.slow
def test_the_page_says_how_many_of_those_level_come_in_and_refuses_another_number(directing, level):  # noqa: F811
    page = directing.get(STAGE)
    assert "Tied for the last place of Serata: choose 4 of the 8." in text(page)
    offered = [each["row"]["entry"] for each in page.context["can_be_let_in"]]
    for chosen in (0, 3, 5):
        page = directing.post(STAGE, {"named": offered[:chosen], "seen": page.context["taking"].digest})
        assert (page.status_code, faults_on(page)) == (422, [refused(chosen)])
        assert page.content.decode().count(" checked>") == chosen
    page = directing.post(STAGE, {"named": offered[:4], "seen": page.context["taking"].digest}, follow=True)
    assert told(page) == ["4 qualifiers were entered."]
    assert "choose" not in text(page)


@pytest.mark.slow
def test_the_api_says_how_many_of_those_level_come_in_and_refuses_another_number(level):
    api = Caller(level.club.memberships.get(role="owner").user)
    at = "tournaments/finale/stage/"
    taking = api.get(at).json()
    assert taking["choices"] == [{"stages": ["serata"], "places": 4, "chosen": 0}]
    offered = [each["entry"] for each in taking["players"] if each["verdict"] == "level"]
    for chosen in (0, 3, 5):
        answer = api.post(at + "fill/", {"named": offered[:chosen]})
        assert answer.json()["detail"] == refused(chosen)
        assert faults(answer, 409) == [("/named", "undecided")]
    assert api.post(at + "fill/", {"named": offered[:4]}).json()["choices"] == []


@pytest.fixture
def drawn(over):  # noqa: F811
    """A final of four of eight with all of their points, in its second round of three."""
    declared = {"sources": [over.slug], "last": 4, "carry": "all"}
    final = create_next_stage(over, "Finale", declared, by=director_of(over), rounds=3)
    fill_stage(final, by=director_of(final))
    play_out(a_round(final))
    rounds.close_round(final.rounds.get(), by=director_of(final))
    standings.refresh(final.pk)
    return Tournament.objects.get(pk=final.pk)


def brought(final, name):
    standings.refresh(final.pk)
    rows = final.standings.order_by("after_round").last().document["rows"]
    return [
        (each["round"], each["score"], each["source"]) for row in rows if row["name"] == name for each in row["rounds"]
    ]


@pytest.mark.slow
def test_a_correction_says_that_a_player_chosen_among_those_tied_would_be_out(level):
    api = Caller(level.club.memberships.get(role="owner").user)
    seats = [list(table.seats.order_by("number")) for table in level.rounds.get().tables.order_by("number")]
    chosen = [seat.entry for table in seats for seat in table[:2]]
    assert api.post("tournaments/finale/stage/fill/", {"named": [each.pk for each in chosen]}).status_code == 200
    at = "tournaments/serata/rounds/1/tables/1/hands/1/"
    body = {"lines": [{"points": points} for points in (0, 0, 20, 20)], "reason": "Misread"}
    asked = api.put(at, body, headers={"If-Match": api.get(at)["ETag"]}).json()
    [stage] = asked["stages"]
    ahead, behind = ({seat.entry.name for seat in part} for part in (seats[0][2:], seats[0][:2]))
    assert ({*stage["ins"]}, {*stage["outs"]}) == (ahead, behind)


@pytest.mark.slow
def test_who_is_let_in_after_the_draw_plays_from_the_next_round_on_with_the_points(directing, over, drawn):  # noqa: F811
    before = drawn.standings.get(after_round=1).document["rows"]
    page = directing.get(STAGE)
    assert "They play from the next round on, with the points carried over." in text(page)
    assert "Player 0001" in {each["row"]["name"] for each in page.context["can_be_let_in"]}
    entry = over.entries.get(name="Player 0001").pk
    assert told(directing.post(STAGE, {}, follow=True)) == [
        "Finale has already been drawn: choose whom to enter from the next round on."
    ]
    sent = {"named": entry, "seen": page.context["taking"].digest}
    assert told(directing.post(STAGE, sent, follow=True)) == ["1 qualifier was entered."]
    new = drawn.entries.get(name="Player 0001")
    row = next(row for row in over.standings.get().document["rows"] if row["name"] == "Player 0001")
    assert (new.from_round, new.carried) == (2, row["score_exact"])
    assert drawn.standings.get(after_round=1).document["rows"] == before
    a_round(drawn)
    assert brought(drawn, "Player 0001")[0] == (0, row["score"], "carried")
    assert "Results of an earlier stage have changed" not in text(directing.get(STAGE))
    assert verify(Tournament.objects.get(pk=drawn.pk)).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("qualifies", [False, True], ids=["by name", "since another left"])
def test_in_a_knock_out_who_is_let_in_plays_the_next_round_too(over, qualifies):  # noqa: F811
    declared = {"sources": [over.slug], "last": 7, "ties": "lot"}
    final = create_next_stage(over, "Finale", declared, by=director_of(over), pairing="knock-out")
    director = director_of(final)
    fill_stage(final, by=director)
    first = rounds.publish_round(draw_next_round(final, by=director), by=director)
    play_out(first)
    if qualifies:
        change_entry(final.entries.get(number=1), {"status": "withdrawn"}, by=director)
    rounds.close_round(first, by=director)
    (last,) = {*over.entries.values_list("players", flat=True)} - {*final.entries.values_list("players", flat=True)}
    fill_stage(final, by=director, named=[over.entries.get(players=last).pk])
    new, goes_on = final.entries.get(players=last), read_still_in(final, 2).entries
    assert {*due_entries(final, 2)} == {*final.entries.filter(pk__in={new.pk, *goes_on})}
    second = rounds.publish_round(draw_next_round(final, by=director), by=director)
    placed = second.seats.values_list("entry", flat=True), second.sit_outs.values_list("entry", flat=True)
    assert {*placed[0], *placed[1]} == {new.pk, *goes_on}


@pytest.mark.slow
def test_the_api_lets_only_those_named_in_after_the_draw(over, drawn):  # noqa: F811
    api = Caller(over.club.memberships.get(role="owner").user)
    assert codes(api.post("tournaments/finale/stage/fill/"), 409) == ["already_drawn"]
    entry = over.entries.get(name="Player 0001").pk
    filled = api.post("tournaments/finale/stage/fill/", {"named": [entry]})
    assert filled.status_code == 200
    assert [each["carried"] for each in filled.json()["players"] if each["named"]] == ["2"]
    assert drawn.entries.count() == 5
    assert faults(api.post("tournaments/finale/stage/fill/", {"named": [entry]})) == [("/named", "duplicate_entry")]


def let_in(earlier, final, name):
    fill_stage(final, by=director_of(final), named=[earlier.entries.get(name=name).pk])


@pytest.mark.slow
def test_who_was_let_in_after_the_draw_is_taken_off_by_the_undo_of_the_desk(directing, over, drawn):  # noqa: F811
    let_in(over, drawn, "Player 0001")
    desk = text(directing.get("/tournaments/finale/desk/"))
    assert "Undo: Qualified from an earlier stage: Player 0001" in desk
    line = drawn.ledger.filter(kind="stage_filled").last().sequence
    assert told(directing.post("/tournaments/finale/undo/", {"line": line}, follow=True)) == ["Undone."]
    assert (drawn.entries.count(), drawn.stage.named, drawn.stage.filled_at is None) == (4, [], False)
    assert verify(Tournament.objects.get(pk=drawn.pk)).findings == ()
    let_in(over, drawn, "Player 0001")
    a_round(drawn)
    line = drawn.ledger.filter(kind="stage_filled").last().sequence
    answer = directing.post("/tournaments/finale/undo/", {"line": line}, follow=True)
    assert told(answer) == ["Something else was done since: undo that first."]


@pytest.mark.slow
def test_who_was_let_in_and_has_a_place_in_a_round_stays(directing, over, drawn):  # noqa: F811
    a_round(drawn, publish=False)
    let_in(over, drawn, "Player 0001")
    come, round_ = drawn.entries.get(name="Player 0001"), drawn.rounds.get(number=2)
    round_.sit_outs.create(entry=come)
    page = text(directing.get("/tournaments/finale/undo/"))
    assert "This can no longer be undone. A qualifier has a place in round 2." in page
    line = drawn.ledger.filter(kind="stage_filled").last().sequence
    with pytest.raises(Conflict):
        empty_stage(drawn, drawn.ledger.get(sequence=line), director_of(drawn))
    round_.sit_outs.all().delete()
    assert told(directing.post("/tournaments/finale/undo/", {"line": line}, follow=True)) == ["Undone."]
