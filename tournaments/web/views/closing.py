"""Closing and reopening rounds and tables, also while hands are missing, and the times of a round."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.core.optimistic_locking import mark_of_seen, read_mark
from tournaments.actions.hands.tables import play_of
from tournaments.actions.rounds import closed_tables, rounds
from tournaments.http import find_directed, find_table
from tournaments.models import DIRECTORS, Round

from ..forms.desk import ScheduleForm
from ..forms.rounds import CloseForm
from ..requests.access import actor, frame, sent
from ..requests.faults import attempt, form_page, submit
from ..requests.unchanged_fields import mark_of_shown, seen_of_touched, sent_over


def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close a round. If results are missing, ask first how their tables are scored."""
    round_ = find_directed(request, slug, number)
    if request.method == "POST" and "anyway" not in request.POST:
        attempt(request, lambda: rounds.close_round(round_, by=actor(request)), _closed(number, 0))
        return redirect("desk", slug)
    waiting = rounds.waiting_tables(round_) if round_.state == Round.State.PUBLISHED else []
    if not waiting and request.method != "POST":
        return redirect("desk", slug)
    form = CloseForm(sent(request), tournament=round_.tournament, waiting=waiting)
    if submit(form, lambda: rounds.close_round(round_, by=actor(request), anyway=True, closing=form.closing)):
        messages.success(request, _closed(number, len(waiting)))
        return redirect("desk", slug)
    framed = frame(request, round_.tournament, "desk")
    return form_page(request, "desk/close.html", form, {**framed, "round": round_})


def _closed(number: int, missing: int) -> str:
    """Return the message that a round was closed, with the number of tables that have missing hands."""
    if not missing:
        return _("Round %(number)d is closed.") % {"number": number}
    message = ngettext(
        "Round %(number)d is closed; results are missing at one table.",
        "Round %(number)d is closed; results are missing at %(tables)d tables.",
        missing,
    )
    return message % {"number": number, "tables": missing}


@require_POST
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Reopen a closed round."""
    round_ = find_directed(request, slug, number)
    done = _("Round %(number)d is in play again.") % {"number": number}
    attempt(request, lambda: rounds.reopen_round(round_, by=actor(request)), done)
    return redirect("desk", slug)


def close_table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Close one table of a round in play; ask first how the table is scored."""
    at = find_table(request, slug, number, table, DIRECTORS)
    tournament = at.round.tournament
    form = CloseForm(sent(request), tournament=tournament, waiting=[play_of(at)])
    if submit(form, lambda: closed_tables.close_table(at, form.closing, by=actor(request))):
        messages.success(request, _("Table %(table)d is closed.") % {"table": table})
        return redirect("table", slug, number, table)
    context = {**frame(request, tournament, "desk"), "table": at, "round": at.round}
    return form_page(request, "round/close_table.html", form, context)


@require_POST
def reopen_table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Reopen a closed table."""
    at = find_table(request, slug, number, table, DIRECTORS)
    done = _("Table %(table)d is in play again.") % {"table": table}
    attempt(request, lambda: closed_tables.reopen_table(at, by=actor(request)), done)
    return redirect("table", slug, number, table)


def schedule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Set the times at which a round is published and closed automatically."""
    round_ = find_directed(request, slug, number)
    stored = _stored(round_)
    typed = sent_over(request, stored)
    form = ScheduleForm(typed) if typed else stored
    seen = seen_of_touched(read_mark(request.POST.get("seen", "")), typed, stored)
    if submit(form, lambda: rounds.schedule_round(round_, by=actor(request), **form.cleaned_data, seen=seen)):
        messages.success(request, _("The times were set."))
        return redirect("desk-latest", slug)
    round_ = find_directed(request, slug, number)  # read again, because it may have changed
    marks = {"seen": mark_of_seen(rounds.times_of(round_)), "shown": mark_of_shown(_stored(round_))}
    context = {"round": round_, **marks}
    return form_page(request, "draft/schedule.html", form, {**frame(request, round_.tournament, "desk"), **context})


def _stored(round_: Round) -> ScheduleForm:
    return ScheduleForm(initial={"publish_at": round_.publish_at, "closes_at": round_.closes_at})
