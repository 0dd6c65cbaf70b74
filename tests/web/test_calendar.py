"""The home page and a club's page: tournaments in play, to come and past, year by year."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone as django_timezone

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.standings import standings, winners
from tournaments.actions.standings.winners import champions
from tournaments.models import Tournament
from tournaments.models.standing_bytes import rows_until
from tournaments.web.pictures.podium import PodiumPlace, podium
from tournaments.web.views.syndication import tournament_poster

pytestmark = pytest.mark.django_db


def played(club, name, starts_at=None, **plan):
    """A tournament of one round that is over; Player 0001 is the only one without a busca and with one card point."""
    tournament = a_tournament(club, name=name, rounds=1, **plan)
    round_ = a_round(tournament, tables=[[3, 2, 1, 0], [7, 6, 5, 4]])
    for number in (1, 2):
        play(round_.tables.get(number=1), number, [20, 10, 9, 1])
        play(round_.tables.get(number=2), number)
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", starts_at=starts_at)
    return Tournament.objects.get(pk=tournament.pk)


@fixture_again
def evening(club):
    return played(club, "Serata", datetime(2025, 12, 31, 23, 30, tzinfo=UTC))


def club_page(client, club):
    return client.get(reverse("club", args=[club.slug]))


def test_a_list_that_ends_leads_to_the_clubs_which_have_the_rest(club, anybody):
    for number in range(13):
        a_tournament(club, players=0, name=f"Serata {number}", starts_at=f"2099-12-{number + 1:02}T20:00:00Z")
    further = f'<a href="{reverse("clubs")}">The others are on the clubs’ pages</a>'
    assert further in anybody.get("/").content.decode()
    Tournament.objects.filter(name__in=("Serata 11", "Serata 12")).delete()
    assert further not in anybody.get("/").content.decode()
    assert f'href="{reverse("club", args=[club.slug])}"' in anybody.get(reverse("clubs")).content.decode()


def test_where_there_is_no_club_that_is_said(anybody):
    assert "There is no club yet." in text(anybody.get(reverse("clubs")))


class TestPlayed:
    def test_a_line_says_who_won_and_how_many_played_and_draws_the_podium(self, club, evening, anybody):
        for where in ("/", reverse("club", args=[club.slug])):
            page = anybody.get(where)
            assert "8 players Winner: Player 0001" in text(page)

    def test_pairs_are_counted_as_pairs_and_both_of_one_have_won(self, club, anybody):
        pairs = a_tournament(club, players=0, name="Coppie", ruleset="brisca", table={"hands": 1}, rounds=1)
        people = [Candidate(names=(f"Anna {number}", f"Berta {number}")) for number in range(4)]
        registration.register(pairs, people, by=director_of(pairs))
        round_ = a_round(pairs)
        for table in round_.tables.all():
            tally = {"lines": [{"points": 80}, {"points": 40}]}
            hands.record(table, HandInput(number=1, tally=tally), by=director_of(pairs))
        rounds.close_round(round_, by=director_of(pairs))
        sweep.refresh_stale_standings()
        assert "Brisca, 4 pairs Winners: " in text(club_page(anybody, club))
        sheet = anybody.get(reverse("club-year-csv", args=[club.slug, django_timezone.localdate().year]))
        assert [line.split(";")[3] for line in sheet.content.decode().splitlines()] == ["Players", "8"]

    @pytest.mark.slow
    def test_the_latest_stands_first_whichever_was_entered_first_and_the_oldest_make_room(self, club, anybody):
        year = django_timezone.localtime().year
        days = {"Aprile": 4, "Giugno": 6, "Febbraio": 2, "Maggio": 5}
        for name, month in days.items():
            played(club, name, datetime(year - 1, month, 2, 18, tzinfo=UTC))
        latest_first = sorted(days, key=days.__getitem__, reverse=True)
        pages = ["/", *(reverse(name, args=[club.slug]) for name in ("club", "champions"))]
        for where in (*pages, reverse("club-year", args=[club.slug, year - 1])):
            page = text(anybody.get(where))
            assert sorted(days, key=page.rindex) == latest_first, where
        sheet = anybody.get(reverse("club-year-csv", args=[club.slug, year - 1])).content.decode()
        assert sorted(days, key=sheet.index) == latest_first
        assert latest_first[0] in text(anybody.get(reverse("club-frame", args=[club.slug])))

    @pytest.mark.slow
    def test_the_year_is_to_be_read_where_it_is_another(self, club, evening, anybody):
        year = django_timezone.localtime().year
        for tournament, its_year in ((evening, year - 1), (played(club, "Nuova"), year)):
            Tournament.objects.filter(pk=tournament.pk).update(starts_at=datetime(its_year, 6, 2, 18, tzinfo=UTC))
        page = club_page(anybody, club).content.decode()
        years = re.findall(r'<span( class="unseen")?> (\d{4})</span>', page)
        assert sorted(years) == [("", f"{year - 1}"), (' class="unseen"', f"{year}")]

    def test_nobody_has_won_what_is_hidden_or_still_in_play(self, club, evening, anybody, director):
        standings.hide_standings(evening, by=director_of(evening), after_round=0)
        for who in (anybody, director):
            assert "Player 0001" not in text(club_page(who, club))
        Tournament.objects.filter(pk=evening.pk).update(standings_hidden_after=None, status="running")
        assert "Player 0001" not in text(club_page(anybody, club))

    def test_nobody_has_won_what_was_archived_in_a_round_until_this_is_closed(self, club, anybody):
        tournament = a_tournament(club, players=4, rounds=2, table={"hands": 1})
        director = director_of(tournament)
        first = a_round(tournament, tables=[range(4)])
        play(first.tables.get(), points=[0, 5, 10, 25])
        rounds.close_round(first, by=director)
        second = a_round(tournament, tables=[range(4)])
        archive_tournament(tournament, by=director)
        standings.refresh(tournament.pk)
        assert "Nobody has won yet" in text(anybody.get(reverse("champions", args=[club.slug])))
        leader = tournament.entries.get(number=2).players.get()
        (so_far,) = anybody.get(reverse("player", args=[leader.pk])).context["history"]
        assert (so_far.place, so_far.is_over) == (1, False)
        play(second.tables.get(), points=[40, 0, 0, 0])
        rounds.close_round(second, by=director)
        standings.refresh(tournament.pk)
        assert "Player 0001" in text(anybody.get(reverse("champions", args=[club.slug])))

    @pytest.mark.slow
    def test_what_is_private_is_in_no_list_no_count_and_makes_no_champion(self, club, evening, anybody, director):
        played(club, "Privata", visibility="private")
        Tournament.objects.filter(pk=evening.pk).update(visibility="link")
        page = club_page(anybody, club)
        assert "This club has not opened a tournament yet." in text(page)
        assert "Nobody has won yet" in text(anybody.get(reverse("champions", args=[club.slug])))
        assert page.context["years"] == []
        this_year = anybody.get(reverse("club-year", args=[club.slug, django_timezone.localtime().year]))
        assert 'class="tabs"' not in this_year.content.decode()
        assert "Privata" in text(club_page(director, club))

    def test_whoever_is_erased_has_won_without_a_name(self, club, evening, anybody):
        player = club.players.get(name="Player 0001")
        erase_player(player, by=director_of(evening))
        sweep.refresh_stale_standings()
        assert "Player 0001" not in club_page(anybody, club).content.decode()
        assert f"Giocatore cancellato {player.pk}" in text(anybody.get(reverse("champions", args=[club.slug])))

    @pytest.mark.slow
    def test_whoever_is_shown_otherwise_is_so_in_every_list_and_picture(self, club, evening, anybody):
        player = club.players.get(name="Player 0001")
        show_player_as(player, shown_as="code", code_name="Volpe", by=director_of(evening))
        sweep.refresh_stale_standings()
        tournament = [reverse(name, args=[evening.slug]) for name in ("tournament", "pictures")]
        lists = [reverse(name, args=[club.slug]) for name in ("club", "champions")]
        table = reverse("table", args=[evening.slug, 1, 1])
        for where in ("/", *lists, *tournament, table, reverse("player", args=[player.pk])):
            page = anybody.get(where).content.decode()
            assert ("Player 0001" in page, "Volpe" in page) == (False, True), where


class TestToday:
    def test_what_begins_today_stands_apart_by_the_clubs_own_clock(self, club, anybody):
        club.time_zone = "Pacific/Kiritimati"
        club.save()
        here = django_timezone.now().astimezone(timezone(timedelta(hours=14)))
        tonight = here.replace(hour=23, minute=59, second=0, microsecond=0)
        for name, starts_at in (("Oggi", tonight), ("Domani", tonight + timedelta(days=1))):
            made = a_tournament(club, players=0, name=name)
            Tournament.objects.filter(pk=made.pk).update(starts_at=starts_at)
        page = text(anybody.get("/"))
        order = [page.index(word) for word in ("Today", "Oggi", "23:59", "To come", "Domani")]
        assert order == sorted(order)

    def test_what_comes_next_stands_first_and_what_has_no_day_last(self, club, anybody):
        soon = django_timezone.now() + timedelta(days=9)
        days = {"Senza giorno": None, "Dopo": soon + timedelta(days=9), "Prima": soon}
        for name, starts_at in days.items():
            Tournament.objects.filter(pk=a_tournament(club, players=0, name=name).pk).update(starts_at=starts_at)
        for where in ("/", reverse("club", args=[club.slug]), reverse("club-frame", args=[club.slug])):
            page = text(anybody.get(where))
            assert sorted(days, key=page.index) == ["Prima", "Dopo", "Senza giorno"], where


class TestArchive:
    def test_a_year_holds_what_began_in_it_where_the_club_is(self, club, evening, anybody):
        """Half past eleven at night in Greenwich is the next year in Italy."""
        page = anybody.get(reverse("club-year", args=[club.slug, 2026]))
        assert "Serata" in text(page)
        assert club_page(anybody, club).context["years"] == [2026]
        assert anybody.get(reverse("club-year", args=[club.slug, 2025])).status_code == 404

    def test_a_players_page_is_in_the_order_of_the_days_whichever_was_entered_first(self, club, evening, anybody):
        played(club, "Ricordo", datetime(2024, 6, 2, 18, tzinfo=UTC))
        page = anybody.get(reverse("player", args=[club.players.get(name="Player 0001").pk]))
        assert [each.entry.tournament.name for each in page.context["history"]] == ["Serata", "Ricordo"]
        assert [row[0] for row in page.context["picture"].rows] == ["Ricordo", "Serata"]

    def test_an_archived_tournament_stays(self, club, evening, anybody):
        Tournament.objects.filter(pk=evening.pk).update(status="archived")
        assert "Player 0001" in text(anybody.get(reverse("club-year", args=[club.slug, 2026])))

    @pytest.mark.parametrize("year", [0, 1900, 10**30])
    def test_a_year_without_any_is_not_there(self, club, evening, anybody, year):
        assert anybody.get(reverse("club-year", args=[club.slug, year])).status_code == 404

    def test_this_year_is_there_before_anything_is_over(self, club, anybody):
        page = anybody.get(reverse("club-year", args=[club.slug, django_timezone.localdate().year]))
        assert "No tournament is over yet this year." in text(page)


class TestChampions:
    def test_who_won_most_often_is_first(self, club, evening, anybody):
        played(club, "Seconda", datetime(2026, 3, 1, tzinfo=UTC))
        winner, *others = champions(club.tournaments.all(), [])
        assert (winner.player.name, [each.name for each in winner.won], others) == (
            "Player 0001",
            ["Seconda", "Serata"],
            [],
        )
        page = text(anybody.get(reverse("champions", args=[club.slug])))
        assert "Player 0001 Seconda 2026, Serata 2026 2 wins" in page

    def test_rows_that_are_cut_off_are_not_told(self, evening):
        body = bytes(evening.standings.get(after_round=1).body)
        rows = evening.standings.get(after_round=1).document["rows"]
        starts = [found.start() for found in re.finditer(rb'{"place":', body)]
        assert rows_until(body, 3) == rows[:3]
        assert rows_until(body[: starts[4]], 3) == rows[:3]
        assert [rows_until(body[:end], 3) for end in (starts[1] + 20, starts[3] - 1, starts[3], starts[3] + 20)] == [
            None
        ] * 4
        assert [rows_until(body[:end], 3) for end in (0, 20)] == [None, None]


@pytest.fixture
def all_level(club):
    """Eight who share the first place."""
    tournament = a_tournament(club, name="Pari", rounds=1)
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    return tournament


class TestSharedPlaces:
    def test_whoever_shares_the_first_place_has_won(self, club, all_level, anybody):
        everybody = {f"Player {number:04}" for number in range(1, 9)}
        assert {champion.player.name for champion in champions(club.tournaments.all(), [])} == everybody
        page = text(anybody.get(reverse("champions", args=[club.slug])))
        assert page.count("1 win") == 8

    def test_a_line_names_as_many_as_it_has_room_for_and_counts_the_others(self, club, all_level, anybody):
        named = " , ".join(f"Player {number:04}" for number in range(1, 7))
        page = club_page(anybody, club)
        assert f"8 players Winners: {named} and 2 more" in text(page)
        assert '<svg class="picture"' not in page.content.decode()

    def test_it_does_so_where_the_beginning_of_the_standings_ends_before(self, club, all_level, anybody, monkeypatch):
        monkeypatch.setattr(winners, "BEGINNING", 800)
        assert len(champions(club.tournaments.all(), [])) == 8
        assert "Winners: Player 0001" in text(club_page(anybody, club))

    def test_a_share_card_counts_them_too(self, club, all_level):
        rows = tournament_poster(club.tournaments.with_last_round().get()).rows
        assert rows == (("1.", "Player 0001", "2"), ("1.", "Player 0002", "2"), ("", "and 6 more", ""))

    def test_two_thirds_stand_on_two_steps(self):
        first = [PodiumPlace(place, name, "1") for place, name in ((1, "Ada"), (2, "Bea"), (3, "Cia"), (3, "Dea"))]
        drawn = re.findall(r"<text[^>]*>(\w+)</text>", podium(first, "p"))
        assert drawn == ["3", "Dea", "2", "Bea", "1", "Ada", "3", "Cia"]
        assert podium([*first, first[-1]], "p")
        assert podium([*first, first[-1], first[-1]], "p") == ""


def test_a_club_costs_eight_queries_however_much_it_has_played(anybody):
    club = a_club("Circolo", a_user("olga"))
    counts = []
    for _more in range(2):
        played(club, "Serata")
        with CaptureQueriesContext(connection) as queries:
            club_page(anybody, club)
        counts.append(len(queries))
    assert counts == [8, 8]
