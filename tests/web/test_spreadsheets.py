"""Public tables as spreadsheets: their content and language."""

import csv
from decimal import Decimal
from io import StringIO

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, agreed, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.people import decisions, penalties
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Entry, Tournament
from tournaments.serving.cache_keys import public_address

pytestmark = pytest.mark.django_db
DEEDS = [20, 10, 6, 4]


@fixture_again
def evening(club):
    """A round that is over and one in which a hand is played."""
    tournament = a_tournament(club, name="Serata", rounds=3)
    Entry.objects.filter(number=1).update(name="=1+1")
    first = a_round(tournament, tables=[range(4), range(4, 8)])
    play_out(first, DEEDS)
    rounds.close_round(first, by=director_of(tournament))
    play(a_table(a_round(tournament, tables=[range(4), range(4, 8)])), 1, DEEDS)
    sweep.refresh_stale_standings()
    return Tournament.objects.get()


def rows(client, where, **headers):
    answer = client.get(where, headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8"), where
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_the_standings_are_those_of_the_page_with_figures_that_add_up(anybody, evening):
    titles, *lines = rows(anybody, "/tournaments/serata/standings.csv")
    assert titles[:4] == ["Place", "Player", "Buscas", "Hands"]
    assert titles[-4:] == ["Penalties", "Round 2 so far", "Hands so far", "Remark"]
    document = evening.standings.get(after_round=1).document
    assert [line[:3] for line in lines] == [
        [str(row["place"]), row["name"].replace("=1", "'=1"), row["score"]] for row in document["rows"]
    ]
    assert sorted(line[-2] for line in lines) == ["0"] * 4 + ["1"] * 4
    after = rows(anybody, "/tournaments/serata/standings/1.csv")
    assert [line[:4] for line in after[1:]] == [line[:4] for line in lines]


def test_tie_breaks_are_counted_as_on_the_page(anybody, evening):
    second = evening.rounds.get(number=2)
    play(a_table(second), 2, DEEDS)
    for hand in (1, 2):
        play(a_table(second, 2), hand, DEEDS)
    rounds.close_round(second, by=director_of(evening))
    sweep.refresh_stale_standings()
    titles, *lines = rows(anybody, "/tournaments/serata/standings.csv")
    sums = [round(sum(float(line[titles.index(title)]) for line in lines)) for title in ("Tables won", "Card points")]
    assert sums == [4, 2 * 2 * 2 * 40]
    page = anybody.get("/tournaments/serata/").content.decode()
    assert all(f"Card points&nbsp;{line[titles.index('Card points')]}" in page for line in lines)


def test_a_name_is_never_a_formula(anybody, evening):
    entry = evening.entries.get(number=1)
    names = {cell for line in rows(anybody, "/tournaments/serata/rounds/1.csv") for cell in line}
    assert {"'=1+1", entry.name} & names == {"'=1+1"}


def test_round_table_players_and_entry_tell_what_their_pages_do(anybody, evening):
    seats = rows(anybody, "/tournaments/serata/rounds/1.csv")
    assert [line[0] for line in seats[1:]] == ["1"] * 4 + ["2"] * 4
    hands = rows(anybody, "/tournaments/serata/rounds/2/tables/1.csv")
    assert [line[0] for line in hands] == ["Hand", "1", "Sum"]
    assert hands[1][1:5] == hands[2][1:5]
    assert len(rows(anybody, "/tournaments/serata/players.csv")) == 9
    entry = evening.entries.get(number=2)
    told = rows(anybody, f"/tournaments/serata/players/{entry.pk}.csv")
    score, now = told[1][3], told[3]
    assert told[1:3] == [["Round 1, table 1", told[1][1], "2 hands", score], ["Buscas", "", "", score]]
    assert (now[0], now[2]) == ("Round 2, table 1", "In play, not counted yet · 1 hand")


def test_what_was_decided_stands_with_its_reason_beside_each_figure(anybody, evening):
    director, entries = director_of(evening), evening.entries.order_by("number")
    first, second = evening.rounds.order_by("number")
    late, away = {"amount": Decimal("1.5"), "reason": "Late"}, {"amount": Decimal(2), "reason": "Nobody there"}
    agreed(director, lambda by: penalties.penalise(entries[1], by=by, round_=first, **late))
    agreed(director, lambda by: decisions.decide(entries[2], "award", by=by, round_=first, **away))
    decisions.decide(entries[3], "forfeit", reason="Left", by=director, round_=second)
    sweep.refresh_stale_standings()
    titles, *lines = rows(anybody, "/tournaments/serata/standings.csv")
    remarks = {line[1]: line[titles.index("Remark")] for line in lines}
    assert [remarks[entry.name] for entry in entries[1:5]] == [
        "Penalty, round 1: 1.5 · Late",
        "Round 1, awarded by the director: 2 · Nobody there",
        "Round 2 so far: forfeited",
        "",
    ]
    titles, *lines = rows(anybody, "/tournaments/serata/rounds/1.csv")
    decided = {line[2]: line[titles.index("Decided by the director")] for line in lines}
    assert [decided[entry.name] for entry in entries[1:4]] == ["Penalty 1.5 · Late", "Award 2 · Nobody there", ""]


def test_pictures_give_their_figures_for_the_whole_field(anybody, evening):
    there = "/tournaments/serata/pictures/"
    places = rows(anybody, f"{there}places.csv")
    assert (places[0], len(places)) == (["Player", "Round 1"], 9)
    assert [line[1] for line in places[1:]] == ["1", "1", "3", "3", "5", "5", "7", "7"]
    spread = rows(anybody, f"{there}distribution.csv")
    assert (spread[0], sum(int(count) for _range, count in spread[1:])) == (["Buscas", "Players"], 8)
    met = rows(anybody, f"{there}meetings.csv")
    assert (met[0], len(met)) == (["Player", "With", "Met", "Ahead", "Behind", "Level"], 1 + 8 * 3)
    assert {line[2] for line in met[1:]} == {"1"}
    assert rows(anybody, f"{there}tables.csv") == [["Table", "Hands"], ["1", "1 of 2"], ["2", "0 of 2"]]
    assert anybody.get(f"{there}nonsense.csv").status_code == 404


def test_a_table_gives_its_totals_hand_by_hand(anybody, evening):
    told = rows(anybody, "/tournaments/serata/rounds/1/tables/1/totals.csv")
    assert [line[0] for line in told] == ["Hand", "1", "2"]
    assert [2 * int(total) for total in told[1][1:]] == [int(total) for total in told[2][1:]]


def test_pages_lead_to_the_figures_of_their_pictures(anybody, evening):
    for tail, sheet in (("pictures/", "pictures/distribution"), ("pictures/", "pictures/tables")):
        assert f'href="/tournaments/serata/{sheet}.csv"' in anybody.get(f"/tournaments/serata/{tail}").content.decode()
    entry = evening.entries.get(number=2)
    page = anybody.get(f"/tournaments/serata/players/{entry.pk}/").content.decode()
    assert 'href="/tournaments/serata/pictures/distribution.csv"' in page


def test_titles_are_in_the_readers_language_and_numbers_as_there(anybody, evening):
    evening.standings.filter(after_round=1).update(
        body=bytes(evening.standings.get(after_round=1).body).replace(b'"penalty":"0"', b'"penalty":"-2.50"')
    )
    [titles, first, *_rest] = rows(anybody, "/tournaments/serata/standings.csv", accept_language="it")
    assert (titles[1], first[titles.index("Penalità")]) == ("Giocatore", "-2,50")


@pytest.mark.slow
def test_of_what_is_hidden_there_is_nothing_for_a_director_either(anybody, director, evening):
    standings.hide_standings(evening, by=director_of(evening), after_round=0)
    sweep.refresh_stale_standings()
    for client in (anybody, director):
        assert len(rows(client, "/tournaments/serata/standings.csv")) == 1
        assert len(rows(client, "/tournaments/serata/rounds/1/tables/1.csv")) == 1
        assert {line[3] for line in rows(client, "/tournaments/serata/rounds/1.csv")[1:]} == {""}
        assert client.get("/tournaments/serata/standings/1.csv").status_code == 404
        assert client.get("/tournaments/serata/pictures/places.csv").status_code == 404
        assert len(rows(client, "/tournaments/serata/rounds/1/tables/1/totals.csv")) == 1


def test_what_is_over_is_in_the_clubs_and_the_players(anybody, club, evening):
    Tournament.objects.update(status="finished")
    player = evening.entries.get(number=2).players.get()
    year = evening.created_at.year
    assert [line[0] for line in rows(anybody, f"/clubs/{club.slug}/years/{year}.csv")] == ["Tournament", "Serata"]
    assert [line[0] for line in rows(anybody, f"/players/{player.pk}.csv")] == ["Tournament", "Serata"]
    assert rows(anybody, f"/clubs/{club.slug}/champions.csv")[0] == ["Player", "Wins", "Tournaments"]
    assert anybody.get(f"/clubs/{club.slug}/years/1999.csv").status_code == 404


@pytest.mark.parametrize("tail", ["", "standings/1/", "players/", "rounds/1/", "rounds/1/tables/1/"])
def test_page_links_to_its_csv_which_is_publicly_cached(tail, anybody, evening):
    where = f"/tournaments/serata/{tail or 'standings/'}".removesuffix("/") + ".csv"
    assert f'href="{where}"' in anybody.get(f"/tournaments/serata/{tail}").content.decode()
    assert public_address(where, "").tournament == "serata"
    assert anybody.get(where)["Cache-Control"] == "no-cache"
