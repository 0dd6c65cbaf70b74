"""The webhooks of a club: creating a webhook, the log of its deliveries, and sending a message again."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from tournaments.actions.webhooks import webhooks
from tournaments.actions.webhooks.delivering import payload
from tournaments.http import find_club, find_webhook
from tournaments.models import OWNERS, WebhookEvent

from ..forms.webhooks import WebhookForm
from ..requests.access import sent
from ..requests.faults import attempt, form_page, submit

SHOWN = 50
"""The most deliveries on a page."""
FAULTS = {
    "private_address": gettext_lazy("the address is not on the public internet"),
    "unknown_host": gettext_lazy("no computer has this name"),
    "bad_certificate": gettext_lazy("the certificate is not valid"),
    "no_answer": gettext_lazy("no response"),
}
"""The texts on what prevented a response."""


@sensitive_variables("secret")
def club_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks of a club, and a form to create one. The secret of a new webhook is shown only once."""
    club = find_club(request, slug, OWNERS)
    form, secret = WebhookForm(sent(request)), ""
    if made := submit(form, lambda: webhooks.create_webhook(club, **form.cleaned_data)):
        secret, form = made[1], WebhookForm()
    return form_page(
        request, "club/webhooks.html", form, {"club": club, "secret": secret, "webhooks": club.webhooks.all()}
    )


def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """A webhook with the log of its latest deliveries."""
    found = find_webhook(request, pk)
    deliveries = list(found.deliveries.select_related("webhook__club", "tournament")[:SHOWN])
    context = {
        "webhook": found,
        "events": [event.label for event in WebhookEvent if event in found.events],
        "deliveries": [
            (each, map(_shown, each.answers), json.dumps(payload(each), ensure_ascii=False, indent=2))
            for each in deliveries
        ],
    }
    return render(request, "club/webhook.html", context)


def _shown(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return a delivery attempt as texts: its time, its result, and its duration."""
    outcome = FAULTS.get(answer["fault"]) or _("response %(status)d") % {"status": answer["status"]}
    return {"at": parse_datetime(answer["at"]), "outcome": outcome, "took": answer["took"]}


@require_POST
def switch_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch a webhook off or on."""
    found, is_on = find_webhook(request, pk), request.POST.get("is_on") == "yes"
    webhooks.change_webhook(found, is_on=is_on)
    messages.success(request, _("The webhook is on again.") if is_on else _("The webhook is off: nothing is sent."))
    return redirect("webhook", pk)


@require_POST
def delete_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a webhook with its deliveries."""
    found = find_webhook(request, pk)
    webhooks.delete_webhook(found)
    messages.success(request, _("The webhook was deleted."))
    return redirect("webhooks", found.club.slug)


@require_POST
def send_again(request: HttpRequest, pk: int, delivery: int) -> HttpResponse:
    """Send the message of a delivery again."""
    row = get_object_or_404(find_webhook(request, pk).deliveries, pk=delivery)
    attempt(request, lambda: webhooks.send_again(row), _("The message was sent again."))
    return redirect("webhook", pk)
