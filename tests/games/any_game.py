"""Random hands of any game, made from the game's declarations alone."""

from scoring.fields import Kind
from scoring.reading import read_options
from scoring.registry import find
from scoring.table import judge
from scoring.values import Checks, HandScore

TRIES = 5000


def deal_any(slug, dice, sides, options, _removed=()):
    """A tally that the game accepts where a hand is recorded, by trial."""
    game = find(slug).configured(options)
    for _try in range(TRIES):
        tally = _tally(game, dice, sides, options)
        if isinstance(judge(game, options, tally, checks=Checks.PLAY), HandScore):
            return tally
    raise AssertionError(f"{TRIES} hands of {slug} were refused: write a dealer in tests/games/dealing.py")


def default_options(slug):
    """Return a tournament's options in this game if nobody chooses."""
    return read_options(find(slug), {})


def usual_sides(slug):
    """The number of sides that most tables of the game have."""
    sides = find(slug).configured(default_options(slug)).sides
    return 4 if 4 in sides else sides[0]


def _tally(game, dice, sides, options):
    fields = [field for field in game.line_fields(options, sides) if field.required]
    lines = [{field.name: _value(field, dice, sides) for field in fields} for _side in range(sides)]
    for name, total in game.sums(options, sides).items():
        cuts = sorted(dice.randint(0, total) for _cut in range(sides - 1))
        for line, low, high in zip(lines, (0, *cuts), (*cuts, total), strict=True):
            line[name] = high - low
    return {"lines": lines, "hand": {f.name: _value(f, dice, sides) for f in game.hand_fields if f.required}}


def _value(field, dice, sides):
    if field.choices:
        return dice.choice(field.choices).value
    if field.kind is Kind.BOOLEAN:
        return dice.random() < 0.5
    if field.kind is Kind.SIDE:
        return dice.randrange(sides)
    return dice.randrange(field.minimum, field.maximum + 1, field.multiple_of)
