"""The rule sets that Tavolo knows, in the order of the menu."""

from scoring import (
    brisca,
    brisca_rematada,
    brisca_variants,
    briscola_chiamata,
    buddha,
    buraco,
    busca,
    busca_elimination,
)
from scoring.ruleset import RuleSet

RULESETS: tuple[RuleSet, ...] = (
    busca.ACCADEMIA,
    busca_elimination.ELIMINATION,
    buddha.BUDDHA,
    brisca.BRISCA,
    brisca_variants.MEXICAN,
    brisca_variants.MARIAJE,
    brisca_variants.MUERTE_AL_TRES,
    briscola_chiamata.CHIAMATA,
    brisca_rematada.REMATADA,
    buraco.BURACO,
)

_BY_SLUG = {ruleset.slug: ruleset for ruleset in RULESETS}


def find(slug: object) -> RuleSet | None:
    """Return the rule set with this slug, None if there is no such thing."""
    return _BY_SLUG.get(slug) if isinstance(slug, str) else None
