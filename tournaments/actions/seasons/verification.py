"""Verification of a season: its log is checked, and its standings are computed again from the evenings."""

from tournaments.models import Season, SeasonStanding

from .log import broken_links, last_declaration, logged_consents, logged_evenings, logged_persons
from .season_refreshing import read_evenings
from .standing import Counted, document


def verify(season: Season) -> list[str]:
    """Return the names of the parts of a season that are wrong; [] if all are right.

    Changes in the log must form a chain. Declaration, evenings, joined records and the answers of other clubs must
    agree with the log, and standings with a new computation. Standings are not compared while a refresh is due.
    """
    found = [f"log {number}" for number in broken_links(season)]
    if last_declaration(season) != [season.declaration, season.version]:
        found.append("declaration")
    evenings = season.evenings.defer("results")
    if logged_evenings(season) != {each.tournament_id: (each.part + 1, str(each.weight)) for each in evenings}:
        found.append("evenings")
    if logged_persons(season) != season.persons:
        found.append("persons")
    if logged_consents(season) != dict(season.consents.values_list("club", "consent")):
        found.append("consents")
    if season.published_revision < season.revision:
        return found
    stored = SeasonStanding.objects.filter(season=season).first()
    body = document(Counted.of(season, read_evenings(season, anew=True)))
    return found if stored and bytes(stored.body) == body else [*found, "standing"]
