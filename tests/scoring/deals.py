"""Strategies for hypothesis: hands of every game that were really dealt and played out."""

from functools import cache
from random import Random

from hypothesis import strategies as st

from scoring.reading import read_options
from scoring.registry import RULESETS, find
from tests.games import burraco
from tests.games.dealing import deal

BUSCA_PACK = [8, 3, 3, 3] + [1] * 20 + [0] * 16
BRISCA_RANKS = [11, 10, 4, 3, 2]


@cache
def lots(many):
    """A strategy of so many bytes: one choice of Hypothesis, where as many numbers would cost a choice each."""
    return st.binary(min_size=many, max_size=many)


def shuffled(draw, pack):
    """The cards of a pack in any order."""
    lot = draw(lots(2 * len(pack)))
    order = sorted(range(len(pack)), key=lambda place: lot[2 * place : 2 * place + 2])
    return [pack[place] for place in order]


def tricks_won(draw, pack, sides, size):
    """Shuffle the pack, cut it into tricks and let somebody win each; the cards by side."""
    cards = shuffled(draw, pack)
    tricks = [cards[start : start + size] for start in range(0, len(cards), size)]
    won, winner = [[] for _side in range(sides)], 0
    for trick, lot in zip(tricks, draw(lots(len(tricks))), strict=True):
        winner = lot % sides
        won[winner].append(trick)
    return won, winner


@st.composite
def busca(draw, slug="busca-accademia"):
    """Deal Busca with tricks and last trick written down, or one of them, or neither."""
    won, last = tricks_won(draw, BUSCA_PACK, 4, 4)
    points = [sum(map(sum, tricks)) for tricks in won]
    points[last] += 3
    lines = [{"points": mine} for mine in points]
    if draw(st.booleans()):
        for line, tricks in zip(lines, won, strict=True):
            line["tricks"] = len(tricks)
    hand = {"last_trick": last} if draw(st.booleans()) else {}
    return {"ruleset": slug, "lines": lines, "hand": hand}


NEAR = st.integers(-2, 2)


@st.composite
def buddha(draw):
    """Share out the tricks that the Black Hole and the Yin cards leave."""
    players = draw(st.integers(3, 6))
    cards = {3: 15, 4: 14, 5: 14, 6: 11}[players]
    yin = draw(st.integers(0, 1)) if players > 3 else 0
    winners = [lot % players for lot in draw(lots(cards))]
    taken = [winners[: cards - 1 - yin].count(player) for player in range(players)]
    bids = [min(cards, max(0, tricks + draw(NEAR))) for tricks in taken]
    lines = [{"bid": bid, "tricks": mine} for bid, mine in zip(bids, taken, strict=True)]
    option = draw(st.sampled_from(["announced", "fulfilled"]))
    return {"ruleset": "buddha", "options": {"highest_bid": option}, "lines": lines, "hand": {"all_yin_tricks": yin}}


def brisca_options(draw, players=(2, 4, 6)):
    return {
        "players": draw(st.sampled_from(players)),
        "double_over_100": draw(st.sampled_from(["off", "total", "margin"])),
    }


@st.composite
def brisca(draw, slug="brisca", players=(2, 4, 6)):
    """Play a pack of 40 or 48 cards out and count it."""
    options = brisca_options(draw, players)
    size = 48 if options["players"] == 6 else 40
    won, _last = tricks_won(draw, BRISCA_RANKS * 4 + [0] * (size - 20), 2, options["players"])
    lines = [{"points": sum(map(sum, tricks)), "cards": len(tricks) * options["players"]} for tricks in won]
    if lines[0]["points"] != 60 and draw(st.booleans()):
        lines = [{"points": line["points"]} for line in lines]
    return {"ruleset": slug, "options": options, "lines": lines}


SUITED = [(rank, suit) for rank in range(8) for suit in range(4)]
SUITED_POINTS = [11, 10, 4, 3, 2, 0, 0, 0]
KING, KNIGHT = 2, 3


def marriages(cards):
    """Count the kings and knights of one suit; suit 0 is trumps."""
    pairs = [(KING, suit) in cards and (KNIGHT, suit) in cards for suit in range(4)]
    return {"trump_marriages": int(pairs[0]), "plain_marriages": sum(pairs[1:])}


@st.composite
def mariaje(draw):
    """Play a pack out and look for marriages."""
    options = brisca_options(draw)
    blanks = [(None, None)] * (16 if options["players"] == 6 else 8)
    won, _last = tricks_won(draw, SUITED + blanks, 2, options["players"])
    lines = []
    for tricks in won:
        cards = [card for trick in tricks for card in trick]
        points = sum(SUITED_POINTS[rank] for rank, _suit in cards if rank is not None)
        lines.append({"points": points, "cards": len(cards), **marriages(cards)})
    return {"ruleset": "brisca-mariaje", "options": options, "lines": lines}


@st.composite
def muerte_al_tres(draw):
    """Kill the three in some hands, play the others out."""
    if draw(st.booleans()):
        return {**draw(brisca()), "ruleset": "brisca-muerte-al-tres"}
    killer = draw(st.integers(0, 1))
    hand = {"three_killed_by": killer}
    return {"ruleset": "brisca-muerte-al-tres", "lines": [{}, {}], "hand": hand}


@st.composite
def chiamata(draw):
    """Give out the five roles and count the caller's side."""
    roles = ["caller", draw(st.sampled_from(["partner", "defender"]))] + ["defender"] * 3
    won, _last = tricks_won(draw, BRISCA_RANKS * 4 + [0] * 20, 2, 5)
    hand = {"caller_points": sum(map(sum, won[0]))}
    if draw(st.booleans()):
        hand["threshold"] = draw(st.integers(61, 120))
    lines = [{"role": role} for role in draw(st.permutations(roles))]
    return {"ruleset": "briscola-chiamata", "lines": lines, "hand": hand}


@st.composite
def rematada(draw):
    """Deal 32 cards, the talon of two to the declarer, and play the tricks out."""
    cards = shuffled(draw, SUITED)
    talon, played = cards[:2], cards[2:]
    won, last = tricks_won(draw, played, 3, 3)
    declarer = draw(st.integers(0, 2))
    lines = []
    for side, tricks in enumerate(won):
        mine = [card for trick in tricks for card in trick]
        mine += talon if side == declarer else []
        points = sum(SUITED_POINTS[rank] for rank, _suit in mine)
        lines.append({"points": points, "last_trick": side == last, **marriages(mine)})
    award = draw(st.sampled_from(["bid", "counted"]))
    hand = {"declarer": declarer, "bid": draw(st.integers(100, 230))}
    return {"ruleset": "brisca-rematada", "options": {"award": award}, "lines": lines, "hand": hand}


BURACO_VALUES = [15, 10, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10]
TWO_PACKS = [(rank, suit) for rank in range(13) for suit in range(4)] * 2 + ["joker"] * 4
SUITS, RANKS, STARTS, KINDS = (st.integers(0, most) for most in (3, 12, 6, 5))
WILD = st.sampled_from(["joker", (1, 0), (1, 3)])


def buraco_value(card):
    return 50 if card == "joker" else BURACO_VALUES[card[0]]


@st.composite
def canastra(draw):
    """Name a canastra and the cards that it takes."""
    suit, rank, start = draw(SUITS), draw(RANKS), draw(STARTS)
    low_to_high = [(step % 13, suit) for step in range(14)]
    same = [(rank, place % 4) for place in range(7)]
    run = low_to_high[start : start + 7]
    wild = draw(WILD)
    kinds = [
        ("real", low_to_high[:13]),
        ("real_ace", low_to_high),
        ("clean", same),
        ("clean", run),
        ("dirty", [*same[:6], wild]),
        ("dirty", [*run[1:], wild]),
    ]
    return kinds[draw(KINDS)]


CANASTRAS = st.lists(canastra(), max_size=9)


def drawn_cards(left, lots, many):
    """Take so many cards by lot from those that are left."""
    return [left.pop(next(lots) % len(left)) for _card in range(min(many, len(left)))]


def endings(draw, melded):
    """Write how the hand ended for each side: whether its morto was taken, and whether it went out.

    A side that took its morto has laid down eleven cards, one that went out eleven more.
    """
    mortos = ["taken", "not_taken", "unplayed"]
    told = [draw(st.sampled_from(mortos if cards >= 11 else ["not_taken"])) for cards in melded]
    out = draw(st.sampled_from([None, 0, 1]))
    return told, out if out is not None and told[out] == "taken" and melded[out] >= 22 else None


@st.composite
def buraco(draw):
    """Meld canastras as long as there are cards, then other cards, and leave the rest in hands or stock."""
    left, players = TWO_PACKS.copy(), draw(st.sampled_from([2, 4]))
    lines = [dict.fromkeys(("dirty", "clean", "real", "real_ace"), 0) for _side in range(2)]
    melds, aside = ([], []), 22 + players
    for name, cards in draw(CANASTRAS):
        if len(left) - len(cards) >= aside and all(left.count(card) >= cards.count(card) for card in cards):
            side = draw(st.integers(0, 1))
            lines[side][name] += 1
            melds[side].extend(cards)
            for card in cards:
                left.remove(card)
    lot = iter(draw(lots(3 * len(TWO_PACKS))))
    for side in (0, 1):
        melds[side].extend(drawn_cards(left, lot, min(next(lot) % 25, len(left) - aside)))
    mortos, out = endings(draw, [len(cards) for cards in melds])
    holders = [players // 2 - (side == out or mortos[side] == "unplayed") for side in (0, 1)]
    for side, line in enumerate(lines):
        drawn_cards(left, lot, 11 * (mortos[side] == "unplayed"))
        others = holders[1] + 11 * (mortos[1] == "unplayed") if side == 0 else 0
        more = min(next(lot) % 8, len(left) - others - holders[side]) if holders[side] else 0
        line["hand_points"] = sum(map(buraco_value, drawn_cards(left, lot, holders[side] + more)))
        line["table_points"] = sum(map(buraco_value, melds[side]))
        line |= {"went_out": side == out, "morto": mortos[side]}
    return {"ruleset": "buraco", "options": {"players": players}, "lines": lines}


def burraco_hands():
    """Meld real cards by dice that Hypothesis settles."""
    dealt = st.integers(0, 2**32).map(lambda seed: burraco.lines_of(*burraco.melded(Random(seed))))
    return dealt.map(lambda lines: {"ruleset": "burraco", "lines": lines})


@st.composite
def points(draw):
    """Write every side's points, some of which belong to a fixed sum."""
    step, least = draw(st.sampled_from([1, 5])), draw(st.integers(-4, 4))
    lots = draw(st.lists(st.integers(0, 40), min_size=2, max_size=8))
    mine = [step * (least + lot) for lot in lots]
    options = {"direction": draw(st.sampled_from(["high", "low"])), "step": step, "minimum": step * least}
    if not 3 <= len(mine) <= 5 or draw(st.booleans()):
        options |= {"sides": len(mine), "sum": sum(mine), "maximum": max(mine)}
    return {"ruleset": "points", "options": options, "lines": [{"points": each} for each in mine]}


@st.composite
def places(draw):
    """Rank sides by lots, some of them level."""
    lots = draw(st.lists(st.integers(0, 5), min_size=2, max_size=8))
    lines = [{"place": 1 + sum(other < lot for other in lots)} for lot in lots]
    return {"ruleset": "places", "options": {} if 3 <= len(lots) <= 5 else {"sides": len(lots)}, "lines": lines}


@st.composite
def result(draw):
    """Let one side win, or none, and keep points or not."""
    both = draw(st.sampled_from([("win", "loss"), ("loss", "win"), ("draw", "draw")]))
    lines = [{"result": each} for each in both]
    if draw(st.booleans()):
        lines[0]["points"] = draw(st.integers(-100, 100))
    return {"ruleset": "result", "options": {"players": draw(st.integers(1, 4))}, "lines": lines}


@st.composite
def by_dice(draw, slug):
    """Deal as `tests.games.dealing` does, with options of the game's choices."""
    ruleset = find(slug)
    chosen = {f.name: draw(st.sampled_from(f.choices)).value for f in ruleset.option_fields if f.choices}
    options = read_options(ruleset, chosen)
    sides = draw(st.sampled_from(ruleset.configured(options).sides))
    tally = deal(slug, draw(st.randoms(use_true_random=False)), sides=sides, options=options)
    return {"ruleset": slug, "options": chosen, **tally}


OWN = {
    "busca-accademia": busca(),
    "busca-elimination": busca("busca-elimination"),
    "buddha": buddha(),
    "brisca": brisca(),
    "briscola": brisca("briscola", (2, 4)),
    "brisca-mexican": brisca("brisca-mexican"),
    "brisca-mariaje": mariaje(),
    "brisca-muerte-al-tres": muerte_al_tres(),
    "briscola-chiamata": chiamata(),
    "brisca-rematada": rematada(),
    "buraco": buraco(),
    "burraco": burraco_hands(),
    "points": points(),
    "places": places(),
    "result": result(),
}
"""Strategies that shrink to the simplest hand, and reach what dice seldom do."""

GAMES = {ruleset.slug: OWN.get(ruleset.slug, by_dice(ruleset.slug)) for ruleset in RULESETS}
