"""Hands of every game, really dealt and played out, by dice that a seed settles."""

from tests.games import burraco, captures, tressette
from tests.games.any_game import deal_any

BUSCA_CARDS = [8, 3, 3, 3] + [1] * 20 + [0] * 16
RANKS = {"ace": 11, "three": 10, "king": 4, "knight": 3, "jack": 2}
BUDDHA_CARDS = {3: 15, 4: 14, 5: 14, 6: 11}


def deal(slug, dice, *, sides, options=None, removed=()):
    """A tally as people write it down, its lines in seat order."""
    if slug not in DEALERS:
        return deal_any(slug, dice, sides, options or {})
    return DEALERS[slug](dice, sides, {"players": 4, **(options or {})}, removed)


def _shares(dice, cards, winners, size):
    """The cards that each of the winners took in tricks of this size, and who won the last."""
    cards = dice.sample(cards, len(cards))
    won = {winner: [] for winner in winners}
    for start in range(0, len(cards), size):
        last = dice.choice(winners)
        won[last] += cards[start : start + size]
    return won, last


def _busca(dice, sides, _options, removed):
    playing = [side for side in range(sides) if side not in removed]
    # Whoever is the favourite takes most, so that an elimination comes to its end.
    won, last = _shares(dice, BUSCA_CARDS, playing + playing[:1] * dice.choice([0, 9]), 4)
    points = {side: sum(cards) + 3 * (side == last) for side, cards in won.items()}
    return {"lines": [{"points": points[s]} if s in points else None for s in range(sides)]}


def _buddha(dice, sides, _options, _removed):
    cards = BUDDHA_CARDS[sides]
    yin = dice.randint(0, 1) if sides > 3 else 0
    winners = [dice.randrange(sides) for _trick in range(cards - 1 - yin)]
    tricks = [winners.count(side) for side in range(sides)]
    bids = [max(0, min(cards, mine + dice.choice([0, 0, 0, -1, 1, 2]))) for mine in tricks]
    lines = [{"bid": b, "tricks": t} for b, t in zip(bids, tricks, strict=True)]
    return {"lines": lines, "hand": {"all_yin_tricks": yin}}


def _latin_pack(blanks):
    suited = [(rank, suit) for suit in range(4) for rank in RANKS]
    return suited + [("blank", number) for number in range(blanks)]


def _worth(cards):
    return sum(RANKS.get(rank, 0) for rank, _suit in cards)


def _marriages(cards):
    """Return how many kings are with the knight of their suit; suit 0 is trumps."""
    wed = [suit for suit in range(4) if {("king", suit), ("knight", suit)} <= set(cards)]
    return {"trump_marriages": int(0 in wed), "plain_marriages": len(set(wed) - {0})}


def _brisca_cards(dice, options):
    pack = _latin_pack(28 if options["players"] == 6 else 20)
    won, _last = _shares(dice, pack, [0, 1], options["players"])
    return [won[0], won[1]]


def _brisca(dice, _sides, options, _removed):
    piles = _brisca_cards(dice, options)
    lines = [{"points": _worth(pile)} for pile in piles]
    if lines[0]["points"] == 60 or dice.random() < 0.3:
        lines = [{**line, "cards": len(p)} for line, p in zip(lines, piles, strict=True)]
    return {"lines": lines}


def _mariaje(dice, _sides, options, _removed):
    piles = _brisca_cards(dice, options)
    return {"lines": [{"points": _worth(pile), "cards": len(pile), **_marriages(pile)} for pile in piles]}


def _muerte(dice, sides, options, removed):
    if dice.random() < 0.4:
        return {"lines": [{}, {}], "hand": {"three_killed_by": dice.randrange(2)}}
    return _brisca(dice, sides, options, removed)


def _chiamata(dice, _sides, _options, _removed):
    won, _last = _shares(dice, _latin_pack(20), range(5), 5)
    caller, partner = dice.sample(range(5), 2)
    together = {caller, partner if dice.random() < 0.8 else caller}
    roles = ["partner" if side in together else "defender" for side in range(5)]
    roles[caller] = "caller"
    points = sum(_worth(won[side]) for side in together)
    facts = {"caller_points": points, "threshold": dice.choice([61, 61, 71, 90])}
    return {"lines": [{"role": role} for role in roles], "hand": facts}


def _rematada(dice, _sides, _options, _removed):
    cards = dice.sample(_latin_pack(12), 32)
    declarer = dice.randrange(3)
    won, last = _shares(dice, cards[2:], range(3), 3)
    won[declarer] += cards[:2]
    lines = [{"points": _worth(won[side]), "last_trick": side == last, **_marriages(won[side])} for side in range(3)]
    return {"lines": lines, "hand": {"declarer": declarer, "bid": dice.randint(100, 150)}}


def _buraco(dice, _sides, options, _removed):
    out = dice.choice([None, 0, 1])
    lines = [_buraco_line(dice, options["players"] // 2, goes_out=side == out) for side in range(2)]
    return {"lines": lines}


def _buraco_line(dice, players, *, goes_out):
    """Return a side with so many points on the table that it has laid down 22 cards, as a side that goes out has."""
    dirty, clean = dice.randint(0, 3), dice.randint(0, 2)
    real = int(dice.random() < 0.1)
    least = 40 * dirty + 35 * clean + 110 * real
    table = max(least + 90, 130) + 5 * dice.randint(0, 10)
    in_hand = 0 if goes_out else 5 * dice.randint(0, 20)
    morto = "taken" if goes_out else dice.choice(["taken", "taken", "not_taken", "unplayed"])
    holders = players - (goes_out or morto == "unplayed")
    return {
        "table_points": table,
        "hand_points": 0 if goes_out or not holders else max(in_hand, 5 * holders),
        "dirty": dirty,
        "clean": clean,
        "real": real,
        "real_ace": 0,
        "morto": morto,
        "went_out": goes_out,
    }


def _burraco(dice, _sides, _options, _removed):
    return {"lines": burraco.lines_of(*burraco.melded(dice))}


def _hearts(dice, sides, _options, _removed):
    """Thirteen hearts and the queen, often all to the same player."""
    takers = range(sides) if dice.random() < 0.8 else [dice.randrange(sides)]
    hearts, queen = dice.choices(takers, k=13), dice.choice(takers)
    return {"lines": [{"points": hearts.count(side) + 13 * (side == queen)} for side in range(sides)]}


KING_DEALS = {"kings_jacks": 8, "queens": 4, "eight_of_diamonds": 1, "king_of_hearts": 1, "hearts": 13, "last_two": 2}
KING_DEALS |= {"tricks": 13, "trumps": 13, "no_trumps": 13}


def _king(dice, sides, _options, _removed):
    deal = dice.choice([*KING_DEALS, "domino"])
    takers = dice.choices(range(sides), k=KING_DEALS.get(deal, 0))
    taken = [takers.count(side) for side in range(sides)]
    while deal == "domino" and (sum(taken) == 0 or taken.count(12) == 3):  # no play leaves twelve cards in three hands
        taken = dice.sample([0, *(dice.randint(1, 12) for _other in range(sides - 1))], sides)
    return {"lines": [{"taken": each} for each in taken], "hand": {"deal": deal}}


def _points(dice, sides, options, _removed):
    """Return points within the bounds; if they have a sum, one side gets the remainder."""
    least, step = options["minimum"], options["step"]
    most = min(options.get("maximum", least + 40 * step), least + 40 * step)
    while True:
        points = [dice.randrange(least, most + 1, step) for _side in range(sides)]
        if "sum" in options:
            points[-1] = options["sum"] - sum(points[:-1])
        if least <= points[-1] <= most:
            dice.shuffle(points)
            return {"lines": [{"points": mine} for mine in points]}


def _places(dice, sides, _options, _removed):
    lots = [dice.randrange(sides) for _side in range(sides)]
    return {"lines": [{"place": 1 + sum(other < lot for other in lots)} for lot in lots]}


def _result(dice, _sides, _options, _removed):
    both = dice.choice([("win", "loss"), ("loss", "win"), ("draw", "draw")])
    return {"lines": [{"result": each} for each in both]}


def _scopa(laid):
    def dealt(dice, _sides, _options, _removed):
        hand = captures.at_random(dice, laid, eager=dice.random())
        return {"lines": captures.lines(*hand, by_best_cards=dice.random() < 0.3)}

    return dealt


def _tressette(dice, _sides, options, _removed):
    lines, _scores = tressette.hand_of(dice, deal=dice.choice([tressette.dealt, tressette.rich]))
    if options.get("accusations") == "none":
        lines = [{name: line[name] for name in ("points", "thirds") if name in line} for line in lines]
    return {"lines": lines}


DEALERS = {
    "busca-accademia": _busca,
    "busca-elimination": _busca,
    "buddha": _buddha,
    "brisca": _brisca,
    "briscola": _brisca,
    "brisca-mexican": _brisca,
    "brisca-mariaje": _mariaje,
    "brisca-muerte-al-tres": _muerte,
    "briscola-chiamata": _chiamata,
    "brisca-rematada": _rematada,
    "buraco": _buraco,
    "burraco": _burraco,
    "scopone": _scopa(0),
    "scopa": _scopa(4),
    "tressette": _tressette,
    "hearts": _hearts,
    "king": _king,
    "points": _points,
    "places": _places,
    "result": _result,
}
