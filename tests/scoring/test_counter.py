"""The card counter, against the values in each game's text, and piles that cannot be."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.registry import find
from tests.scoring.cases import codes, places
from tests.scoring.counting import COUNTED, LATIN, SUITS, count, named, of_kinds, points


class TestBusca:
    @pytest.mark.parametrize("slug", ["busca-accademia", "busca-elimination"])
    def test_the_whole_pack(self, slug):
        found = count(slug, named(*LATIN), last_trick=0)
        assert found == {
            "piles": [{"points": 40, "cards": 40}],
            "left": {"points": 0, "cards": 0, "kinds": {"pita": 0, "ace": 0, "figure": 0, "blank": 0}, "named": []},
        }

    @pytest.mark.parametrize(
        ("rank", "value"), [("3", 1), ("2", 1), ("ace", 3), ("king", 1), ("knight", 1), ("jack", 1), ("7", 0)]
    )
    def test_cards(self, rank, value):
        for suit in SUITS[1:]:
            assert points(count("busca-accademia", named(f"{rank}-{suit}"))) == [value]

    def test_the_pita(self):
        assert points(count("busca-accademia", named("ace-coins"))) == [8]

    def test_by_kinds(self):
        mine, hers = of_kinds(pita=1, figure=4), of_kinds(ace=2, blank=3)
        found = count("busca-accademia", mine, hers, last_trick=1)
        assert found["piles"] == [{"points": 12, "cards": 5}, {"points": 9, "cards": 5}]
        assert found["left"] == {"points": 19, "cards": 30, "kinds": {"pita": 0, "ace": 1, "figure": 16, "blank": 13}}

    def test_some_named_some_counted(self):
        pile = {"cards": ["ace-coins", "ace-cups"], "kinds": {"figure": 2}}
        assert points(count("busca-accademia", pile)) == [13]

    def test_the_last_trick_is_left_until_somebody_has_it(self):
        piles = [of_kinds(figure=10), of_kinds(figure=10)]
        assert count("busca-accademia", *piles)["left"]["points"] == 20
        found = count("busca-accademia", *piles, last_trick=1)
        assert (points(found), found["left"]["points"]) == ([10, 13], 17)


class TestBrisca:
    COMMON = {"ace": 11, "3": 10, "king": 4, "knight": 3, "jack": 2}

    @pytest.mark.parametrize(
        ("values", "changes"), [("common", {}), ("seven", {"7": 10, "3": 0}), ("jack", {"jack": 3, "knight": 2})]
    )
    def test_cards(self, values, changes):
        worth = self.COMMON | changes
        for card in LATIN:
            found = count("brisca", named(card), values=values)
            assert points(found) == [worth.get(card.split("-")[0], 0)], card

    def test_common_values_unless_it_is_said(self):
        assert points(count("brisca", named("3-cups", "7-cups"))) == [10]

    @pytest.mark.parametrize("values", ["common", "seven", "jack"])
    @pytest.mark.parametrize(("players", "cards"), [(2, 40), (4, 40), (6, 48)])
    def test_every_pack_has_120_points(self, values, players, cards):
        found = count("brisca", {}, options={"players": players}, values=values)
        assert (found["left"]["points"], found["left"]["cards"]) == (120, cards)

    @pytest.mark.parametrize(
        ("slug", "cards", "total"),
        [
            ("brisca-mexican", 40, 120),
            ("brisca-mariaje", 40, 120),
            ("brisca-muerte-al-tres", 40, 120),
            ("briscola-chiamata", 40, 120),
            ("brisca-rematada", 32, 130),
        ],
    )
    def test_the_variants(self, slug, cards, total):
        found = count(slug, {})
        assert (found["left"]["points"], found["left"]["cards"]) == (total, cards)

    def test_rematada_has_neither_twos_nor_fours(self):
        gone = set(LATIN) - set(count("brisca-rematada", {})["left"]["named"])
        assert gone == {f"{rank}-{suit}" for rank, suit in product("24", SUITS)}

    def test_points_and_cards_make_a_line(self):
        found = count("brisca", named("ace-cups", "3-cups", "4-swords", "5-swords"))
        assert found["piles"] == [{"points": 21, "cards": 4}]


class TestBuraco:
    @pytest.mark.parametrize(
        ("rank", "value"), [("ace", 15), ("2", 10), ("3", 5), ("7", 5), ("8", 10), ("10", 10), ("queen", 10)]
    )
    def test_cards(self, rank, value):
        for suit in ("diamonds", "hearts", "spades", "clubs"):
            card = f"{rank}-{suit}"
            assert points(count("buraco", named(card, card))) == [2 * value]

    def test_jokers(self):
        assert points(count("buraco", named(*["joker"] * 4))) == [200]

    def test_two_packs_are_1080(self):
        left = count("buraco", {})["left"]
        assert (left["points"], left["cards"]) == (1080, 108)
        assert left["kinds"] == {"joker": 4, "ace": 8, "high": 48, "two": 8, "low": 40}

    def test_table_and_hand_are_piles(self):
        found = count("buraco", of_kinds(low=7), of_kinds(joker=1))
        assert points(found) == [35, 50]


class TestBurraco:
    @pytest.mark.parametrize(
        ("rank", "value"), [("ace", 15), ("2", 20), ("3", 5), ("7", 5), ("8", 10), ("king", 10), ("joker", 30)]
    )
    def test_cards(self, rank, value):
        card = rank if rank == "joker" else f"{rank}-spades"
        assert points(count("burraco", named(card, card))) == [2 * value]


class TestWhatCannotBe:
    def test_a_card_taken_twice(self):
        found = count("brisca", named("ace-cups"), named("3-cups", "ace-cups"))
        assert places(found) == [("card_taken_twice", 1, "ace-cups")]

    def test_twice_by_the_same_hand(self):
        found = count("busca-accademia", named("7-cups", "7-cups"))
        assert places(found) == [("card_taken_twice", 0, "7-cups")]

    def test_a_third_time_from_two_packs(self):
        card = "9-clubs"
        assert codes(count("buraco", named(card), named(card))) == []
        found = count("buraco", named(card), named(card, card))
        assert places(found) == [("card_taken_twice", 1, card)]

    def test_more_of_a_kind_than_there_are(self):
        found = count("busca-accademia", of_kinds(ace=2), of_kinds(ace=2))
        assert places(found) == [("too_many_of_kind", 1, "ace")]
        found = count("busca-accademia", named("ace-cups"), of_kinds(ace=3))
        assert places(found) == [("too_many_of_kind", 1, "ace")]

    @pytest.mark.parametrize(
        ("kinds", "code", "field"),
        [
            ({"ace": 4}, "out_of_range", "ace"),
            ({"ace": -1}, "out_of_range", "ace"),
            ({"ace": "1"}, "not_an_integer", "ace"),
            ({"ace": True}, "not_an_integer", "ace"),
            ({"asso": 1}, "unknown_field", "asso"),
        ],
    )
    def test_kinds_that_are_none(self, kinds, code, field):
        assert places(count("busca-accademia", {}, {"kinds": kinds})) == [(code, 1, field)]

    @pytest.mark.parametrize("card", ["8-cups", "ace", "ACE-CUPS", "ace-hearts", "", "joker"])
    def test_cards_of_another_pack(self, card):
        assert places(count("brisca", named(card))) == [("unknown_card", 0, card)]

    @pytest.mark.parametrize("card", [None, 1, True, [], {}])
    def test_cards_that_are_no_names(self, card):
        assert places(count("brisca", named(card))) == [("unknown_card", 0, "cards")]

    def test_everything_at_once(self):
        piles = [7, {"cards": {}, "points": 3}, {"kinds": []}, named("x") | of_kinds(king=5)]
        assert places(count("brisca", *piles)) == [
            ("wrong_type", 0, None),
            ("unknown_field", 1, "points"),
            ("wrong_type", 1, "cards"),
            ("wrong_type", 2, "kinds"),
            ("unknown_card", 3, "x"),
            ("out_of_range", 3, "king"),
        ]


def pack_of(slug):
    ruleset = find(slug)
    defaults = [{f.name: f.default for f in fs} for fs in (ruleset.option_fields, ruleset.count_fields)]
    return ruleset.pack(*defaults)


@pytest.mark.slow
@pytest.mark.parametrize("slug", COUNTED)
@given(st.data())
def test_what_is_taken_and_what_is_left_make_the_pack(slug, data):
    pack = pack_of(slug)
    everything = [card for kind in pack.kinds for card in kind.cards]
    owners = data.draw(st.lists(st.integers(0, 3), min_size=len(everything), max_size=len(everything)))
    piles = [[], [], [], []]
    for card, owner in zip(everything, owners, strict=True):
        piles[owner].append(card)
    by_name = count(slug, *(named(*pile) for pile in piles[:3]))
    assert sorted(by_name["left"]["named"]) == sorted(piles[3])
    assert sum(points(by_name)) + by_name["left"]["points"] == pack.points
    kinds = [dict(_tally(pack, pile)) for pile in piles[:3]]
    by_kind = count(slug, *(of_kinds(**kind) for kind in kinds))
    assert by_kind["piles"] == by_name["piles"]
    assert by_kind["left"]["kinds"] == by_name["left"]["kinds"]


def _tally(pack, pile):
    for kind in pack.kinds:
        yield kind.name, sum(pile.count(card) for card in set(kind.cards))
