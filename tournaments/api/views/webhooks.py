"""Webhooks of a club and the log of their deliveries."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.webhooks import webhooks
from tournaments.actions.webhooks.delivering import payload
from tournaments.http import find_club, find_webhook
from tournaments.models import OWNERS, Webhook, WebhookDelivery, WebhookEvent
from tournaments.models.webhook import LONGEST_ADDRESS

from ..access import WithinScope
from ..fields import ChoiceField, Moment, StrictSerializer, Text, YesNo
from ..idempotency import once_with_secret
from ..resource import Resource, created
from .rounds import NoFields

STATES = ("waiting", "delivered", "failed")
EVENTS = "The events that are sent"
FAULT = "Why there was no answer: `private_address`, `unknown_host`, `bad_certificate`, `no_answer`, or empty"


class WebhookShape(serializers.Serializer[Any]):
    """A webhook, without its secret."""

    id = serializers.IntegerField(help_text="Its number in addresses")
    address = serializers.CharField(help_text="Where messages are posted to")
    events = serializers.ListField(child=serializers.ChoiceField(WebhookEvent.values), help_text=EVENTS)
    is_on = serializers.SerializerMethodField(help_text="Whether messages are sent")
    failing_since = Moment(allow_null=True, help_text="The first failed try since the last accepted message")
    created_at = Moment(help_text="When it was created, in UTC")

    def get_is_on(self, webhook: Webhook) -> bool:
        """Whether messages are sent."""
        return webhook.stopped_at is None


class WebhookMade(WebhookShape):
    """A new webhook with its secret, which is shown only once."""

    secret = serializers.CharField(allow_null=True, help_text="`whsec_` and the key that signs messages, in base64")


class NewWebhook(StrictSerializer):
    """A new webhook."""

    address = Text(max_length=LONGEST_ADDRESS, help_text="An https address on the public internet")
    events = serializers.ListField(
        child=ChoiceField(WebhookEvent.values), default=WebhookEvent.values, help_text=EVENTS
    )


class WebhookChanges(StrictSerializer):
    """The changes of a webhook."""

    address = Text(max_length=LONGEST_ADDRESS, required=False, help_text="Where messages are posted to")
    events = serializers.ListField(child=ChoiceField(WebhookEvent.values), required=False, help_text=EVENTS)
    is_on = YesNo(required=False, help_text="False to switch it off, true to switch it on again")


class TryShape(serializers.Serializer[Any]):
    """An attempt to deliver a message."""

    at = serializers.DateTimeField(help_text="When it ended, in UTC")
    status = serializers.IntegerField(help_text="The status of the response; 0 without one")
    fault = serializers.CharField(help_text=FAULT)
    took = serializers.FloatField(help_text="Its time in seconds")


class DeliveryShape(serializers.Serializer[Any]):
    """A message to a webhook, and the attempts to deliver it."""

    id = serializers.IntegerField(help_text="Its number in addresses")
    message = serializers.CharField(help_text="The header `webhook-id`, the same in every try")
    event = serializers.CharField(help_text="The `type` of the message")
    state = serializers.ChoiceField(STATES, help_text="The state of the delivery")
    due_at = Moment(allow_null=True, help_text="The next try, if there is one")
    delivered_at = Moment(allow_null=True, help_text="When it was accepted, in UTC; null if it was not")
    created_at = Moment(help_text="When the event happened, in UTC")
    tries = TryShape(many=True, source="answers", help_text="The latest tries, oldest first")
    payload = serializers.SerializerMethodField(help_text="The content of the message, as it is sent now")

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_payload(self, delivery: WebhookDelivery) -> dict[str, Any]:
        """The content of the message."""
        return payload(delivery)


class Webhooks(Resource):
    """The webhooks of a club."""

    tag = "webhooks"
    permission_classes = [WithinScope, IsAuthenticated]
    serializer_class = WebhookShape
    read_by_all = False

    def list(self, request: Request, club: str) -> Response:
        """The webhooks of the club; for owners."""
        return self.page(find_club(request, club, OWNERS).webhooks.all())

    @extend_schema(request=NewWebhook, responses={201: WebhookMade})
    @once_with_secret
    def create(self, request: Request, club: str) -> Response:
        """Create a webhook; for owners. The first message, `webhook.created`, is sent at once.

        The secret that signs messages is only in this response.
        """
        owner = find_club(request, club, OWNERS)
        webhook, secret = webhooks.create_webhook(owner, **NewWebhook.read(request.data))
        answer = {**WebhookShape(webhook).data, "secret": secret}
        return created(answer, reverse("api:webhook", args=[webhook.pk]))

    def retrieve(self, request: Request, pk: int) -> Response:
        """A webhook; for owners of its club."""
        return Response(WebhookShape(find_webhook(request, pk)).data)

    @extend_schema(request=WebhookChanges)
    def partial_update(self, request: Request, pk: int) -> Response:
        """Change the address or events, or switch the webhook on or off; for owners of its club."""
        webhook = find_webhook(request, pk)
        changed = webhooks.change_webhook(webhook, **WebhookChanges.read(request.data, partial=True))
        return Response(WebhookShape(changed).data)

    def destroy(self, request: Request, pk: int) -> Response:
        """Delete the webhook with its deliveries; for owners of its club."""
        webhooks.delete_webhook(find_webhook(request, pk))
        return Response(status=204)


class Deliveries(Resource):
    """The messages of the last 30 days to a webhook."""

    tag = "webhooks"
    permission_classes = [WithinScope, IsAuthenticated]
    serializer_class = DeliveryShape
    read_by_all = False
    ordering = ("-pk",)

    def list(self, request: Request, pk: int) -> Response:
        """The messages with the attempts to deliver them, newest first; for owners of the club."""
        return self.page(find_webhook(request, pk).deliveries.select_related("webhook__club", "tournament"))

    @extend_schema(request=NoFields)
    def replay(self, request: Request, pk: int, other: int) -> Response:
        """Send a message again, with the same `webhook-id`; for owners of the club.

        409 if the webhook is switched off, or the tournament is no longer public.
        """
        webhook = find_webhook(request, pk)
        NoFields.read(request.data)
        rows = webhook.deliveries.select_related("webhook__club", "tournament")
        sent = webhooks.send_again(get_object_or_404(rows, pk=other))
        return Response(DeliveryShape(sent).data)
