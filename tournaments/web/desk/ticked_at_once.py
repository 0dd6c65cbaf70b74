"""At which tournaments whoever is entered next is ticked off at once, as the director did it last."""

from django.http import HttpRequest

from tournaments.models import Tournament

TICKED_AT = "ticked_at"
MOST = 20


def ticks_at_once(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this director ticked off at once whoever was entered last for this tournament."""
    return tournament.pk in request.session.get(TICKED_AT, [])


def remember_ticks(request: HttpRequest, tournament: Tournament, *, here: bool) -> None:
    """Remember whether those are here who are entered now; of as many tournaments as a director has at once."""
    if ticks_at_once(request, tournament) != here:
        others = [pk for pk in request.session.get(TICKED_AT, []) if pk != tournament.pk]
        request.session[TICKED_AT] = [*others, tournament.pk][-MOST:] if here else others
