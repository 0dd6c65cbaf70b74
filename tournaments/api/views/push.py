"""Push messages to a phone about its player's next table."""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table.absent_tables import no_round
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.push import asking, subscriptions
from tournaments.models import TableSession
from tournaments.models.push_subscription import LONGEST_ENDPOINT

from ..fields import ChoiceField, StrictSerializer, Text
from ..resource import Resource

LONGEST_KEY = 100


class PushShape(serializers.Serializer[Any]):
    """Whether push messages are on, the key for subscribing, and whether this phone has subscribed."""

    offered = serializers.BooleanField()
    key = serializers.CharField(help_text="The `applicationServerKey`; empty if push messages are off")
    subscribed = serializers.BooleanField()


class PushKeys(StrictSerializer):
    """The keys of a push subscription."""

    p256dh = Text(max_length=LONGEST_KEY)
    auth = Text(max_length=LONGEST_KEY)


class NewPush(StrictSerializer):
    """A push subscription as the browser's `toJSON()` returns it, without `expirationTime`."""

    endpoint = Text(max_length=LONGEST_ENDPOINT)
    keys = PushKeys()
    language = ChoiceField(settings.LANGUAGES, required=False, help_text="By default the language of the request")


class Push(Resource):
    """The push subscription of a phone."""

    tag = "at the table"
    serializer_class = PushShape
    table_actions = frozenset({"retrieve", "replace", "destroy"})
    late_actions = table_actions
    more_refusals = dict.fromkeys(table_actions, frozenset({404}))

    def retrieve(self, request: Request) -> Response:
        """Whether push messages are on, and whether this phone has subscribed."""
        return _answer(_session(request))

    @extend_schema(request=NewPush)
    def replace(self, request: Request) -> Response:
        """Subscribe this phone to the table of its player in each coming round, until it unsubscribes."""
        session, sent = _session(request), NewPush.read(request.data)
        language = sent.get("language") or get_language() or settings.LANGUAGE_CODE
        asked = subscriptions.BrowserSubscription(sent["endpoint"], **sent["keys"], language=language)
        subscriptions.subscribe(session, asked)
        return _answer(session)

    def destroy(self, request: Request) -> Response:
        """Unsubscribe this phone and delete its subscription."""
        subscriptions.unsubscribe(_session(request))
        return Response(status=204)


def _session(request: Request) -> TableSession:
    session = request.auth
    if not isinstance(session, TableSession):
        raise Http404
    if session.pk is None and session.has_ended:
        raise Conflict(no_round(session.table.number))
    return session


def _answer(session: TableSession) -> Response:
    key = asking.public_key()
    return Response({"offered": bool(key), "key": key, "subscribed": subscriptions.is_subscribed(session)})
