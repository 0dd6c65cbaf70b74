"""A knock-out on pages: the tree of tables, the standings, the draw, phones at the table, and a late correction."""

import csv
import io
import re

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from tests.halls import a_tournament, director_of, play, play_out
from tests.web.at_table import a_phone, path
from tests.web.pages import text
from tests.web.test_where_next import places
from tournaments.actions.core.refusals import ChangesPublished, CutChange
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import change_entry, register
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.screens import opening, pairing
from tournaments.actions.stages.following import create_place_stage
from tournaments.actions.stages.order import order_over_all, stages_of
from tournaments.actions.standings.standings import refresh
from tournaments.models import Tournament
from tournaments.web.screens.documents import document

pytestmark = pytest.mark.django_db


@pytest.fixture
def final():
    """Return a final of five, of whom one had a bye and two came back to fill the table."""
    tournament = a_tournament(players=5, pairing="knock-out", going_on=1)
    director = director_of(tournament)
    first = rounds.publish_round(draw_next_round(tournament, by=director, seed=5), by=director)
    for number, points in enumerate(([20, 10, 10, 0], [20, 10, 0, 10]), 1):
        play(first.tables.get(), number, points)
    rounds.close_round(first, by=director)
    final = rounds.publish_round(draw_next_round(tournament, by=director, seed=5), by=director)
    refresh(tournament.pk)
    return final


def test_the_standings_say_first_what_ranks_first(final, client):
    said = text(client.get(reverse("tournament", args=[final.tournament.slug])))
    assert "then by the score. Fewest buscas first. If scores are equal" in said


@pytest.mark.parametrize(("pairing", "says"), [("knock-out", False), ("random", True)])
def test_the_desk_counts_nobody_as_too_many_where_there_are_byes(client, pairing, says):
    tournament = a_tournament(players=6, pairing=pairing, going_on=1)
    client.force_login(director_of(tournament).user)
    assert ("2 players too many" in text(client.get(reverse("desk", args=[tournament.slug])))) == says


@pytest.mark.slow
def test_a_place_that_is_open_is_nobodys_before_the_draw(client):
    """Those certain are listed, and between whom the other places are open, by page, desk and API alike."""
    tournament = a_tournament(players=8, pairing="knock-out", cut_ties="hand", table={"hands": 1})
    director = director_of(tournament)
    client.force_login(director.user)
    first = rounds.publish_round(draw_next_round(tournament, by=director, seed=5), by=director)
    for table, points in zip(first.tables.all(), ([20, 20, 0, 0], [40, 0, 0, 0]), strict=True):
        play(table, 1, points)
    rounds.close_round(first, by=director)
    refresh(tournament.pk)
    tables = [list(table.seats.order_by("number").values_list("entry", flat=True)) for table in first.tables.all()]
    page = client.get(f"/tournaments/{tournament.slug}/draw/")
    names = dict(tournament.entries.values_list("pk", "name"))
    state = client.get(f"/api/v1/tournaments/{tournament.slug}/draw/").json()
    [cut] = state["open_places"]
    assert state["players"] + cut["places"] == 4
    sure = {each.pk for each in page.context["due"]}
    assert (len(sure), sure & {*cut["entries"]}) == (state["players"], set())
    assert {*cut["entries"]} < {*tables[cut["table"] - 1]}
    level = [names[each] for each in cut["entries"]]
    assert page.context["open_places"] == [{"table": cut["table"], "places": cut["places"], "names": level}]
    assert f"Places still open Table {cut['table']}: one place for {level[0]}" in text(page)
    desk = text(client.get(f"/tournaments/{tournament.slug}/desk/"))
    assert "To be seated: 3 players. One place is open: the tied players have to play for it." in desk


@pytest.mark.slow
def test_a_late_entry_is_refused_with_the_reason_and_the_draw_page_names_those_left_out(client):
    tournament = a_tournament(players=9, pairing="knock-out", table={"hands": 1})
    director, late = director_of(tournament), tournament.entries.get(number=9)
    client.force_login(director.user)
    change_entry(late, {"status": "withdrawn"}, by=director)
    draft, registering = draw_next_round(tournament, by=director, seed=5), reverse("registration", args=["serata"])
    client.post(registering, {"name": "Zeno"})
    page = text(client.get(registering))
    assert ("Draw round 1 again" in page, "Add them with the fewest changes" in page) == (True, False)
    rounds.drop_draft(draft, by=director)
    first = rounds.publish_round(draw_next_round(tournament, by=director, seed=5), by=director)
    play_out(first, [20, 15, 5, 0])
    rounds.close_round(first, by=director)
    refresh(tournament.pk)
    at = f"/tournaments/{tournament.slug}/"
    page = client.post(registering, {"name": "Zita"})
    assert page.status_code == 409
    assert "The knock-out has begun, so new players cannot be added to the draw." in text(page)
    sent = client.post(f"/api/v1{at}entries/", {"name": "Zita"}, "application/json")
    assert (sent.status_code, [each["code"] for each in sent.json()["errors"]]) == (409, ["knock_out_begun"])
    client.post(f"{registering}{late.pk}/return/")
    assert f"Not in the knock-out, which began without them: {late.name}." in text(client.get(f"{at}draw/"))
    obstacles = client.get(f"/api/v1{at}draw/").json()["obstacles"]
    assert "began_without" in [each["code"] for each in obstacles if each["weight"] == "tells"]


@pytest.mark.slow
def test_tree_and_standings_agree_on_who_went_on(client, final):
    tournament = final.tournament
    seated = set(final.seats.values_list("entry__name", flat=True))
    page = text(client.get(reverse("pictures", args=[tournament.slug])))
    assert "The tree of tables" in page
    tree = client.get(f"/api/v1/tournaments/{tournament.slug}/tree/").json()["rounds"]
    assert [(len(each["tables"]), len(each["byes"])) for each in tree] == [(1, 1), (1, 0)]
    players = [*tree[0]["tables"][0]["players"], *tree[0]["byes"]]
    assert {each["name"] for each in players if each["goes_on"]} == seated
    api = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/?after_round=2&format=csv").content.decode()
    titles, *rows = csv.reader(io.StringIO(api))
    reached = {row[titles.index("name")]: row[titles.index("reached")] for row in rows}
    assert {name for name, number in reached.items() if number == "2"} == seated
    assert "Round reached" in client.get(reverse("standings-csv", args=[tournament.slug])).content.decode()
    client.force_login(director_of(tournament).user)
    said = text(client.get(reverse("round", args=[tournament.slug, 2])))
    assert "came back as the best placed of the others" in said


@pytest.mark.slow
def test_a_screen_shows_the_tree_beside_seats_and_standings_if_the_director_chose_it(client, final):
    opened = opening.open_screen("hall")
    screen = pairing.pair_screen(final.tournament, opened.screen.code, by=director_of(final.tournament), language="en")
    assert document(screen, final.tournament, {})["shows"] == ["names", "standings"]
    client.force_login(director_of(final.tournament).user)
    ticked = ["shows_names", "shows_standings", "shows_tree"]
    fields = dict.fromkeys(ticked, "on") | {"seconds": 8, "reach": "10", "look": "dark", "language": "en"}
    client.post(reverse("change-screen", args=[final.tournament.slug, screen.pk]), fields)
    news = client.get(f"/tv/{opened.secret}/news/?room=17.5x10.3").json()
    assert news["shows"] == ["names", "standings", "tree"]
    pages = news["parts"]["tree"]["pages"]
    assert [title for title, _svg in pages] == ["Round 1", "Round 2"]
    seated = final.seats.values_list("entry__name", flat=True)
    assert set(re.findall("(Player [0-9]+) → 1", pages[0][1])) == {*seated}
    (wide,) = client.get(f"/tv/{opened.secret}/news/?room=23.4x10.3").json()["parts"]["tree"]["pages"]
    assert wide[0] == "Round 1 → Round 2"


@pytest.mark.slow
def test_phones_of_those_who_are_out_promise_no_seat():
    tournament = a_tournament(players=7, pairing="knock-out")
    director = director_of(tournament)
    first = rounds.publish_round(draw_next_round(tournament, by=director, seed=5), by=director)
    table = first.tables.get()
    phone = a_phone(table)
    for number, points in enumerate(([20, 10, 10, 0], [20, 10, 0, 10]), 1):
        play(table, number, points)
    rounds.close_round(first, by=director)
    promise = "The next round is not drawn yet: if you qualify, this page will show where you sit."
    assert promise in text(phone.get(path(table)))
    rounds.publish_round(draw_next_round(tournament, by=director, seed=5), by=director)
    assert [where for _name, where, _own in places(phone.get(path(table)))] == [
        "Table 1",
        "bye: qualifies",
        "out",
        "out",
    ]


def test_a_changed_cut_is_told_in_a_sentence_of_its_own():
    said = []
    for ins, outs in ((["Anna"], []), ([], ["Ugo"]), (["Anna"], ["Ugo"])):
        asked = ChangesPublished([], agreement="", needs_reason=False, cuts=[CutChange(1, ins, outs)])
        page = render_to_string("errors/changes_published.html", {"changes": asked}, RequestFactory().get("/"))
        said.append(" ".join(page.partition('<p class="note">')[2].partition("</p>")[0].split()))
    after, end = (
        "After round 1, by the corrected results: ",
        " Tables drawn since then stay as they are; you can draw them again.",
    )
    assert said == [
        f"{after}Anna would also have qualified.{end}",
        f"{after}Ugo would not have qualified.{end}",
        f"{after}Anna would have qualified in place of Ugo.{end}",
    ]


def next_round(of):
    round_ = rounds.publish_round(draw_next_round(of, by=director_of(of), seed=5), by=director_of(of))
    refresh(of.pk)
    return round_


def finish(round_):
    play_out(round_, [8, 11, 2, 19])
    rounds.close_round(round_, by=director_of(round_.tournament))
    refresh(round_.tournament_id)


@pytest.mark.slow
def test_nobody_of_another_round_takes_the_place_of_one_who_left():
    """Neither in the final nor in the stage for places, whose name is cut to fit."""
    tournament = a_tournament(players=32, name=f"100% {'x' * 95}", pairing="knock-out", table={"hands": 1})
    by = director_of(tournament)
    for _round in range(2):
        finish(next_round(tournament))
    seated = set(next_round(tournament).seats.values_list("entry__players", flat=True))
    second = set(tournament.rounds.get(number=2).tables.values_list("seats__entry__players", flat=True)) - seated
    tournament.entries.filter(players=max(seated)).update(status="withdrawn", until_round=2)
    erase_player(tournament.club.players.get(pk=max(second)), by=by)
    refresh(tournament.pk)
    lower = create_place_stage(tournament, 9, "places %(first)s to %(last)s", by=by)
    assert set(lower.entries.values_list("players", flat=True)) == second - {max(second)}
    assert lower.name == f"100% {'x' * 78} – places 9 to 15"


@pytest.mark.slow
def test_those_who_went_out_play_for_their_places_beside_the_final(client):
    tournament = a_tournament(players=16, pairing="knock-out", table={"hands": 1})
    Tournament.objects.update(avoid_same_club=True)
    director = director_of(tournament)
    client.force_login(director.user)
    desk, place_stage = f"/tournaments/{tournament.slug}/desk/", f"/tournaments/{tournament.slug}/stage/places/"
    finish(next_round(tournament))
    assert "Add a stage for places" not in text(client.get(desk))
    finish(next_round(tournament))
    final = next_round(tournament)
    assert "Add a stage for places 5 to 8" in text(client.get(desk))
    shown = client.post(place_stage, {"first": "5"}, follow=True)
    assert "Places 5 to 8 of Serata play in Serata – places 5 to 8." in text(shown)
    lower = Tournament.objects.get(name="Serata – places 5 to 8")
    assert lower.avoid_same_club
    assert "No players, or too few" in text(client.post(place_stage, {"first": "5"}, follow=True))
    finish(next_round(lower))
    finish(final)
    seats = [of.seats.values_list("entry__players", flat=True) for of in (final, lower.rounds.get())]
    order = order_over_all(stages_of(lower, director.user), director.user)
    assert [{each.result.who[0] for each in order[at : at + 4]} for at in (0, 4)] == [{*each} for each in seats]
    assert [each.stage.name for each in order] == ["Serata"] * 4 + [lower.name] * 4 + ["Serata"] * 8


@pytest.mark.slow
def test_places_are_offered_until_their_players_play_and_are_named_as_those_of_the_event(client):
    tournament = a_tournament(players=32, pairing="knock-out", table={"hands": 1})
    director = director_of(tournament)
    client.force_login(director.user)
    for _round in range(3):
        finish(next_round(tournament))
    final = next_round(tournament)
    first, second, third = (seated(tournament, number) for number in (1, 2, 3))
    assert offers(client, tournament) == ["5 to 8", "9 to 16", "17 to 32"]
    assert offers(client, tournament, "desk") == ["5 to 8"]
    leaver = tournament.entries.get(players=max(second - third))
    change_entry(leaver, {"status": "withdrawn"}, by=director)
    refresh(tournament.pk)
    shown = client.post(f"/tournaments/{tournament.slug}/stage/places/", {"first": "17"}, follow=True)
    assert "Places 17 to 32 of Serata play in Serata – places 17 to 32." in text(shown)
    assert offers(client, tournament) == ["5 to 8", "9 to 15"]
    client.post(f"/tournaments/{tournament.slug}/stage/places/", {"first": "5"})
    assert offers(client, tournament) == ["9 to 15"]
    lower = Tournament.objects.get(name="Serata – places 17 to 32")
    assert seated(lower) == first - second
    for _round in range(2):
        finish(next_round(lower))
    next_round(lower)
    assert offers(client, lower) == ["21 to 24", "25 to 32"]
    client.post(f"/tournaments/{lower.slug}/stage/places/", {"first": "9"})
    lowest = Tournament.objects.get(name="Serata – places 25 to 32")
    assert offers(client, lower) == ["21 to 24"]
    finish(final)
    order = [each.result.who[0] for each in order_over_all(stages_of(lowest, director.user), director.user)]
    assert [{*order[at:to]} for at, to in ((8, 16), (16, 24), (24, 32))] == [
        second - third,
        seated(lower, 2),
        seated(lowest),
    ]


def offers(client, tournament, at="stages"):
    page = text(client.get(f"/tournaments/{tournament.slug}/{at}/"))
    return re.findall(r"Add a stage for places (\d+ to \d+)", page)


def seated(tournament, number=None):
    """The players of a round, or all that are entered."""
    if number is None:
        return {*tournament.entries.values_list("players", flat=True)}
    round_ = tournament.rounds.get(number=number)
    return {*round_.tables.values_list("seats__entry__players", flat=True)}


def test_pairs_are_called_pairs_where_their_knock_out_is_drafted(client):
    tournament = a_tournament(players=0, pairing="knock-out", ruleset="scopone", table={})
    director = director_of(tournament)
    client.force_login(director.user)
    pairs = [Candidate(names=(f"Anna {number}", f"Bea {number}")) for number in range(1, 7)]
    register(tournament, pairs, by=director)
    groups = {"groups": 2, "pots": "list", "first": 1, "ties": "lot", "carry": "nothing", "of_each": "each"}
    said = text(client.post(reverse("make-groups", args=[tournament.slug]), groups))
    assert "6 pairs are split into 2 groups." in said
    draw_next_round(tournament, by=director, seed=5)
    page = text(client.get(reverse("draft", args=[tournament.slug, 1])))
    assert "1 qualifies from each table: 6 → 4 → 2 pairs, until the final." in page
    assert "Tap two pairs and they change places." in page


def test_a_round_offers_no_repair_but_a_new_draw_until_somebody_has_played(client):
    tournament = a_tournament(players=7, pairing="knock-out", table={"hands": 1})
    director = director_of(tournament)
    client.force_login(director.user)
    draft = draw_next_round(tournament, by=director, seed=5)
    page = text(client.get(reverse("draft", args=[tournament.slug, 1])))
    assert ("Sitting out this round" in page, "Let somebody else sit out" in page) == (True, False)
    rounds.publish_round(draft, by=director)
    missing = draft.seats.select_related("entry")[0].entry
    change_entry(missing, {"status": "withdrawn"}, by=director)
    repairing = reverse("repair-round", args=[tournament.slug, 1])
    page = text(client.get(repairing))
    assert f"In the round, but no longer playing: {missing.name}" in page
    assert ("plays, somebody else sits out" in page, "Show what would change" in page) == (False, False)
    assert "Draw the round again" in page
    client.post(reverse("redraw-round", args=[tournament.slug, 1]), follow=True)
    again = tournament.rounds.get()
    assert (again.state, again.seats.filter(entry=missing).exists()) == ("draft", False)
    rounds.publish_round(again, by=director)
    play(again.tables.first(), 1, [20, 10, 10, 0])
    page = text(client.get(repairing))
    assert ("It cannot be drawn again: 1 table has played" in page, "Draw the round again" in page) == (True, False)
