"""Places: any game in which only the order of the sides is recorded."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.bounds import HandBounds
from scoring.fields import Field
from scoring.points import MOST_PLAYERS, PLAYERS, SIDES, seat_problems, side_counts
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, RuleSet
from scoring.values import Options, TableRules, Tally

PLACE = Field("place", _("Place"), _("Tied sides share a place"), short=_("Pl."), minimum=1, maximum=MOST_PLAYERS)


@dataclass(frozen=True, kw_only=True)
class Places(RuleSet):
    """A game of places. A side gets a point for each side behind it."""

    page: str = "places"
    sides: range = range(2, MOST_PLAYERS + 1)
    line: tuple[Field, ...] = (PLACE,)
    table_fields: tuple[Field, ...] = (HANDS,)
    option_fields: tuple[Field, ...] = (PLAYERS, SIDES)
    main_options: tuple[str, ...] = ("players", "sides")

    def seats_per_side(self, options: Options) -> int:
        """Return the number of players in the options."""
        return int(options["players"])

    def configured(self, options: Options) -> RuleSet:
        """Return the game with the numbers of sides that these options allow."""
        return _configured(self, side_counts(options))

    def option_problems(self, options: Options) -> Iterator[Problem]:
        """Yield a problem if the options seat too many players at a table."""
        return seat_problems(options)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the field for the place, at most the number of sides that play."""
        return self.line if playing is None else (replace(PLACE, maximum=playing),)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for places that do not match the number of sides ahead."""
        places = tally.column("place")
        for side, place in enumerate(places or ()):
            ahead = sum(other < place for other in places or ())
            if place != ahead + 1:
                message = _("Sides that are ahead: %(ahead)d. This is place %(place)d.")
                yield Problem("wrong_place", message, {"ahead": ahead, "place": ahead + 1}, ("lines", side, "place"))

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a side's score: 0 and the number of other sides.

        The sum of all sides is smaller if sides share a place, so its lower bound is 0.
        """
        return HandBounds(0, sides - 1, 0, sides * (sides - 1) // 2)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the number of sides behind each side."""
        places = [int(line["place"]) for _side, line in tally.sides()]
        return tuple(sum(other > place for other in places) for place in places)


@lru_cache(maxsize=256)
def _configured(game: Places, sides: range) -> Places:
    return replace(game, sides=sides)


ANY = Places(slug="places", title=_("Places"), source=_("The rules of your club"), usual_table=TableRules(hands=1))
