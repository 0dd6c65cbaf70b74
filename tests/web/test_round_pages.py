"""A round, its tables and its players on pages."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.substitutes import substitute
from tournaments.actions.setup import memberships
from tournaments.actions.standings import standings
from tournaments.models import Player, Role

pytestmark = pytest.mark.django_db


def tables_of(response):
    page = response.content.decode()
    return [int(n) for n in re.findall(r'class="no"[^>]*>.*?</span>\s+(\d+)\s*</a>', page, re.S)]


def round_page(client, round_, query=None):
    where = reverse("round", args=[round_.tournament.slug, round_.number])
    return client.get(where, {"q": query} if query is not None else {})


def test_no_line_begins_with_the_dash_between_partners(club, anybody):
    tournament = a_tournament(club, players=0, ruleset="brisca", table={"hands": 1}, rounds=1)
    people = [Candidate(names=(f"Ada {each}", f"Bo {each}")) for each in range(4)]
    registration.register(tournament, people, by=director_of(tournament))
    page = round_page(anybody, a_round(tournament)).content.decode()
    tied = {f"Ada {each}\N{NO-BREAK SPACE}– Bo {each}" for each in range(4)}
    assert set(re.findall(r"Ada \d\s– Bo \d", page)) == tied


class TestRound:
    @fixture_again
    def round_(self, club):
        return a_round(a_tournament(club, players=9))

    def test_every_table_with_everybody_at_it(self, round_, anybody):
        page = round_page(anybody, round_)
        assert tables_of(page) == [1, 2]
        names = {seat.entry.name for seat in round_.seats.select_related("entry")}
        assert {name for name in names if name in text(page)} == names

    def test_what_was_found_is_sent_once(self, round_, anybody):
        found = round_page(anybody, round_, "player")
        again = anybody.get(found.wsgi_request.get_full_path(), headers={"If-None-Match": found["ETag"]})
        assert (found.status_code, again.status_code, again.content) == (200, 304, b"")

    def test_who_sits_out_is_told(self, round_, anybody):
        out = round_.sit_outs.get().entry.name
        assert f"Sitting out this round: {out}" in text(round_page(anybody, round_))

    def test_directors_read_how_it_was_drawn(self, round_, anybody, director):
        message = "Drawn with the number 7, which gives the same tables again."
        assert message in text(round_page(director, round_))
        assert message not in text(round_page(anybody, round_))

    def test_three_letters_find_a_table(self, round_, anybody):
        seat = round_.seats.select_related("entry", "table").last()
        seat.entry.name = "Nicolò Ferraù"
        seat.entry.save()
        page = round_page(anybody, round_, "COLO")
        assert tables_of(page) == [seat.table.number]
        assert "<mark>Nicolò Ferraù</mark>" in page.content.decode()

    def test_the_number_of_a_table_finds_it(self, round_, anybody):
        assert tables_of(round_page(anybody, round_, "2")) == [2]

    def test_nobody_of_that_name_is_no_dead_end(self, round_, anybody):
        page = round_page(anybody, round_, "<b>zzz</b>")
        assert "Nobody called “<b>zzz</b>” sits in this round." in text(page).replace("&lt;", "<")
        assert "Show every table" in text(page)

    def test_ten_thousand_letters_find_nobody(self, round_, anybody):
        assert round_page(anybody, round_, "x" * 10_000).status_code == 200

    def test_how_far_each_table_is(self, round_, anybody):
        assert "No hand yet" in text(round_page(anybody, round_))
        play(round_.tables.get(number=1))
        assert "1 of 2 hands" in text(round_page(anybody, round_))
        hands.dispute(round_.tables.get(number=1).hands.get(), by=director_of(round_.tournament))
        assert "Hand 1 is disputed" in text(round_page(anybody, round_))
        play_out(round_)
        assert "Every table has finished." in text(round_page(anybody, round_))


@pytest.mark.parametrize("players", [8, 64])
def test_a_round_costs_eight_queries_whatever_its_size(club, anybody, players):
    round_ = a_round(a_tournament(club, players=players))
    play_out(round_)
    with CaptureQueriesContext(connection) as queries:
        round_page(anybody, round_)
    assert len(queries) == 8


class TestTable:
    @fixture_again
    def table(self, club):
        table = a_round(a_tournament(club, name="Serata")).tables.get(number=1)
        play(table, 1, [8, 11, 2, 19])
        return table

    def page(self, client, table):
        where = reverse("table", args=[table.round.tournament.slug, 1, table.number])
        return client.get(where)

    def test_each_hand_with_its_tally_and_its_scores(self, table, anybody):
        page = self.page(anybody, table).content.decode()
        cells = re.findall(r'class="worth[^"]*">(\d+)</span>\s*<span\s+class="tally">(\d+)<', page)
        assert cells == [("0", "8"), ("0", "11"), ("0", "2"), ("2", "19")]

    def test_who_leads_the_next_hand(self, table, anybody):
        west = table.seats.get(number=2).entry.name
        assert f"{west} leads the next hand." in text(self.page(anybody, table))
        anybody.cookies["django_language"] = "it"
        assert f"Prossima mano: esce {west}." in text(self.page(anybody, table))

    def test_who_deals_where_the_deal_passes(self, club, anybody):
        plan = {"name": "Fuori uno", "ruleset": "busca-elimination", "table": {}}
        table = a_round(a_tournament(club, **plan)).tables.get(number=1)
        lead = table.first_lead
        leads, deals = (table.seats.get(number=number).entry.name for number in (lead, (lead + 1) % 4))
        page_text = text(self.page(anybody, table))
        assert f"{deals} deals, {leads} leads the next hand." in page_text

    def test_how_it_ended(self, table, anybody):
        play(table, 2, [8, 11, 2, 19])
        page = text(self.page(anybody, table))
        assert "Finished" in page
        assert "How it ended 1." in page

    def test_a_hand_in_doubt_is_marked(self, table, anybody):
        hands.dispute(table.hands.get(), by=director_of(table.round.tournament))
        assert "Hand 1 is disputed" in text(self.page(anybody, table))

    def test_what_was_changed_is_shown_with_who_in_which_role_when_and_why(self, table, anybody, scorer):
        form = {f"line-{side}-points": points for side, points in enumerate([10, 10, 10, 10])}
        where = reverse("enter-hand", args=[table.round.tournament.slug, 1, 1, 1])
        scorer.post(where, {**form, "replaces": 1, "reason": "two columns were exchanged"})
        play(table, 1, [8, 11, 2, 19], replaces=2, reason="so they were not")
        hands.void(table.hands.current().get(), by=director_of(table.round.tournament), reason="cards were missing")
        scoring = table.round.tournament.club.memberships.get(role="scorer")
        memberships.change_role(scoring, Role.DIRECTOR)  # what he did before, a scorer did
        page = re.sub(r"\d\d:\d\d", "TIME", text(self.page(anybody, table)))
        assert "Hand 1 was 8 · 11 · 2 · 19 until TIME (scorer): two columns were exchanged" in page
        assert "Hand 1 was 10 · 10 · 10 · 10 until TIME (director): so they were not" in page
        assert "Hand 1 was 8 · 11 · 2 · 19 and was struck out at TIME (director): cards were missing" in page

    def test_only_those_who_may_are_led_to_the_form(self, table, anybody, scorer):
        assert "Enter hand 2" not in text(self.page(anybody, table))
        assert "Enter hand 2" in text(self.page(scorer, table))

    def test_it_costs_the_same_with_many_hands(self, table, anybody):
        with CaptureQueriesContext(connection) as first:
            self.page(anybody, table)
        play(table, 2)
        with CaptureQueriesContext(connection) as second:
            self.page(anybody, table)
        assert (len(first), len(second)) == (8, 8)


def test_at_a_table_of_five_who_had_which_part_stands_by_name_below_the_hand(club, anybody):
    plan = {"ruleset": "briscola-chiamata", "table": {"hands": 2}}
    table = a_round(a_tournament(club, players=5, name="Chiamata", **plan)).tables.get()
    names = [seat.entry.name for seat in table.seats.select_related("entry").order_by("number")]
    parts = ["defender", "caller", "defender", "partner", "defender"]
    tally = {"lines": [{"role": part} for part in parts], "hand": {"caller_points": 70, "threshold": 61}}
    hands.record(table, HandInput(number=1, tally=tally), by=director_of(table.round.tournament))
    page = anybody.get(reverse("table", args=["chiamata", 1, 1])).content.decode()
    told = re.findall(r'<td colspan="5"><span class="tally">(.+?)</span>', page)
    assert told == [f"Caller: {names[1]}&nbsp;· Partner: {names[3]}&nbsp;· Points of the caller’s side 70"]
    assert re.findall(r'<span\s+class="tally">', page.partition("<tfoot>")[0]) == ['<span class="tally">']


class TestPeople:
    @fixture_again
    def round_(self, club):
        round_ = a_round(a_tournament(club, players=9, name="Serata"))
        play_out(round_, [19, 11, 8, 2])
        sweep.refresh_stale_standings()
        return round_

    def test_everybody_entered_is_listed(self, round_, anybody):
        page = anybody.get(reverse("players", args=[round_.tournament.slug]))
        assert "9 entered" in text(page)

    def test_an_entry_tells_whom_it_met_and_what_it_got(self, round_, anybody):
        seat = round_.seats.get(table__number=1, number=0)
        page = anybody.get(reverse("entry", args=[round_.tournament.slug, seat.entry_id]))
        assert "Round 1, table 1" in text(page)
        others = [s.entry.name for s in round_.seats.filter(table__number=1).exclude(pk=seat.pk)]
        assert [name for name in others if name in text(page)] == others

    def test_an_entry_tells_every_hand(self, round_, anybody):
        table = round_.tables.get(number=1)
        hands.void(table.hands.get(number=2), by=director_of(round_.tournament), reason="x")
        play(table, 2, [5, 20, 10, 5])
        sweep.refresh_stale_standings()
        shown = {}
        for seat in table.seats.all():
            page = anybody.get(reverse("entry", args=[round_.tournament.slug, seat.entry_id]))
            shown[seat.number] = re.search(r"Each hand: (\d · \d)", text(page))[1]
        assert shown == {0: "2 · 0", 1: "0 · 2", 2: "0 · 0", 3: "0 · 0"}

    def test_an_entry_that_sat_out(self, round_, anybody):
        entry = round_.sit_outs.get().entry
        page = anybody.get(reverse("entry", args=[round_.tournament.slug, entry.pk]))
        assert "Round 1 sat out · counts the average of all who played that round" in text(page)

    def test_a_person_over_all_tournaments(self, round_, anybody):
        entry = round_.seats.get(table__number=1, number=3).entry
        where = reverse("player", args=[entry.players.get().pk])
        page = text(anybody.get(where))
        assert "Serata" in page
        assert "Met most often" not in page  # the round is in play
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        page = text(anybody.get(where))
        assert "Met most often" in page
        assert "1 time" in page

    def test_whoever_left_has_the_rounds_that_he_played(self, round_, anybody):
        entry = round_.seats.get(table__number=1, number=3).entry
        leaving, director = entry.players.get(), director_of(round_.tournament)
        rounds.close_round(round_, by=director, anyway=True)
        substitute(entry, leaving, Candidate(names=("Zita",)), by=director)
        sweep.refresh_stale_standings()
        page = text(anybody.get(reverse("player", args=[leaving.pk])))
        assert ("only round 1" in page, "Place" in page) == (True, False)
        page = text(anybody.get(reverse("player", args=[Player.objects.get(name="Zita").pk])))
        assert ("only round" in page, "Place" in page) == (False, True)
        sheet = anybody.get(reverse("player-csv", args=[leaving.pk])).content.decode()
        assert sheet.splitlines()[1].endswith(";8;1")

    @pytest.mark.slow
    def test_a_person_has_a_place_of_so_many_and_a_curve_over_the_years(self, club, anybody):
        for name in ("Prima", "Seconda"):
            round_ = a_round(a_tournament(club, name=name, rounds=1))
            play_out(round_, [20, 10, 5, 5])
            rounds.close_round(round_, by=director_of(round_.tournament))
            sweep.refresh_stale_standings()
        where = reverse("player", args=[club.players.first().pk])
        page = anybody.get(where)
        assert [row[0] for row in page.context["picture"].rows] == ["Prima", "Seconda"]
        assert "of 8" in text(page)
        standings.hide_standings(round_.tournament, by=director_of(round_.tournament), after_round=0)
        assert anybody.get(where).context["picture"] is None

    def test_a_persons_place_in_what_is_in_play_is_told_as_such(self, club, anybody):
        tournament = a_tournament(club, name="Serata", rounds=3)
        round_ = a_round(tournament)
        where = reverse("player", args=[tournament.entries.get(number=1).players.get().pk])
        told = re.compile(r"Tournaments Serata Busca \(Accademia\)[^A-Z]*(.*?) In your calendar")
        assert told.search(text(anybody.get(where)))[1] == "In play"
        play_out(round_, [20, 10, 5, 5])
        rounds.close_round(round_, by=director_of(tournament))
        sweep.refresh_stale_standings()
        place = tournament.standings.get(after_round=1).row_of(tournament.entries.get(number=1).pk)["place"]
        assert told.search(text(anybody.get(where)))[1] == f"Place {place} of 8 · In play"

    @pytest.mark.slow
    def test_a_person_costs_the_same_after_many_evenings(self, club, anybody):
        for _evening in range(3):
            play_out(a_round(a_tournament(club)))
            sweep.refresh_stale_standings()
        player = club.players.first()
        with CaptureQueriesContext(connection) as queries:
            anybody.get(reverse("player", args=[player.pk]))
        assert len(queries) == 6


def test_another_pack_is_agreed_on_and_shown(club, director, anybody):
    a_round(a_tournament(club, name="Serata"))
    where = "/tournaments/serata/rounds/1/tables/1/"
    assert "All agreed to another pack" in text(director.get(where))
    assert "a different pack" not in text(anybody.get(where))
    director.post(f"{where}pack/", {"other": "yes"})
    assert "All at this table agreed to play with a different pack" in text(anybody.get(where))
    director.post(f"{where}pack/", {"other": "no"})
    assert "a different pack" not in text(anybody.get(where))


def test_another_pack_is_not_offered_at_a_finished_table(club, director):
    round_ = a_round(a_tournament(club))
    where = reverse("table", args=[round_.tournament.slug, 1, 1])
    assert "All agreed to another pack" in text(director.get(where))
    play_out(round_)
    assert "All agreed to another pack" not in text(director.get(where))
