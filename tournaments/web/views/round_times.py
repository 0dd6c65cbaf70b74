"""When the clock publishes and closes a round."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.core.unseen import mark_of_seen, read_mark
from tournaments.actions.rounds import rounds
from tournaments.http import find_directed
from tournaments.models import Round

from ..forms.desk import ScheduleForm
from ..requests.access import actor, frame
from ..requests.faults import form_page, submit
from ..requests.untouched import mark_of_shown, seen_of_touched, sent_over


def schedule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Set when the clock publishes and closes a round."""
    round_ = find_directed(request, slug, number)
    stored = _stored(round_)
    typed = sent_over(request, stored)
    form = ScheduleForm(typed) if typed else stored
    seen = seen_of_touched(read_mark(request.POST.get("seen", "")), typed, stored)
    if submit(form, lambda: rounds.schedule_round(round_, by=actor(request), **form.cleaned_data, seen=seen)):
        messages.success(request, _("The times are set."))
        return redirect("desk-latest", slug)
    round_ = find_directed(request, slug, number)  # as it is by now
    marks = {"seen": mark_of_seen(rounds.times_of(round_)), "shown": mark_of_shown(_stored(round_))}
    context = {"round": round_, **marks}
    return form_page(request, "draft/schedule.html", form, {**frame(request, round_.tournament, "desk"), **context})


def _stored(round_: Round) -> ScheduleForm:
    return ScheduleForm(initial={"publish_at": round_.publish_at, "closes_at": round_.closes_at})
