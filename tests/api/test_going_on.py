"""`goes_on` in the rows of standings/: who qualifies for the next stage, as far as the public may know."""

import pytest

from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tests.web.papers import pages
from tournaments.actions.people.registration import change_entry
from tournaments.actions.rounds.rounds import close_round
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.standings import standings
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
STANDINGS = "tournaments/serata/standings/"
FINAL = {"sources": ["serata"], "last": 4, "ties": "all"}


@pytest.fixture(autouse=True)
def _half_played(club):
    """Play a round of one hand at the first of its two tables; the best four qualify for a final."""
    tournament = a_tournament(club, outlook=True, rounds=1, table={"hands": 1})
    a_tournament(club, players=0, name="Finale")
    declare()
    play(a_table(a_round(tournament), 1), 1, [37, 1, 1, 1])
    standings.refresh(tournament.pk)


def change(slug, **wanted):
    tournament = Tournament.objects.get(slug=slug)
    update_tournament(tournament, wanted, by=director_of(tournament))
    standings.refresh(tournament.pk)


def declare(**wanted):
    final = Tournament.objects.get(slug="finale")
    declare_stage(final, {**FINAL, **wanted}, by=director_of(final))


def told(caller, query=""):
    """Return by entry whether it qualifies, for the rows that have this field."""
    rows = caller.get(STANDINGS + query).json()["rows"]
    return {row["entry"]: row["goes_on"] for row in rows if "goes_on" in row}


def fields(caller, query=""):
    """Return those of the two fields about what is still possible that the rows have."""
    rows = caller.get(STANDINGS + query).json()["rows"]
    return {"outlook", "goes_on"} & {name for row in rows for name in row}


def by_places(caller):
    """The same by the places that are still possible."""
    rows = caller.get(STANDINGS).json()["rows"]
    bounds = {row["entry"]: row["outlook"] for row in rows}
    return {
        entry: True if each["worst"] <= FINAL["last"] else False if each["best"] > FINAL["last"] else None
        for entry, each in bounds.items()
    }


def test_each_row_says_it_until_the_group_is_over(anybody, director):
    said = told(anybody)
    assert (said, {*said.values()}) == (by_places(anybody), {None, False})
    assert (told(director), told(anybody, "?after_round=1")) == (said, said)
    assert [*anybody.get(STANDINGS + "?fields=goes_on").json()["rows"]] == [{"goes_on": each} for each in said.values()]
    tournament = Tournament.objects.get(slug="serata")
    play(a_table(tournament.rounds.get(), 2), 1, [20, 20, 0, 0])
    standings.refresh(tournament.pk)
    assert told(anybody) == {}


def test_a_private_final_is_not_promised(anybody, director):
    change("finale", visibility="private")
    assert (told(anybody), told(director)) == ({}, {})


def test_nothing_is_said_where_the_outlook_is_off(anybody, director):
    change("serata", outlook=False)
    assert (told(anybody), told(director)) == ({}, {})


def leave(entry_id):
    entry = Entry.objects.get(pk=entry_id)
    change_entry(entry, {"status": "withdrawn"}, by=director_of(entry.tournament))
    standings.refresh(entry.tournament_id)


@pytest.mark.parametrize("rounds", [1, 2])
def test_who_leaves_is_out_at_once_and_the_next_moves_up(anybody, director, rounds):
    """In the last round, in which the place is kept, and before another, after which all others are ahead."""
    change("serata", rounds=rounds)
    declare(last=7)
    tournament = Tournament.objects.get(slug="serata")
    first, second = ([*each.seats.values_list("entry", flat=True)] for each in tournament.rounds.get().tables.all())
    assert {told(anybody)[entry] for entry in second} == {None}
    leave(second[0])
    assert told(anybody) == {**dict.fromkeys(first + second, True), second[0]: False}
    play(a_table(tournament.rounds.get(), 2), 1, [40, 0, 0, 0])
    close_round(tournament.rounds.get(), by=director_of(tournament))
    leave(second[1])
    gone = dict.fromkeys(second[:2], False)
    assert told(anybody) == ({} if rounds == 1 else {**dict.fromkeys(first + second, True), **gone})
    listed = director.get("tournaments/finale/stage/").json()["players"]
    assert {each["entry"] for each in listed if each["verdict"] == "out"} == gone.keys()
    assert {each["entry"] for each in listed if each["goes"]} == {*first, *second} - gone.keys()


@pytest.mark.slow
def test_nothing_is_said_of_a_stage_after_the_final_of_a_knock_out_in_play(anybody, club):
    knock_out = a_tournament(club, players=8, name="Tavoli", pairing="knock-out", outlook=True, table={"hands": 1})
    play_out(a_round(knock_out), [20, 20, 0, 0])
    close_round(knock_out.rounds.get(), by=director_of(knock_out))
    a_round(knock_out)
    update_tournament(knock_out, {"rounds": 2}, by=director_of(knock_out))
    declare(sources=["tavoli"])
    standings.refresh(knock_out.pk)
    rows = anybody.get("tournaments/tavoli/standings/?after_round=2").json()["rows"]
    assert [row for row in rows if "goes_on" in row] == []


def test_nothing_is_still_possible_in_an_archived_tournament(anybody, director, club):
    tournament = Tournament.objects.get(slug="serata")
    change("serata", rounds=4)
    close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)
    close_round(a_round(tournament), by=director_of(tournament), anyway=True)
    a_round(tournament)
    standings.hide_standings(tournament, by=director_of(tournament), after_round=2)
    standings.refresh(tournament.pk)
    etag = anybody.get(STANDINGS)["ETag"]
    archive_tournament(tournament, by=director_of(tournament))
    assert (fields(anybody), fields(anybody, "?after_round=2")) == ({"goes_on", "outlook"},) * 2
    assert anybody.get(STANDINGS, headers={"If-None-Match": etag}).status_code == 304
    assert fields(director, "?after_round=3") == set()
    standings.show_standings(tournament, by=director_of(tournament))
    for query in ("", "?after_round=2", "?after_round=3", "?fields=outlook,goes_on"):
        assert fields(anybody, query) == set()
    assert fields(anybody, "?after_round=1") == {"goes_on", "outlook"}
    assert anybody.get(STANDINGS, headers={"If-None-Match": etag}).status_code == 200


def test_nobody_goes_on_in_an_archived_knock_out(anybody, club):
    knock_out = a_tournament(club, players=8, name="Tavoli", pairing="knock-out", outlook=True, table={"hands": 1})
    play_out(a_round(knock_out), [20, 20, 0, 0])
    close_round(knock_out.rounds.get(), by=director_of(knock_out))
    standings.refresh(knock_out.pk)
    page, pdf = "/tournaments/tavoli/", "/tournaments/tavoli/standings.pdf"
    assert "ertainly qualifies" in anybody.client.get(page).content.decode()
    assert "ertainly qualifies" in " ".join(pages(anybody.client.get(pdf)))
    archive_tournament(knock_out, by=director_of(knock_out))
    rows = anybody.get("tournaments/tavoli/standings/").json()["rows"]
    assert [row for row in rows if "goes_on" in row] == []
    [table, _other] = anybody.get("tournaments/tavoli/tree/").json()["rounds"][0]["tables"]
    assert {player["goes_on"] for player in table["players"]} == {None}
    for shown in (page, f"{page}standings/1/"):
        assert "ertainly qualifies" not in anybody.client.get(shown).content.decode()
    assert "ertainly qualifies" not in " ".join(pages(anybody.client.get(pdf)))


def test_nothing_is_said_of_a_final_that_takes_all(anybody):
    declare(last=None)
    assert told(anybody) == {}


def test_the_etag_is_another_once_the_final_takes_more(anybody):
    etag = anybody.get(STANDINGS)["ETag"]
    assert anybody.get(STANDINGS, headers={"If-None-Match": etag}).status_code == 304
    declare(last=8)
    assert anybody.get(STANDINGS, headers={"If-None-Match": etag}).status_code == 200


def test_standings_of_one_stage_are_read_with_two_queries(anybody, club, django_assert_num_queries):
    alone = a_tournament(club, name="Sola", outlook=True)
    a_round(alone)
    standings.refresh(alone.pk)
    with django_assert_num_queries(2):
        answer = anybody.get("tournaments/sola/standings/")
    assert {"goes_on" in row for row in answer.json()["rows"]} == {False}
    with django_assert_num_queries(5):  # the declaration, the groups and who has left besides
        anybody.get(STANDINGS)
