"""The pairing methods: which of them fit a game, and what each of them does."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.ruleset import RuleSet
from tournaments.models import Tournament

Pairing = Tournament.Pairing

DESCRIPTIONS: Mapping[str, str] = {
    Pairing.SWISS: _("Players of like standing meet, round after round; as few as possible meet again."),
    Pairing.SCHEDULE: _("All rounds are drawn at once; nobody meets anybody again as long as that can be."),
    Pairing.RANDOM: _("The lot decides in every round; as few as possible meet again."),
    Pairing.INTERVAL: _("Tables of like strength: each has players from the top, the middle and the bottom."),
    Pairing.DANISH: _("The first of the standing sit together, then the next, even if they have just met."),
    Pairing.DANISH_MODIFIED: _(
        "The first of the standing sit together, then the next, but not those who have just met."
    ),
    Pairing.MITCHELL: _("One half keeps its tables; the other moves on after every round."),
    Pairing.ROUND_ROBIN: _("Everybody plays everybody once before anybody meets again."),
    Pairing.INDIVIDUAL: _("Everybody enters alone and has another partner in every round."),
    Pairing.SCRIPTED: _("You say who sits where."),
}
TWO_SIDES_ONLY = (Pairing.MITCHELL, Pairing.ROUND_ROBIN)


def methods_for(game: RuleSet, options: Mapping[str, Any]) -> list[Pairing]:
    """The pairing methods that fit a game with these options."""
    partners = game.seats_per_side(options)
    two_sides = set(game.sides) == {2}
    return [
        method
        for method in Pairing
        if (two_sides or method not in TWO_SIDES_ONLY)
        and (method != Pairing.INDIVIDUAL or (two_sides and partners > 1))
    ]


def methods_of(tournament: Tournament) -> list[Pairing]:
    """The methods by which a tournament's next round may be drawn.

    Partners who entered together stay together, and who entered alone changes partners: once
    there are entries that is settled.
    """
    methods = methods_for(tournament.rules, tournament.options)
    if Pairing.INDIVIDUAL not in methods or not tournament.entries.exists():
        return methods
    if tournament.pairing == Pairing.INDIVIDUAL:
        return [Pairing.INDIVIDUAL, Pairing.SCRIPTED]
    return [method for method in methods if method != Pairing.INDIVIDUAL]
