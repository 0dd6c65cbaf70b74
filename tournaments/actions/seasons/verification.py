"""Verification of a season: its log, and its standings computed again from the evenings."""

from tournaments.models import Season
from tournaments.ranking.seasons import Who

from .log import broken_links, last_declaration
from .season_refreshing import read_evenings
from .standing import Counted, document, places_in


def verify(season: Season) -> list[str]:
    """Return the places that do not agree: changes in the log, the declaration, and standings by number.

    While a refresh is due, standings are not compared.
    """
    found = [f"log {number}" for number in broken_links(season)]
    if last_declaration(season) != [season.declaration, season.version]:
        found.append("declaration")
    if season.published_revision < season.revision:
        return found
    evenings = read_evenings(season, anew=True)
    counted, earlier = Counted.of(season, evenings), dict[Who, int | None]()
    stored = {standing.number: bytes(standing.body) for standing in season.standings.all()}
    for number in range(1, len(evenings) + 1):
        body = document(season, counted, number, earlier)
        earlier = places_in(body)
        if stored.pop(number, b"") != body:
            found.append(f"standing {number}")
    return [*found, *(f"standing {number}" for number in stored)]
