"""Each game's form without scripts."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_user, by
from tests.web.pages import faults, text, to_mend
from tests.web.tallies import fields, sides, where
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput

pytestmark = pytest.mark.django_db


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
        assert "2 buscas, 2 in all" in text(response)
        assert not table.hands.exists()

    def test_not_of_two(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        response = scorer.post(where(table), sides("points", 8, 11, "", ""))
        assert faults(response) == ["This is missing: fill it in."]

    def test_nor_where_the_others_are_too_many(self, table_of, scorer):
        table = table_of("busca-accademia", table={"hands": 2})
        response = scorer.post(where(table), sides("points", 20, 20, 2, ""))
        assert faults(response) == ["This is missing: fill it in."]
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
            hands.record(table, HandInput(number=number, tally={"lines": lines}), by=director)
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

    def test_of_king_by_the_deal(self, table_of, scorer):
        table = table_of("king", table={"hands": 13})
        scorer.post(where(table), sides("taken", 1, 2, "", 1) | {"hand-deal": "queens"})
        assert table.hands.get().scores == [-3, -6, 0, -3]

    def test_of_king_not_in_the_domino(self, table_of, scorer):
        table = table_of("king", table={"hands": 13})
        response = scorer.post(where(table), sides("taken", 1, 2, "", 0) | {"hand-deal": "domino"})
        assert faults(response) == ["This is missing: fill it in."]


class TestBuddha:
    @pytest.fixture
    def table(self, table_of):
        return table_of("buddha")

    def locked(self, table, scorer, *bids, **more):
        return scorer.post(where(table), sides("bid", *bids) | {"do": "lock", **more})

    def test_the_bids_come_first_and_alone(self, table, scorer):
        response = scorer.get(where(table))
        assert fields(response) == [f"line-{side}-bid" for side in range(4)]
        assert "Lock the bids" in text(response)

    def test_locked_they_are_shown_together_and_the_tricks_asked(self, table, scorer):
        response = scorer.get(self.locked(table, scorer, 3, 4, 0, 5).url)
        assert fields(response) == ["hand-all_yin_tricks", *(f"line-{side}-tricks" for side in range(4))]
        assert re.findall(r'class="locked">(\d+)<', response.content.decode()) == list("3405")
        assert "The bids are locked since" in text(response)
        assert not table.hands.exists()

    def test_then_the_tricks_are_saved_with_them(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        scorer.post(where(table), sides("tricks", 3, 5, 0, 5) | {"locked": 1})
        hand = table.hands.get()
        assert hand.lines[3] == {"bid": 5, "tricks": 5}
        assert hand.scores == [50, -10, 120, 70]

    def test_what_is_sent_again_does_not_change_them(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        tally = sides("tricks", 3, 5, 0, 5) | sides("bid", 3, 5, 0, 5) | {"locked": 1}
        scorer.post(where(table), tally)
        assert [line["bid"] for line in table.hands.get().lines] == [3, 4, 0, 5]

    def test_whoever_has_not_seen_them_saves_nothing(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        refused = scorer.post(where(table), sides("tricks", 3, 5, 0, 5))
        message = "The announcements for hand 1 were changed meanwhile: look at them again."
        assert (refused.status_code, to_mend(refused)) == (422, [message])
        assert not table.hands.exists()

    def test_others_do_not_lock_over_them_unseen(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        refused = self.locked(table, scorer, 3, 4, 1, 5)
        assert refused.status_code == 422
        assert 'name="locked" value="1"' in refused.content.decode()
        names = [seat.entry.name for seat in table.seats.order_by("number")]
        said = zip(names, (3, 4, 0, 5), strict=True)
        listed = ", ".join(f"{name} {bid}" for name, bid in said)
        assert f"the director: {listed}" in text(refused)
        self.locked(table, scorer, 3, 4, 1, 5, locked=1)
        assert f"{names[2]} 1" in text(scorer.get(where(table)))

    def test_a_bid_that_cannot_be_is_told_at_once(self, table, scorer):
        response = self.locked(table, scorer, 3, 15, "", "x")
        assert response.status_code == 422
        assert faults(response) == [
            "Enter a number from 0 to 14.",
            "This is missing: fill it in.",
            "Enter a whole number.",
        ]

    def test_they_can_be_changed_openly(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        page = scorer.get(f"{where(table)}?change").content.decode()
        assert re.findall(r'name="line-\d-bid"[^>]* value="(\d)"', page) == list("3405")
        assert "Lock the bids" in page

    def test_a_trick_of_yin_cards_only_leaves_one_fewer(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        tricks = sides("tricks", 3, 5, 0, 4) | {"locked": 1}
        refused = scorer.post(where(table), tricks)
        assert "The tricks total 12: there must be 13" in text(refused)
        scorer.post(where(table), tricks | {"hand-all_yin_tricks": "1"})
        assert table.hands.get().lines[3]["tricks"] == 4

    def test_no_number_is_worked_out_where_a_trick_may_have_been_won_by_nobody(self, table, scorer):
        self.locked(table, scorer, 3, 4, 0, 5)
        refused = scorer.post(where(table), sides("tricks", 3, 5, 0, "") | {"locked": 1})
        assert faults(refused) == ["This is missing: fill it in."]

    def test_a_correction_asks_for_both(self, table, scorer):
        lines = [{"bid": b, "tricks": t} for b, t in ((3, 3), (4, 5), (0, 0), (5, 5))]
        director = by(a_user("olga"))
        hands.record(table, HandInput(number=1, tally={"lines": lines}), by=director)
        assert len(fields(scorer.get(where(table)))) == 9
        data = sides("bid", 3, 5, 0, 5) | sides("tricks", 3, 5, 0, 5)
        scorer.post(where(table), data | {"replaces": 1, "reason": "misheard"})
        assert table.hands.current().get().scores == [50, 70, 120, 70]


class TestThePad:
    def test_what_every_side_of_every_hand_has_is_called_once_below_it_too(self, table_of, anybody):
        table = table_of("buddha")
        lines = [{"bid": bid, "tricks": tricks} for bid, tricks in ((3, 3), (4, 5), (0, 0), (6, 5))]
        hands.record(table, HandInput(number=1, tally={"lines": lines}), by=by(a_user("olga")))
        page = anybody.get(reverse("table", args=[table.round.tournament.slug, 1, 1])).content.decode()
        told = re.findall(r'<span class="called">(\w+)</span> (\d+)</span>', page)
        assert told == [(name, str(line[name.lower()])) for line in lines for name in ("Bid", "Tricks")]
        assert re.findall('class="key[^>]*>([^<]+)<', page) == ["Bid · Tricks"]

    def test_notes_only_what_is_not_usual(self, table_of, anybody):
        table = table_of("buraco", partners=2, table={"hands": 3})
        line = dict.fromkeys(("dirty", "clean", "real", "real_ace", "hand_points"), 0)
        lines = [
            {**line, "table_points": 120, "dirty": 2, "morto": "taken", "went_out": True},
            {**line, "table_points": 45, "hand_points": 30, "morto": "not_taken", "went_out": False},
        ]
        director = by(a_user("olga"))
        hands.record(table, HandInput(number=1, tally={"lines": lines}), by=director)
        page = anybody.get(reverse("table", args=[table.round.tournament.slug, 1, 1]))
        notes = re.findall(r'class="tally">([^<]+)<', page.content.decode())
        assert notes == [
            "On the table 120",
            "In the hand 0",
            "Dirty 2",
            "Went out",
            "On the table 45",
            "In the hand 30",
            "Not taken",
        ]

    def test_tells_the_facts_of_a_hand(self, table_of, anybody):
        table = table_of("brisca-rematada", entries=3, table={"hands": 5})
        none = {"last_trick": False, "trump_marriages": 0, "plain_marriages": 0}
        lines = [{**none, "points": points} for points in (91, 20, 9)]
        lines[0]["last_trick"] = True
        tally = {"lines": lines, "hand": {"declarer": 1, "bid": 110}}
        hands.record(table, HandInput(number=1, tally=tally), by=by(a_user("olga")))
        name = table.seats.get(number=1).entry.name
        page = text(anybody.get(reverse("table", args=[table.round.tournament.slug, 1, 1])))
        assert f"Declarer: {name} · Bid 110" in page
