"""A club's own games. Each is a small document that another club can import."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.fields import object_schema
from scoring.ruleset import RuleSet
from tournaments.actions.setup import games
from tournaments.http import Roles, find_club, find_game
from tournaments.models import BASES, DIRECTORS, ClubGame, settings_in
from tournaments.models.club import NAME_LENGTH
from tournaments.models.club_game import UNIT_LENGTH
from tournaments.ranking import TIE_BREAKS

from ..idempotency import once
from ..resource import Resource, created
from .tournaments import TableEnd, read_object

AnyField = serializers.Field[Any, Any, Any, Any]


def _ignored() -> AnyField:
    """Return a field for a value that exported definitions have and that is ignored here."""
    return serializers.JSONField(required=False, help_text="Ignored; exported definitions have this field")


class ClubGameChanges(serializers.Serializer[Any]):
    """The fields of a game that a director can set; the schema of a whole definition is at `club-game-schema/`."""

    name = serializers.CharField(min_length=1, max_length=NAME_LENGTH, required=False)
    unit = serializers.CharField(
        max_length=UNIT_LENGTH, required=False, help_text="Empty for the unit of the base, in each reader's language"
    )
    base = serializers.ChoiceField(BASES, required=False, help_text="The rule set that the game is made of")
    options = serializers.DictField(required=False, help_text="Options of the base")
    table = TableEnd(required=False)
    scoring = serializers.DictField(required=False, help_text="What new tournaments of the game begin with")
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), required=False, allow_null=True, help_text="null for the usual ones of the base"
    )
    slug: AnyField = _ignored()
    version: AnyField = _ignored()
    used: AnyField = _ignored()
    played: AnyField = _ignored()
    hidden: AnyField = _ignored()


class NewClubGame(ClubGameChanges):
    """The definition of a game."""

    name = serializers.CharField(min_length=1, max_length=NAME_LENGTH)
    base = serializers.ChoiceField(BASES, help_text="The rule set that the game is made of")


class ClubGameShape(NewClubGame):
    """The last version of a game."""

    slug = serializers.CharField(help_text="The `ruleset` of tournaments of the game")
    version = serializers.IntegerField()
    used = serializers.BooleanField(help_text="Whether a tournament plays this version: a change then makes a new one")
    played = serializers.BooleanField(help_text="Whether a tournament plays any version: it is then never deleted")
    hidden = serializers.BooleanField(help_text="Whether the choice of games leaves the game out")


class ClubGames(Resource):
    """The games of a club."""

    tag = "clubs"
    serializer_class = ClubGameShape
    ordering = ("name", "pk")

    def list(self, request: Request, club: str) -> Response:
        """The club's own games by name, each in its last version."""
        return self.page(find_club(request, club).games.current())

    @extend_schema(request=NewClubGame)
    @once
    def create(self, request: Request, club: str) -> Response:
        """Define a game, or import an exported definition; for directors."""
        owner = find_club(request, club, DIRECTORS)
        made = games.create_game(owner, read_object(request.data))
        return created(ClubGameShape(made).data, reverse("api:club-game", args=[owner.slug, made.slug]))

    def retrieve(self, request: Request, club: str, game: str) -> Response:
        """The definition of the game, which another club can import unchanged."""
        return Response(ClubGameShape(find_own(request, club, game)).data)

    @extend_schema(request=ClubGameChanges)
    def partial_update(self, request: Request, club: str, game: str) -> Response:
        """Change the game; for directors. If a tournament plays it, the response is a new version.

        A new base brings its own defaults. A tournament keeps the version with which it was created.
        """
        changed = games.change_game(find_own(request, club, game, DIRECTORS), read_object(request.data))
        return Response(ClubGameShape(changed).data)

    def hide(self, request: Request, club: str, game: str) -> Response:
        """Hide the game from the choice of games for new tournaments; for directors."""
        found = find_own(request, club, game, DIRECTORS)
        return Response(ClubGameShape(games.hide_game(found, hidden=True)).data)

    def show(self, request: Request, club: str, game: str) -> Response:
        """Offer a hidden game again; for directors."""
        found = find_own(request, club, game, DIRECTORS)
        return Response(ClubGameShape(games.hide_game(found, hidden=False)).data)

    def destroy(self, request: Request, club: str, game: str) -> Response:
        """Delete the game; for directors. 409 if a tournament plays it."""
        games.delete_game(find_own(request, club, game, DIRECTORS))
        return Response(status=204)


class ClubGameSchema(Resource):
    """The JSON Schema of definitions."""

    tag = "clubs"
    permission_classes = [AllowAny]

    @extend_schema(responses={200: {"type": "object"}})
    def retrieve(self, _request: Request) -> Response:
        """The JSON Schema of a game's definition, with the options of each base."""
        return Response(definition_schema())


def find_own(request: Request, club: str, slug: str, roles: Roles | None = None) -> ClubGame:
    """Return the last version of a club's game. Raises Http404 if there is none."""
    return get_object_or_404(find_club(request, club, roles).games.current(), slug=slug)


def definition_schema() -> dict[str, Any]:
    """Return the JSON Schema of a definition."""
    word = {"type": "string", "pattern": "^[^<>]*$"}
    return {
        "title": gettext("A club’s own game"),
        "type": "object",
        "required": ["name", "base"],
        "properties": {
            "name": {**word, "minLength": 1, "maxLength": NAME_LENGTH},
            "unit": {**word, "maxLength": UNIT_LENGTH},
            "base": {"enum": list(BASES)},
            "options": {"type": "object"},
            "table": object_schema(settings_in("table"), gettext),
            "scoring": {"type": "object"},
            "tie_breaks": {"type": ["array", "null"], "items": {"enum": list(TIE_BREAKS)}, "uniqueItems": True},
            "slug": {"type": "string"},
            "version": {"type": "integer"},
            **{name: {"type": "boolean"} for name in ("used", "played", "hidden")},
        },
        "additionalProperties": False,
        "oneOf": [_of_base(find_game(base)) for base in BASES],
    }


def _of_base(ruleset: RuleSet) -> dict[str, Any]:
    options = object_schema(ruleset.option_fields, gettext)
    return {"title": gettext(ruleset.title), "properties": {"base": {"const": ruleset.slug}, "options": options}}
