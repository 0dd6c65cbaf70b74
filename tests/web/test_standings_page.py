"""The standings in public: read from the published snapshot, explained, marked, followed."""

import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions import sweep
from tournaments.actions.hands import hands
from tournaments.actions.people import decisions, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import archiving

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, name="Serata", rounds=2)


def page_of(client, tournament, after=None):
    name, args = ("tournament", [tournament.slug])
    if after is not None:
        name, args = "standings-after", [tournament.slug, after]
    return client.get(reverse(name, args=args))


def rows(response):
    found = re.findall(r"<tr[^>]*><td>.*?</tr>", response.content.decode(), re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


class TestBeforeTheFirstHand:
    def test_a_new_tournament_says_that_there_are_none_yet(self, tournament, anybody):
        sweep.refresh_stale_standings()
        assert "No standings yet" in text(page_of(anybody, tournament))

    def test_nobody_has_a_place_in_it(self, tournament, anybody):
        sweep.refresh_stale_standings()
        page = text(anybody.get(reverse("entry", args=[tournament.slug, tournament.entries.first().pk])))
        assert ("No round has been published yet." in page, "Place" in page) == (True, False)

    def test_so_it_does_before_the_worker_has_come_to_it(self, tournament, anybody):
        assert page_of(anybody, tournament).status_code == 200


class TestWhilePlaying:
    @fixture_again
    def round_(self, tournament):
        round_ = a_round(tournament)
        for table in round_.tables.all():
            play(table, 1, [20, 10, 5, 5])
            play(table, 2, [20, 10, 5, 5])
        sweep.refresh_stale_standings()
        return round_

    def test_the_rows_are_those_of_the_snapshot(self, round_, tournament, anybody):
        document = tournament.standings.get(after_round=1).document
        shown = rows(page_of(anybody, tournament))
        assert [row.split()[0] for row in shown] == [str(row["place"]) for row in document["rows"]]
        assert [row["name"] in line for row, line in zip(document["rows"], shown, strict=True)] == [True] * 8

    def test_their_table_has_a_name_in_a_frame_too(self, round_, tournament, anybody):
        frame = anybody.get(reverse("club-frame", args=[tournament.club.slug]), headers={"Accept-Language": "it"})
        for page, name in ((page_of(anybody, tournament), "Standings"), (frame, "Classifica")):
            assert f'<table class="sheet standings" aria-label="{name}"' in page.content.decode()

    def test_with_every_hand_in_they_are_provisional_until_the_round_is_closed(self, round_, tournament, anybody):
        assert "Provisional after round 1." in text(page_of(anybody, tournament))
        rounds.close_round(round_, by=director_of(tournament))
        sweep.refresh_stale_standings()
        assert "After round 1." in text(page_of(anybody, tournament)).replace("Provisional after", "")

    def test_they_say_how_many_tables_are_playing(self, round_, tournament, anybody):
        hands.void(round_.tables.get(number=1).hands.get(number=2), by=director_of(tournament), reason="x")
        sweep.refresh_stale_standings()
        assert "Round 1 is in play: one table is still playing." in text(page_of(anybody, tournament))

    def test_the_last_rounds_are_final(self, round_, tournament, anybody):
        rounds.close_round(round_, by=director_of(tournament))
        second = a_round(tournament)
        play_out(second)
        rounds.close_round(second, by=director_of(tournament))
        sweep.refresh_stale_standings()
        assert "Final standings." in text(page_of(anybody, tournament))
        assert "After round 1." in text(page_of(anybody, tournament, after=1))

    def test_ties_are_explained_in_words(self, round_, tournament, anybody):
        assert (
            "Fewest buscas first. If scores are equal: tables won, then clean hands, then fewest card points."
        ) in text(page_of(anybody, tournament))

    def test_tie_breaks_are_told_as_people_count_them(self, round_, tournament, anybody):
        assert rows(page_of(anybody, tournament))[0].endswith(" 0 2 ⅓ of 1 2 10")

    def test_means_only_where_not_all_played_as_often_and_it_is_said(self, round_, tournament, anybody):
        rounds.close_round(round_, by=director_of(tournament))
        for entry in tournament.entries.filter(number__gt=4):
            registration.change_entry(entry, {"status": "paused"}, by=director_of(tournament))
        play_out(a_round(tournament))
        sweep.refresh_stale_standings()
        told = text(page_of(anybody, tournament))
        assert "Not everybody has played the same number of rounds: averages per round are compared." in told
        assert "Card points per round" in told

    def test_a_round_in_play_moves_nobody(self, round_, tournament, anybody):
        rounds.close_round(round_, by=director_of(tournament))
        before = rows(page_of(anybody, tournament))
        second = a_round(tournament, tables=[range(4), range(4, 8)])
        play(second.tables.get(number=1), 1, [37, 1, 1, 1])
        sweep.refresh_stale_standings()
        page = page_of(anybody, tournament)
        names = [re.search(r"Player \d+", row)[0] for row in before]
        assert [re.search(r"Player \d+", row)[0] for row in rows(page)] == names
        assert "Round 2 is in play: 2 tables are still playing. The places are those after round 1." in text(page)
        assert "17 in 1 hand" in text(page)
        assert (
            page_of(anybody, tournament, after=2).content.decode().count("The places are those after round\u00a01.")
            == 1
        )

    def test_a_round_that_is_full_is_not_called_in_play_beside_an_earlier_one(self, tournament, anybody, director):
        first, second = a_round(tournament, tables=[range(4), range(4, 8)]), a_round(tournament)
        play(first.tables.get(number=1), 1, [37, 1, 1, 1])
        play_out(second)
        rounds.close_round(second, by=director_of(tournament))
        sweep.refresh_stale_standings()
        page = text(page_of(anybody, tournament))
        assert "2 tables of rounds 1 to 2 are still playing." in page
        assert ("Round 2 is in play" in page, "Rounds 1 to 2 so far" in page, "Round 2 so far" in page) == (
            False,
            True,
            False,
        )

    def test_before_the_first_round_is_over_most_hands_stand_first_and_nobody_has_a_place(self, club, anybody):
        tournament = a_tournament(club, name="Erste", players=12)
        one, other, _waits = a_round(tournament).tables.order_by("number")
        play(one, 1, [37, 1, 1, 1])
        play(one, 2, [37, 1, 1, 1])
        play(other, 1, [37, 1, 1, 1])
        sweep.refresh_stale_standings()
        page = page_of(anybody, tournament)
        assert "Until then the rows are in the order of hands played, most first" in text(page)
        assert {row.split()[0] for row in rows(page)} == {"–"}
        told = [re.search(r"\d+ in \d hands?", row) for row in rows(page)]
        assert [each and each[0] for each in told] == [
            *(["0 in 2 hands"] * 3),
            "34 in 2 hands",
            *(["0 in 1 hand"] * 3),
            "17 in 1 hand",
            *([None] * 4),
        ]
        heads = re.findall(r'<th scope="col">(.*?)</th>', page.content.decode())
        assert [re.sub(r"<[^>]+>", "", head) for head in heads] == ["Place", "Player", "Round\u00a01 so far"]
        printed = pages(anybody.get(f"/tournaments/{tournament.slug}/standings.pdf"))[0]
        assert ("Place Player Round 1 so far – Player" in printed, "Hands" in printed) == (True, False)
        assert [row in printed for row in ("Round 1 so far", "34 in 2 hands", "hands played, most first")] == [True] * 3

    def test_what_a_table_did_not_give_is_not_told_as_played(self, club, anybody):
        tournament = a_tournament(club, name="Erste", players=4)
        table = a_round(tournament).tables.get()
        play(table, 1, [37, 1, 1, 1])
        left, late = (seat.entry for seat in table.seats.order_by("number")[1:3])
        director = director_of(tournament)
        decisions.decide(left, "forfeit", reason="Left", by=director, round_=table.round)
        decisions.decide(late, "award", amount=Decimal(2), reason="Moved", by=director, round_=table.round)
        sweep.refresh_stale_standings()
        told = {re.search(r"Player \d+", row)[0]: row for row in rows(page_of(anybody, tournament))}
        assert (told[left.name][-9:], told[late.name][-10:]) == ("forfeited", "awarded: 2")

    def test_a_players_page_tells_tie_breaks_as_the_list_does(self, round_, tournament, anybody):
        director = director_of(tournament)
        rounds.close_round(round_, by=director)
        for entry in tournament.entries.filter(number__gt=4):
            registration.change_entry(entry, {"status": "paused"}, by=director)
        play_out(a_round(tournament), [20, 10, 5, 5])
        sweep.refresh_stale_standings()
        standing = tournament.standings.get(after_round=2)
        assert standing.head["played_evenly"] is False
        row = standing.document["rows"][0]
        page = text(anybody.get(reverse("entry", args=[tournament.slug, row["entry"]])))
        assert f"Card points per round {row['tie_breaks']['card_points']}" in page

    def test_a_withdrawn_player_is_marked_and_stays(self, round_, tournament, anybody):
        entry = tournament.entries.get(number=3)
        rounds.close_round(round_, by=director_of(tournament))
        registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(tournament))
        play_out(a_round(tournament))
        sweep.refresh_stale_standings()
        last = rows(page_of(anybody, tournament))[-1]
        assert entry.name in last
        assert "withdrawn" in last

    def test_an_earlier_round_without_standings_is_not_there(self, round_, tournament, anybody):
        assert page_of(anybody, tournament, after=2).status_code == 404

    def test_the_page_follows_the_play(self, round_, tournament, anybody):
        content = page_of(anybody, tournament).content.decode()
        revision = tournament.standings.get(after_round=1).revision
        assert f'data-follow="/api/v1/tournaments/{tournament.slug}/live/"' in content
        assert f'data-revision="{revision}"' in content

    def test_but_not_once_it_is_over(self, round_, tournament, anybody):
        type(tournament).objects.update(status="finished")
        assert b"data-follow" not in page_of(anybody, tournament).content


@pytest.mark.parametrize("players", [8, 64])
def test_standings_page_costs_three_queries_at_any_size(club, anybody, players):
    tournament = a_tournament(club, players=players)
    a_round(tournament)
    sweep.refresh_stale_standings()
    with CaptureQueriesContext(connection) as queries:
        page_of(anybody, tournament)
    assert len(queries) == 3


def test_a_partnerships_page_leads_to_both_in_the_order_of_its_name(club, anybody):
    for name in ("Prima", "Seconda"):
        tournament = a_tournament(club, players=0, name=name, ruleset="brisca", table={"target": 3})
        [pair] = registration.register(tournament, [Candidate(names=("Zoe", "Anna"))], by=director_of(tournament))
    page = text(anybody.get(reverse("entry", args=[tournament.slug, pair.pk])))
    assert re.findall(r"All tournaments of (\w+)", page) == ["Zoe", "Anna"]


def test_markup_in_a_name_is_text(club, anybody):
    tournament = a_tournament(club, name="<script>alert(1)</script> 🂡", players=0)
    content = page_of(anybody, tournament).content.decode()
    assert "<script>alert" not in content
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 🂡" in content


def test_nothing_is_still_possible_in_an_archived_tournament(club, anybody):
    tournament = a_tournament(club, players=4, rounds=3, table={"hands": 1}, outlook=True)
    round_ = a_round(tournament)
    play_out(round_, [40, 0, 0, 0])
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    where = reverse("entry", args=[tournament.slug, tournament.entries.first().pk])
    assert "What is still possible" in text(anybody.get(where))
    archiving.archive_tournament(tournament, by=director_of(tournament))
    sweep.refresh_stale_standings()
    assert "Final standings." in text(page_of(anybody, tournament))
    assert "What is still possible" not in text(anybody.get(where))
