"""Obstacles to undoing the filling of a stage and the creation of groups."""

from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, LedgerEntry, Stage, Tournament

from ..core.refusals import Problem
from ..setup.championships import followed
from ..stages.filling import places_of
from .earlier import drawn_since, superseded


def drawn_or_decided(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return a problem if filling the stage cannot be undone, else None.

    It cannot if a round was drawn since, if an added entry has a place in a round, a decision or a paid fee, or if no
    added entry is left.
    """
    if later := tournament.rounds.filter(created_at__gt=link.at).order_by("number").first():
        return drawn_since(later.number)
    came = Entry.objects.filter(pk__in=[each["entry"] for each in link.facts["entries"]])
    if placed := tournament.rounds.filter(places_of(came)).order_by("number").first():
        message = _("A qualifier has a place in round %(round)d.")
        return Problem("has_place", message, {"round": placed.number})
    if came.filter(penalties__isnull=False).exists() or came.filter(decisions__isnull=False).exists():
        return Problem("already_decided", _("There is a penalty or another decision."))
    if payer := came.filter(fee__paid__gt=0).order_by("number").first():
        message = _("%(name)s has paid an entry fee: first give it back and enter 0 as the amount paid.")
        return Problem("has_paid", message, {"name": payer.name})
    return None if came.exists() else superseded()


def groups_drawn(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return a problem if the creation of groups cannot be undone, else None.

    It cannot if a group was drawn, has a decision or is gone, if another stage follows the groups, or if the stage
    after them is filled or was declared anew.
    """
    ids = {pk for pk, _entries in link.facts["groups"]}
    stage = Stage.objects.filter(tournament=tournament, filled_at=None).first()
    if stage is None or {*stage.sources.values_list("pk", flat=True)} != ids or tournament.entries.exists():
        return superseded()
    drawn = Tournament.objects.filter(pk__in=ids, rounds__isnull=False).first()
    if drawn:
        return Problem("already_drawn", _("%(name)s has already been drawn."), {"name": drawn.name})
    decided = Entry.objects.filter(tournament__in=ids)
    if decided.filter(penalties__isnull=False).exists() or decided.filter(decisions__isnull=False).exists():
        return Problem("already_decided", _("There is a penalty or another decision."))
    return followed(ids, besides=tournament)
