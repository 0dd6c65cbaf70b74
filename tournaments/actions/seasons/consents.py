"""The consent of other clubs to let their evenings count in a season: asked for, given, refused and ended."""

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import DIRECTORS, Club, Consent, Season, SeasonConsent, SeasonEvening, Tournament

from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, Stale
from ..core.rows import locked, save_fields
from . import log
from .champions import refuse_if_over
from .removed_evenings import take_out
from .season_results import counts_now

MAX_CLUBS = 100
"""The most clubs that a season can ask."""
KINDS: dict[str, log.ChangeKind] = {
    Consent.ASKED: "club_asked",
    Consent.GIVEN: "club_agreed",
    Consent.REFUSED: "club_refused",
}


def ask_club(season: Season, club: Club, *, by: Actor) -> SeasonConsent:
    """Ask a club whether its evenings may be added to the season; a director of both clubs gives the consent at once.

    Raises Invalid for the season's own club, Conflict if it was asked already, has agreed, or too many were asked.
    """
    if club.pk == season.club_id:
        message = _("This is the season’s own club: its evenings need no consent.")
        raise Invalid(Problem("own_club", message, pointer=("club",)))
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        stored = season.consents.filter(club=club).first()
        if stored and stored.consent != Consent.REFUSED:
            message = _("%(club)s was asked already.")
            if stored.consent == Consent.GIVEN:
                message = _("%(club)s has agreed already.")
            raise Conflict(Problem("asked_already", message, {"club": club.name}, ("club",)))
        if stored is None and season.consents.count() >= MAX_CLUBS:
            message = _("A season asks at most %(most)d clubs: remove one first.")
            raise Conflict(Problem("too_many", message, {"most": MAX_CLUBS}, ("club",)))
        return _store(season, club, Consent.GIVEN if _directs(club, by) else Consent.ASKED, by=by)


def answer_season(asked: SeasonConsent, consent: Consent, *, by: Actor, seen: str | None = None) -> SeasonConsent:
    """Give, refuse or take back a club's consent.

    Without it, evenings that count in the season stay there until a director of the season ends the request; the club's
    other evenings are taken out. Raises Gone if the request was ended, Stale if `seen` is not the current answer.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), asked.season_id)
        asked = locked(season.consents.select_related("club"), asked.pk)
        if seen not in (None, asked.consent):
            message = _("Somebody else has answered meanwhile: %(answer)s.")
            raise Stale(Problem("changed_meanwhile", message, {"answer": asked.get_consent_display()}, ("consent",)))
        if asked.consent == consent:
            return asked
        evenings = evenings_of(season, asked.club) if consent == Consent.REFUSED else ()
        if unplayed := [each for each in evenings if not counts_now(each.tournament)]:
            take_out(season, unplayed, by=by)
        return _store(season, asked.club, consent, by=by)


def end_request(asked: SeasonConsent, *, by: Actor) -> None:
    """Withdraw the request to a club, or end its consent, and take the club's evenings out of the season.

    Raises Gone if it was ended meanwhile, and AgreementNeeded if published places or scores would change.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), asked.season_id)
        asked = locked(season.consents.select_related("club"), asked.pk)
        if evenings := list(evenings_of(season, asked.club)):
            refuse_if_over(season)
            take_out(season, evenings, by=by)
        log.append(season, "club_removed", by=by, facts=log.club_facts(asked.club))
        asked.delete()


def require_consent(season: Season, tournament: Tournament, *, by: Actor) -> None:
    """Raise Invalid unless the tournament's club has consented to the season; the caller must have locked the season.

    If `by` directs that club, its consent is stored instead.
    """
    club = tournament.club
    if club.pk == season.club_id or season.consents.filter(club=club, consent=Consent.GIVEN).exists():
        return
    if not _directs(club, by):
        message = _("%(club)s has not agreed that its evenings count in this season: ask it first.")
        raise Invalid(Problem("no_consent", message, {"club": club.name}, ("tournament",)))
    _store(season, club, Consent.GIVEN, by=by)


def evenings_of(season: Season, club: Club) -> QuerySet[SeasonEvening]:
    """Return the evenings of a club that are in the season."""
    return season.evenings.filter(tournament__club=club).select_related("tournament")


def open_requests(club: Club) -> QuerySet[SeasonConsent]:
    """Return the requests of other clubs' seasons that this club has not answered yet."""
    return club.season_consents.filter(consent=Consent.ASKED).select_related("season__club", "club")


def with_evenings(consents: QuerySet[SeasonConsent]) -> QuerySet[SeasonConsent]:
    """Return these consents with the number of the club's evenings in the season as `evenings`."""
    of_club = Q(season__evenings__tournament__club=F("club"))
    counted = consents.annotate(evenings=Count("season__evenings", filter=of_club))
    return counted.select_related("season__club", "club")


def _directs(club: Club, by: Actor) -> bool:
    return by.user is not None and club.permits(by.user, DIRECTORS)


def _store(season: Season, club: Club, consent: Consent, *, by: Actor) -> SeasonConsent:
    """Store the answer of a club, or that it was asked, and log it."""
    stored, is_new = season.consents.get_or_create(club=club, defaults={"consent": consent})
    if not is_new:
        save_fields(stored, consent=consent)
    log.append(season, KINDS[consent], by=by, facts=log.club_facts(club))
    return stored
