"""The rule sets of Tavolo, in the order of the menu."""

from collections.abc import Mapping

from scoring import (
    brisca,
    brisca_rematada,
    brisca_variants,
    briscola_chiamata,
    buddha,
    buraco,
    burraco,
    busca,
    busca_elimination,
    hearts,
    king,
    places,
    points,
    result,
    scopa,
    tressette,
)
from scoring.fields import missing
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet

RULESETS: tuple[RuleSet, ...] = (
    busca.ACCADEMIA,
    busca_elimination.ELIMINATION,
    buddha.BUDDHA,
    brisca.BRISCA,
    brisca.BRISCOLA,
    brisca_variants.MEXICAN,
    brisca_variants.MARIAJE,
    brisca_variants.MUERTE_AL_TRES,
    briscola_chiamata.CHIAMATA,
    brisca_rematada.REMATADA,
    buraco.BURACO,
    burraco.BURRACO,
    scopa.SCOPONE,
    scopa.SCOPA,
    tressette.TRESSETTE,
    hearts.HEARTS,
    king.KING,
    points.ANY,
    places.ANY,
    result.ANY,
)

_BY_SLUG = {ruleset.slug: ruleset for ruleset in RULESETS}


def look_up(request: Mapping[str, object]) -> RuleSet | Problem:
    """Return the rule set that a request names, or the problem that there is none."""
    if "ruleset" not in request:
        return missing("ruleset")
    unknown = Problem("unknown_ruleset", _("There is no such rule set"), pointer=("ruleset",))
    return find(request["ruleset"]) or unknown


def find(slug: object) -> RuleSet | None:
    """Return the rule set with this slug, None if there is none."""
    return _BY_SLUG.get(slug) if isinstance(slug, str) else None
