"""Entering many players at once: from a list, with a proposal for each line, or from an earlier tournament."""

from dataclasses import replace
from typing import IO, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.people import registration
from tournaments.actions.people.known_names import PlayerIndex
from tournaments.actions.people.lists.files import read_file
from tournaments.actions.people.lists.listed_entries import read_entries
from tournaments.actions.people.lists.reviews import ListedLine, NameDoubt, NameQuestion, Review
from tournaments.actions.people.past_players import past_players, register_again
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament

from ..access import actor
from ..fields import Slug, StrictSerializer
from ..idempotency import once
from ..queries import PREVIEW, wants_preview
from ..resource import Resource, created
from .entries import EntryShape, render_entries

BYTES = "latin-1"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ListText(BaseParser):
    """Text of any kind, in any encoding."""

    media_type = "text/*"

    def parse(self, stream: IO[Any], *_context: Any, **_more: Any) -> Any:
        """Return the bytes decoded as Latin-1: each byte is a character, and idempotency can store the text as JSON."""
        return stream.read().decode(BYTES)


class Workbook(ListText):
    """An Excel workbook."""

    media_type = XLSX


class AnyFile(ListText):
    """A text or a workbook; its content shows which."""

    media_type = "application/octet-stream"


class MeantShape(serializers.Serializer[Any]):
    """A player that a name may mean."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class AskedShape(serializers.Serializer[Any]):
    """A doubtful name, and the players that it may mean."""

    name = serializers.CharField()
    code = serializers.ChoiceField(NameDoubt.choices, source="doubt")
    why = serializers.CharField()
    players = MeantShape(many=True)


class FaultShape(serializers.Serializer[Any]):
    """A problem of a line."""

    code = serializers.CharField()
    message = serializers.SerializerMethodField()

    def get_message(self, problem: Problem) -> str:
        """The message in the client's language."""
        return problem.text(gettext)


class LineShape(serializers.Serializer[Any]):
    """How a line was read: its names, the home club, and which names are doubtful.

    `players` has the ids of players who are certain; null for new and doubtful players.
    """

    names = serializers.ListField(child=serializers.CharField(), source="listed.names")
    home_club = serializers.CharField(source="listed.club")
    players = serializers.SerializerMethodField()
    asked = serializers.SerializerMethodField()
    left_out = serializers.BooleanField(source="is_skipped")
    problems = FaultShape(many=True)

    def get_players(self, line: ListedLine) -> list[int | None]:
        """The ids of the players, in order of the names; null for new and doubtful players."""
        return [name.found for name in line.names]

    @extend_schema_field(AskedShape(many=True))
    def get_asked(self, line: ListedLine) -> list[dict[str, Any]]:
        """The doubtful names."""
        asked: list[NameQuestion] = [name for name in line.names if name.doubt]
        return [dict(AskedShape(name).data) for name in asked]


class ListShape(serializers.Serializer[Any]):
    """A list as it was read; `entries` are the new entries."""

    lines = LineShape(many=True)
    entries = EntryShape(many=True)


class EntryLists(Resource):
    """Lists of players to be entered."""

    tag = "entries"
    serializer_class = ListShape
    read_by_all = False
    parser_classes = [ListText, Workbook, AnyFile]

    @extend_schema(
        request={"text/plain": str, "text/csv": str, XLSX: bytes, AnyFile.media_type: bytes},
        responses={201: ListShape, 200: ListShape},
        parameters=[PREVIEW],
    )
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Enter all players of a list, all or none; for directors. The list may have any form.

        Names that are entered already, or twice on the list, are left out. Other doubtful names are refused with
        `unclear_name`; the preview lists the players that they may mean. Enter such players at `entries/`.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        review = _review(tournament, request.data)
        if wants_preview(request):
            return Response(_render(review, []))
        review.require_decisions()
        _refuse([(place, problem) for place, line in enumerate(review.lines) for problem in line.problems])
        chosen = review.chosen()
        try:
            candidates = [line.candidate() for line in chosen]
            made = registration.register(tournament, candidates, by=actor(request)) if chosen else []
        except Invalid as refusal:
            places = [review.lines.index(line) for line in chosen]
            _refuse([(places[int(problem.pointer[0])], problem) for problem in refusal.problems])
            raise
        return created(_render(review, render_entries(made)))


def _review(tournament: Tournament, data: object) -> Review:
    size = tournament.entry_size
    listed = read_entries(read_file(data.encode(BYTES)).rows, size) if isinstance(data, str) else []
    review = Review(PlayerIndex(tournament), size)
    review.add(listed)
    if not review.lines:
        raise Invalid(Problem("missing_field", _("There is no name in the list.")))
    return review


def _refuse(faults: list[tuple[int, Problem]]) -> None:
    """Raise Invalid with these problems, each with a pointer to its line."""
    if faults:
        raise Invalid([replace(problem, pointer=(place,)) for place, problem in faults])


def _render(review: Review, entries: list[Any]) -> dict[str, Any]:
    return {"lines": LineShape(review.lines, many=True).data, "entries": entries}


class EarlierTournament(StrictSerializer):
    """The earlier tournament of the club."""

    tournament = Slug(max_length=80, help_text="The slug of another tournament of the club")


class LeftOutShape(FaultShape):
    """An entry of the earlier tournament that is left out, and why."""

    name = serializers.CharField(source="params.name")


class PastPlayersShape(serializers.Serializer[Any]):
    """The result. `players` has the ids of each entry's players, `left_out` the entries left out, with reasons.

    `entries` are the new entries, `[]` in a preview.
    """

    players = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    left_out = LeftOutShape(many=True)
    entries = EntryShape(many=True)


class PastPlayers(Resource):
    """The players of an earlier tournament."""

    tag = "entries"
    serializer_class = PastPlayersShape
    read_by_all = False
    actions_beyond = frozenset({"create"})

    @extend_schema(
        request=EarlierTournament, responses={201: PastPlayersShape, 200: PastPlayersShape}, parameters=[PREVIEW]
    )
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Enter the players of an earlier tournament of the club, all or none; for directors.

        Entries that are already in this tournament, were stand-ins, withdrew or were erased are left out, and listed
        with the reason.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        earlier = _earlier(tournament, EarlierTournament.read(request.data)["tournament"])
        past = past_players(tournament, earlier)
        if wants_preview(request):
            return Response(_render_past([candidate.player_ids for candidate in past.candidates], past.left_out, []))
        made, left_out = register_again(tournament, earlier, by=actor(request))
        entries = render_entries(made)
        return created(_render_past([entry["players"] for entry in entries], left_out, entries))


def _earlier(tournament: Tournament, slug: str) -> Tournament:
    earlier = tournament.club.tournaments.exclude(pk=tournament.pk).filter(slug=slug).first()
    if earlier is None:
        message = _("Give the address of another tournament of the club.")
        raise Invalid(Problem("unknown_tournament", message, pointer=("tournament",)))
    return earlier


def _render_past(players: list[Any], left_out: list[Problem], entries: list[Any]) -> dict[str, Any]:
    return {"players": players, "left_out": LeftOutShape(left_out, many=True).data, "entries": entries}
