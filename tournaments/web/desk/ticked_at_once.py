"""Whether new entries are checked in at once, as the director last chose."""

from django.http import HttpRequest

from tournaments.models import Tournament

TICKED_AT = "ticked_at"
MOST = 20


def ticks_at_once(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this director's last new entry of this tournament was checked in at once."""
    return tournament.pk in request.session.get(TICKED_AT, [])


def remember_ticks(request: HttpRequest, tournament: Tournament, *, here: bool) -> None:
    """Remember the choice for this tournament, for a limited number of tournaments."""
    if ticks_at_once(request, tournament) != here:
        others = [pk for pk in request.session.get(TICKED_AT, []) if pk != tournament.pk]
        request.session[TICKED_AT] = [*others, tournament.pk][-MOST:] if here else others
