"""Webhooks on pages: one is made, its messages are read and sent again, and its end is noticed at the desk."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.halls import a_tournament
from tests.web.pages import faults, text, told
from tournaments.actions.webhooks import delivering
from tournaments.models import Webhook, WebhookDelivery

pytestmark = pytest.mark.django_db
TRIES = ((0, "no_answer"), (500, ""))


def test_an_owner_makes_a_webhook_and_sends_its_message_again(club, owner, receiver):
    page = reverse("webhooks", args=[club.slug])
    refused = owner.post(page, {"address": "http://example.org"})
    assert (refused.status_code, len(faults(refused))) == (422, 2)
    sent = {"address": receiver.endpoint("news"), "events": ["round.published", "standings.published"]}
    made = text(owner.post(page, sent))
    webhook = Webhook.objects.get()
    assert ("whsec_" in made, "whsec_" in text(owner.get(page))) == (True, False)
    assert webhook.events == sent["events"]
    delivering.deliver_webhook(webhook.pk)
    own = reverse("webhook", args=[webhook.pk])
    assert "webhook.created Delivered" in text(owner.get(own))
    answers = [
        {"at": "2026-11-28T21:00:00+00:00", "status": status, "fault": fault, "took": 5.0} for status, fault in TRIES
    ]
    WebhookDelivery.objects.update(answers=answers)
    at = "28 Nov 2026, 22:00 :"
    assert f"{at} no response (5.0 s) {at} response 500 (5.0 s)" in text(owner.get(own))
    again = owner.post(reverse("send-again", args=[webhook.pk, WebhookDelivery.objects.get().pk]), follow=True)
    assert (told(again), "webhook.created Waiting" in text(again)) == (["The message was sent again."], True)
    off = owner.post(reverse("switch-webhook", args=[webhook.pk]), {"is_on": "no"}, follow=True)
    assert told(off) == ["The webhook is off: nothing is sent."]
    owner.post(reverse("delete-webhook", args=[webhook.pk]))
    assert Webhook.objects.count() == WebhookDelivery.objects.count() == 0


def test_the_desk_says_that_a_webhook_was_switched_off(club, director, receiver):
    tournament = a_tournament(club)
    desk = reverse("desk", args=[tournament.slug])
    notice = "A webhook was switched off, because https://example.org/ no longer accepts its messages."
    webhook = Webhook.objects.create(club=club, address="https://example.org/", stopped_at=timezone.now())
    assert notice not in text(director.get(desk))
    Webhook.objects.filter(pk=webhook.pk).update(failing_since=timezone.now())
    assert notice in text(director.get(desk))
