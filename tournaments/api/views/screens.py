"""The screens of the hall: list, pairing, and settings."""

from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.screens import pairing
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, PROGRAM, Screen
from tournaments.models.screen import LONGEST_MESSAGE, LONGEST_NAME

from ..access import actor
from ..fields import ChoiceField, Moment, StrictSerializer, Text
from ..idempotency import once
from ..resource import Resource, created
from ..setting_fields import setting_field
from .rounds import NoFields


class _Programmed(serializers.Serializer[Any]):
    """A serializer with the declared settings of a screen."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the serializer's own fields, and a field for each declared setting."""
        return {**super().get_fields(), **{name: setting_field(each) for name, each in PROGRAM.items()}}


class ScreenShape(_Programmed):
    """A screen: the pages that it shows, its appearance, and when it last sent a request."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    message = serializers.CharField(help_text="The message on every page; empty for none")
    version = serializers.IntegerField(help_text="Rises with every change of the screen")
    seen_at = Moment(help_text="The time of its last request, to half a minute")
    pages = serializers.IntegerField(
        allow_null=True, help_text="The number of pages in a cycle, each shown for `seconds`"
    )


@extend_schema_serializer(component_name="Pairing")
class ScreenPairing(StrictSerializer):
    """The code that a screen shows."""

    code = Text(max_length=20)
    name = Text(max_length=LONGEST_NAME, allow_blank=True, required=False)
    language = ChoiceField(settings.LANGUAGES, required=False, help_text="By default the language of the request")


class ScreenChanges(_Programmed, StrictSerializer):
    """New settings of a screen."""

    name = Text(max_length=LONGEST_NAME, allow_blank=True, required=False)
    message = Text(max_length=LONGEST_MESSAGE, allow_blank=True, required=False)


class Screens(Resource):
    """The screens that show a tournament."""

    tag = "tournaments"
    serializer_class = ScreenShape
    read_by_all = False
    actions_beyond = frozenset({"bring"})

    def list(self, request: Request, slug: str) -> Response:
        """The screens of the tournament; for directors."""
        screens = Screen.objects.filter(tournament=find_tournament(request, slug, DIRECTORS))
        return self.listed([ScreenShape(screen).data for screen in screens])

    @extend_schema(request=ScreenPairing)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Pair the screen that shows a code; for directors.

        403 `unknown_code` if no screen shows the code; 429 `codes_wait` after five unknown codes.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        asked = {"language": get_language() or settings.LANGUAGE_CODE, **ScreenPairing.read(request.data)}
        screen = pairing.pair_screen(tournament, by=actor(request), **asked)
        return created(ScreenShape(screen).data, reverse("api:screen", args=[slug, screen.pk]))

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """A screen's settings; for directors."""
        return Response(ScreenShape(_find(request, slug, pk)).data)

    @extend_schema(request=ScreenChanges)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        """Change the pages of a screen, their duration, whether it stays on its page, and its message.

        For directors.
        """
        screen = _find(request, slug, pk)
        return Response(ScreenShape(pairing.change_screen(screen, ScreenChanges.read(request.data, partial=True))).data)

    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Unpair the screen, which then shows a new code; for directors."""
        pairing.unpair_screen(_find(request, slug, pk))
        return Response(status=204)

    @extend_schema(request=NoFields)
    def bring(self, request: Request, slug: str, pk: int) -> Response:
        """Show this tournament on a screen of another tournament of the club; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        NoFields.read(request.data)
        screen = get_object_or_404(Screen.objects.filter(tournament__club=tournament.club), pk=pk)
        return Response(ScreenShape(pairing.bring_screen(screen, tournament)).data)


def _find(request: Request, slug: str, pk: int) -> Screen:
    return get_object_or_404(Screen, tournament=find_tournament(request, slug, DIRECTORS), pk=pk)
