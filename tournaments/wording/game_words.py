"""A club's own game in short texts: who plays, who wins, and when a table ends."""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext, ngettext

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.models import Club, ClubGame

from .words import translated, unit_inside


def titles(club: Club, slugs: Collection[str]) -> dict[str, str]:
    """Return the titles of these own games and rule sets, by slug, in alphabetical order of titles."""
    own = dict(club.games.current().filter(slug__in=slugs).values_list("slug", "name"))
    shipped = {slug: translated(rules.title) for slug in slugs if (rules := registry.find(slug))}
    return dict(sorted((shipped | own).items(), key=lambda item: item[1].casefold()))


def described(game: ClubGame, *, is_decided: bool = True) -> list[str]:
    """Return short texts about a game: who plays; and if `is_decided`, who wins and what ends a table."""
    rules = game.ruleset
    return [_players(rules, game), *([_winner(rules), *_ends(rules, game)] if is_decided else [])]


def _players(rules: RuleSet, game: ClubGame) -> str:
    partners, sides = rules.seats_per_side(game.options), rules.sides
    if partners > 1:
        return gettext("%(number)s sides of %(partners)s partners") % {"number": sides[0], "partners": partners}
    if len(sides) == 1:
        return gettext("%(number)s players, each alone") % {"number": sides[0]}
    return gettext("%(least)s to %(most)s players, each alone") % {"least": sides[0], "most": sides[-1]}


def _winner(rules: RuleSet) -> str:
    if rules.score_field is None:
        return (
            gettext("only the places are written down")
            if rules.slug == "places"
            else gettext("only who won is written down")
        )
    return gettext("lowest total wins") if rules.low_wins else gettext("highest total wins")


def _ends(rules: RuleSet, game: ClubGame) -> Iterator[str]:
    if target := game.table.get("target"):
        yield gettext("to %(target)d %(unit)s") % {"target": target, "unit": unit_inside(rules)}
    if hands := game.table.get("hands"):
        message = ngettext("%(hands)d hand", "%(hands)d hands", hands)
        if rules.may_end_early and hands > 1:
            message = gettext("best of %(hands)d hands")
        yield message % {"hands": hands}
    if minutes := game.table.get("minutes"):
        yield ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
