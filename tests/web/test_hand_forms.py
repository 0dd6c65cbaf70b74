"""Each game's form without JavaScript: the pages as they come, and what is sent with them."""

import re

import pytest
from django.urls import reverse

from tests.games.evenings import Case
from tests.halls import a_tournament, a_user, by
from tests.web.pages import faults, text
from tournaments.actions import draws, hands, registration, rounds
from tournaments.actions.desk import Candidate
from tournaments.actions.judging import Entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_of(club):
    def table_of(slug, entries=4, partners=1, **plan):
        case = Case(slug, entries, (), partners=partners, **plan)
        tournament = a_tournament(club, players=0, **{**case.plan, "table": plan.get("table", {})})
        people = [
            Candidate(names=tuple(f"{'ABC'[place]}{number}" for place in range(partners)))
            for number in range(1, entries + 1)
        ]
        director = by(a_user("olga"))
        registration.register(tournament, people, by=director)
        round_ = draws.draw_round(tournament, by=director, seed=3)
        return rounds.publish_round(round_, by=director).tables.get(number=1)

    return table_of


def where(table, hand=1):
    return reverse("enter-hand", args=[table.round.tournament.slug, 1, table.number, hand])


def fields(response):
    """The names of what can be filled in on a page's tally."""
    form = response.content.decode().partition('class="tally-form"')[2].partition("</form>")[0]
    found = re.findall(r'<(?:input|select)[^>]* name="((?:line|hand)-[^"]+)"', form)
    return sorted(set(found))


def sides(name, *values):
    return {f"line-{side}-{name}": value for side, value in enumerate(values)}


class TestTheNumberThatIsLeft:
    def test_of_busca_is_the_fourth(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        scorer.post(where(table), sides("points", 8, 11, 2, ""))
        assert table.hands.get().lines[3] == {"points": 19}

    def test_whichever_of_them_was_left_out(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        scorer.post(where(table), sides("points", "", 11, 2, 19))
        assert table.hands.get().lines[0] == {"points": 8}

    def test_is_shown_as_such_before_it_counts(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        response = scorer.post(where(table), sides("points", 8, 11, 2, "") | {"do": "preview"})
        page = response.content.decode()
        assert re.search(r'name="line-3-points"[^>]* value=""[^>]* placeholder="19"', page)
        assert "2 buscas , 2 in all" in text(response)
        assert not table.hands.exists()

    def test_not_of_two(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        response = scorer.post(where(table), sides("points", 8, 11, "", ""))
        assert faults(response) == ["This is missing: fill it in"]

    def test_nor_where_the_others_are_too_many(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        response = scorer.post(where(table), sides("points", 20, 20, 2, ""))
        assert faults(response) == ["This is missing: fill it in"]
        assert not table.hands.exists()

    def test_nor_where_nothing_was_typed(self, table_of, scorer):
        table = table_of("brisca", partners=2, table={"target": 3})
        scorer.post(where(table), sides("points", "", ""))
        assert not table.hands.exists()

    def test_after_somebody_has_left(self, table_of, scorer):
        table = table_of("busca-elimination")
        for number in (1, 2):
            lines = [{"points": points} for points in (37, 1, 1, 1)]
            director = by(a_user("olga"))
            hands.record(table, Entered(number=number, tally={"lines": lines}), by=director)
        points = [f"line-{side}-points" for side in (1, 2, 3)]
        assert fields(scorer.get(where(table, 3))) == ["hand-last_trick", *points]
        scorer.post(where(table, 3), {"line-1-points": 20, "line-3-points": 15})
        saved = table.hands.get(number=3)
        assert saved.lines == [None, {"points": 20}, {"points": 5}, {"points": 15}]
        assert saved.scores == [None, 2, 0, 0]

    def test_of_tricks_too(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        tricks = sides("tricks", 3, 3, 1, "")
        scorer.post(where(table), sides("points", 8, 11, 2, "") | tricks)
        assert table.hands.get().lines[3] == {"points": 19, "tricks": 3}


class TestBrisca:
    @pytest.fixture
    def table(self, table_of):
        return table_of("brisca", partners=2, table={"target": 3})

    def test_two_numbers_and_the_cards_folded_away(self, table, scorer):
        response = scorer.get(where(table))
        assert fields(response) == [
            f"line-{side}-{name}" for side in (0, 1) for name in ("cards", "points")
        ]
        assert '<details class="folded" data-opens="cards_needed">' in response.content.decode()

    def test_the_second_number_is_what_is_left_of_120(self, table, scorer):
        scorer.post(where(table), sides("points", 73, ""))
        hand = table.hands.get()
        assert (hand.lines, hand.scores) == ([{"points": 73}, {"points": 47}], [1, 0])

    def test_cards_are_asked_when_the_hand_is_level(self, table, scorer):
        response = scorer.post(where(table), sides("points", 60, ""))
        assert response.status_code == 422
        assert '<details class="folded" open data-opens="cards_needed">' in (
            response.content.decode()
        )
        scorer.post(where(table), sides("points", 60, 60) | sides("cards", 24, ""))
        assert table.hands.get().scores == [1, 0]

    def test_the_preview_says_that_they_are_needed(self, table, scorer):
        response = scorer.post(
            where(table),
            sides("points", 60, "") | {"do": "preview"},
            headers={"hx-request": "true"},
        )
        assert 'data-problems="cards_needed cards_needed "' in response.content.decode()

    def test_scores_are_game_points(self, table, scorer):
        response = scorer.post(where(table), sides("points", 73, "") | {"do": "preview"})
        assert "1 game point , 1 in all" in text(response)


class TestMariaje:
    @pytest.fixture
    def table(self, table_of):
        return table_of("brisca-mariaje", partners=2)

    def test_marriages_are_folded_away(self, table, scorer):
        page = text(scorer.get(where(table)))
        assert "Marriages" in page

    def test_without_any(self, table, scorer):
        scorer.post(where(table), sides("points", 50, ""))
        assert table.hands.get().scores == [0, 1]

    def test_with_some(self, table, scorer):
        more = {"line-0-trump_marriages": "1", "line-1-plain_marriages": "1"}
        scorer.post(where(table), sides("points", 51, "") | more)
        hand = table.hands.get()
        assert hand.scores == [1, 0]
        assert hand.lines[0] == {"points": 51, "trump_marriages": 1, "plain_marriages": 0}

    def test_their_part_stands_open_where_there_are_some(self, table, scorer):
        data = sides("points", 51, "") | {"line-0-trump_marriages": "1", "do": "preview"}
        page = scorer.post(where(table), data).content.decode()
        assert page.count('<details class="folded" open') == 1


class TestMuerteAlTres:
    @pytest.fixture
    def table(self, table_of):
        return table_of("brisca-muerte-al-tres", partners=2)

    def test_a_killed_three_needs_nothing_more(self, table, scorer):
        scorer.post(where(table), {"hand-three_killed_by": "1"})
        hand = table.hands.get()
        assert (hand.scores, hand.lines) == ([0, 1], [{}, {}])

    def test_nobody_killed_it(self, table, scorer):
        scorer.post(where(table), sides("points", 73, "") | {"hand-three_killed_by": ""})
        assert table.hands.get().scores == [1, 0]


class TestBuddha:
    @pytest.fixture
    def table(self, table_of):
        return table_of("buddha")

    def locked(self, table, scorer, *bids):
        return scorer.post(where(table), sides("bid", *bids) | {"do": "lock"})

    def test_the_bids_come_first_and_alone(self, table, scorer):
        response = scorer.get(where(table))
        assert fields(response) == [f"line-{side}-bid" for side in range(4)]
        assert "Lock the bids" in text(response)

    def test_locked_they_are_shown_together_and_the_tricks_asked(self, table, scorer):
        response = scorer.get(self.locked(table, scorer, 3, 4, 0, 5).url)
        assert fields(response) == [
            "hand-all_yin_tricks",
            *(f"line-{side}-tricks" for side in range(4)),
        ]
        assert re.findall(r'class="locked">(\d+)<', response.content.decode()) == list("3405")
        assert "The bids are locked since" in text(response)
        assert not table.hands.exists()

    def test_the_page_can_be_loaded_again(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        assert scorer.get(address).content.count(b'class="locked"') == 4
        assert scorer.get(address).content.count(b'class="locked"') == 4

    def test_then_the_tricks_are_saved_with_them(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        scorer.post(address, sides("tricks", 3, 5, 0, ""))
        hand = table.hands.get()
        assert hand.lines[3] == {"bid": 5, "tricks": 5}
        assert hand.scores == [50, -10, 120, 70]

    def test_what_is_sent_again_does_not_change_them(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        scorer.post(address, sides("tricks", 3, 5, 0, 5) | sides("bid", 3, 5, 0, 5))
        assert [line["bid"] for line in table.hands.get().lines] == [3, 4, 0, 5]

    def test_nor_does_an_address_made_up(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        response = scorer.get(address[:-6] + "aaaaaa")
        assert fields(response) == [f"line-{side}-bid" for side in range(4)]

    def test_nor_one_of_another_hand(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        scorer.post(address, sides("tricks", 3, 5, 0, 5))
        query = address.partition("?")[2]
        assert b'class="locked"' not in scorer.get(f"{where(table, 2)}?{query}").content

    def test_a_bid_that_cannot_be_is_told_at_once(self, table, scorer):
        response = self.locked(table, scorer, 3, 15, "", "x")
        assert response.status_code == 422
        assert faults(response) == [
            "Enter a number from 0 to 14",
            "This is missing: fill it in",
            "Enter a whole number",
        ]

    def test_they_can_be_changed_openly(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        page = scorer.get(f"{address}&change").content.decode()
        assert re.findall(r'name="line-\d-bid"[^>]* value="(\d)"', page) == list("3405")
        assert "Lock the bids" in page

    def test_a_trick_of_yin_cards_only_leaves_one_fewer(self, table, scorer):
        address = self.locked(table, scorer, 3, 4, 0, 5).url
        scorer.post(address, sides("tricks", 3, 5, 0, "") | {"hand-all_yin_tricks": "1"})
        assert table.hands.get().lines[3]["tricks"] == 4

    def test_a_correction_asks_for_both(self, table, scorer):
        lines = [{"bid": b, "tricks": t} for b, t in ((3, 3), (4, 5), (0, 0), (5, 5))]
        director = by(a_user("olga"))
        hands.record(table, Entered(number=1, tally={"lines": lines}), by=director)
        assert len(fields(scorer.get(where(table)))) == 9
        data = sides("bid", 3, 5, 0, 5) | sides("tricks", 3, 5, 0, 5)
        scorer.post(where(table), data | {"replaces": 1, "reason": "misheard"})
        assert table.hands.current().get().scores == [50, 70, 120, 70]


class TestChiamata:
    @pytest.fixture
    def table(self, table_of):
        return table_of("briscola-chiamata", entries=5, table={"hands": 5})

    def test_everybody_defends_until_somebody_calls(self, table, scorer):
        page = scorer.get(where(table)).content.decode()
        assert page.count('value="defender" checked') == 5
        assert re.search(r'name="hand-threshold"[^>]* value="61"', page)

    def test_two_ticks_and_one_number(self, table, scorer):
        roles = sides("role", "defender", "caller", "defender", "partner", "defender")
        scorer.post(where(table), roles | {"hand-caller_points": 75, "hand-threshold": 61})
        assert table.hands.get().scores == [-1, 2, -1, 1, -1]

    def test_two_callers(self, table, scorer):
        roles = sides("role", "caller", "caller", "defender", "partner", "defender")
        response = scorer.post(where(table), roles | {"hand-caller_points": 75})
        assert "There is one caller and at most one partner" in text(response)


class TestRematada:
    @pytest.fixture
    def table(self, table_of):
        return table_of("brisca-rematada", entries=3, table={"hands": 5})

    def test_declarer_and_last_trick_are_each_one_players(self, table, scorer):
        assert fields(scorer.get(where(table))) == [
            "hand-bid",
            "hand-declarer",
            "line-0-plain_marriages",
            "line-0-points",
            "line-0-trump_marriages",
            "line-1-plain_marriages",
            "line-1-points",
            "line-1-trump_marriages",
            "line-2-plain_marriages",
            "line-2-points",
            "line-2-trump_marriages",
            "line-last_trick",
        ]

    def test_a_hand(self, table, scorer):
        more = {"hand-declarer": "0", "hand-bid": "110", "line-last_trick": "0"}
        scorer.post(where(table), sides("points", 91, 20, "") | more)
        hand = table.hands.get()
        assert hand.lines[0]["last_trick"] is True
        assert hand.lines[2] == {
            "points": 9,
            "last_trick": False,
            "trump_marriages": 0,
            "plain_marriages": 0,
        }
        assert hand.scores == [0, 55, 55]

    def test_nobody_won_the_last_trick(self, table, scorer):
        response = scorer.post(
            where(table), sides("points", 91, 20, 9) | {"hand-declarer": "0", "hand-bid": "110"}
        )
        assert "Exactly one player won the last trick" in text(response)


class TestBuraco:
    @pytest.fixture
    def table(self, table_of):
        return table_of("buraco", partners=2, table={"hands": 3})

    def sheet(self, **more):
        usual = {
            f"line-{side}-{name}": "0"
            for side in (0, 1)
            for name in ("dirty", "clean", "real", "real_ace")
        }
        return usual | {"line-0-morto": "taken", "line-1-morto": "taken"} | more

    def test_the_sheet_is_grouped_and_most_of_it_filled_in(self, table, scorer):
        response = scorer.get(where(table))
        page = text(response)
        assert [page.index(group) for group in ("Canastras", "Cards", "The end")] == sorted(
            page.index(group) for group in ("Canastras", "Cards", "The end")
        )
        assert "Dirty 100 each" in page
        assert response.content.decode().count('value="taken" selected') == 2

    def test_a_hand(self, table, scorer):
        cards = sides("table_points", 185, 105) | sides("hand_points", 0, 35)
        scorer.post(
            where(table), self.sheet(**cards, **{"line-0-dirty": "2", "line-went_out": "0"})
        )
        hand = table.hands.get()
        assert hand.scores == [485, 70]
        assert [line["went_out"] for line in hand.lines] == [True, False]

    def test_its_result_runs_along(self, table, scorer):
        data = self.sheet(**{"line-0-clean": "1", "line-0-table_points": "60", "do": "preview"})
        response = scorer.post(where(table), data, headers={"hx-request": "true"})
        assert "260 points , 260 in all 0 points , 0 in all" in text(response)

    def test_it_may_be_below_nothing(self, table, scorer):
        data = self.sheet(**sides("table_points", 0, 0), **sides("hand_points", 60, 0))
        response = scorer.post(where(table), data | {"do": "preview"})
        assert "−60 points , −60 in all" in text(response)

    def test_what_cannot_be_is_told_once_it_is_filled_in(self, table, scorer):
        data = self.sheet(**{"line-0-clean": "3", "line-0-table_points": "60", "do": "preview"})
        half = scorer.post(where(table), data, headers={"hx-request": "true"})
        assert "The cards of these canastras" not in text(half)
        rest = {"line-1-table_points": "0", **sides("hand_points", 0, 0)}
        whole = scorer.post(where(table), data | rest, headers={"hx-request": "true"})
        assert "The cards of these canastras alone are worth 105" in text(whole)

    def test_nobody_goes_out_without_the_morto(self, table, scorer):
        data = self.sheet(
            **sides("table_points", 185, 105),
            **sides("hand_points", 0, 35),
            **{"line-0-morto": "not_taken", "line-went_out": "0"},
        )
        response = scorer.post(where(table), data)
        assert faults(response) == [
            "Only a side that took its morto and played it can go out",
        ]


class TestThePad:
    def test_notes_only_what_is_not_usual(self, table_of, anybody):
        table = table_of("buraco", partners=2, table={"hands": 3})
        line = dict.fromkeys(("dirty", "clean", "real", "real_ace", "hand_points"), 0)
        lines = [
            {**line, "table_points": 100, "dirty": 2, "morto": "taken", "went_out": True},
            {**line, "table_points": 45, "morto": "not_taken", "went_out": False},
        ]
        director = by(a_user("olga"))
        hands.record(table, Entered(number=1, tally={"lines": lines}), by=director)
        page = anybody.get(reverse("table", args=[table.round.tournament.slug, 1, 1]))
        notes = re.findall(r'class="tally">([^<]+)<', page.content.decode())
        assert notes == [
            "On the table 100",
            "In the hand 0",
            "Dirty 2",
            "Went out",
            "On the table 45",
            "In the hand 0",
            "Not taken",
        ]

    def test_tells_the_facts_of_a_hand(self, table_of, anybody):
        table = table_of("brisca-rematada", entries=3, table={"hands": 5})
        none = {"last_trick": False, "trump_marriages": 0, "plain_marriages": 0}
        lines = [{**none, "points": points} for points in (91, 20, 9)]
        lines[0]["last_trick"] = True
        tally = {"lines": lines, "hand": {"declarer": 1, "bid": 110}}
        hands.record(table, Entered(number=1, tally=tally), by=by(a_user("olga")))
        name = table.seats.get(number=1).entry.name
        page = text(anybody.get(reverse("table", args=[table.round.tournament.slug, 1, 1])))
        assert f"Declarer: {name} · Bid 110" in page
