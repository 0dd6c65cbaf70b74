"""Verification of a season: its log is checked, and its standings are computed again from the evenings."""

from tournaments.models import Season, SeasonStanding

from .log import broken_links, last_declaration, logged_persons
from .season_refreshing import read_evenings
from .standing import Counted, document


def verify(season: Season) -> list[str]:
    """Return what fails the verification: changes in the log, the declaration, joined records, or the standings.

    Return [] if all is right. Standings are not compared while a refresh is due.
    """
    found = [f"log {number}" for number in broken_links(season)]
    if last_declaration(season) != [season.declaration, season.version]:
        found.append("declaration")
    if logged_persons(season) != season.persons:
        found.append("persons")
    if season.published_revision < season.revision:
        return found
    stored = SeasonStanding.objects.filter(season=season).first()
    body = document(Counted.of(season, read_evenings(season, anew=True)))
    return found if stored and bytes(stored.body) == body else [*found, "standing"]
