"""The entries of a tournament."""

from typing import Any

from django.db.models import Q, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.names import name_key
from tournaments.actions.core.refusals import Invalid, Problem, refuse
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate, Candidates
from tournaments.actions.rounds.substitutes import replace_entry, substitute
from tournaments.actions.standings.teams import teams_of
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, SCORERS, Entry
from tournaments.models.tournament_settings import MAX_ROUNDS

from ..access import actor
from ..fields import NO_SUCH_FIELD, ChoiceField, Id, StrictSerializer, Text, WholeNumber, YesNo
from ..idempotency import once
from ..queries import SEARCH
from ..resource import Batch, Resource, created, render_many
from ..schema import one_or_many

LARGEST_SEED = 1_000_000
FOR_MEMBERS = ("checked_in", "card_number", "home_club")


CHANGEABLE = [choice for choice in Entry.Status.choices if choice[0] != Entry.Status.DISQUALIFIED]
"""The states that a change can set; a disqualification is a decision, with a reason."""


class EntryShape(serializers.Serializer[Any]):
    """An entry. `player` is null for partners. Only members see presence, card numbers and home clubs."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()
    status = serializers.ChoiceField(Entry.Status.choices)
    from_round = serializers.IntegerField()
    until_round = serializers.IntegerField(
        allow_null=True, help_text="The last round that it takes part in, if it has left; null otherwise"
    )
    gaps = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The first and the last round of each absence from which it came back",
    )
    stand_in = serializers.BooleanField()
    team = serializers.SerializerMethodField()
    seed = serializers.IntegerField(allow_null=True)
    checked_in = serializers.BooleanField(required=False)
    card_number = serializers.CharField(required=False)
    home_club = serializers.CharField(required=False)

    def get_player(self, entry: Entry) -> int | None:
        """The player's id; null for partners."""
        players = self.get_players(entry)
        return players[0] if len(players) == 1 else None

    def get_players(self, entry: Entry) -> list[int]:
        """The players' ids."""
        return [seat.player_id for seat in entry.entry_players.all()]

    def get_team(self, entry: Entry) -> str | None:
        """The name of the entry's team; null if it has none."""
        team = self.context["team_of"].get(entry.pk)
        return team.name if team else None

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        """Return the entry; only members get presence, card number and home club."""
        fields: dict[str, Any] = super().to_representation(entry)
        hidden = () if self.context["for_members"] else FOR_MEMBERS
        return {name: value for name, value in fields.items() if name not in hidden}


class EntryChanges(StrictSerializer):
    """The fields of an entry that can be changed."""

    status = ChoiceField(choices=CHANGEABLE, required=False)
    from_round = WholeNumber(min_value=1, max_value=MAX_ROUNDS, required=False)
    until_round = WholeNumber(min_value=0, max_value=MAX_ROUNDS, allow_null=True, required=False)
    checked_in = YesNo(required=False)
    seed = WholeNumber(min_value=1, max_value=LARGEST_SEED, allow_null=True, required=False)
    stand_in = YesNo(required=False)
    card_number = Text(max_length=40, allow_blank=True, required=False)
    home_club = Text(max_length=100, allow_blank=True, required=False)


class NewEntry(StrictSerializer):
    """A new entry: `name` or `player`; for partners `names` or `players`.

    A name means the known player with this name, or a new player if nobody has it; 422 `ambiguous_name` if several have
    it. With `new` it always means a new player.
    """

    name = Text(allow_blank=True, required=False)
    player = Id(required=False)
    names = serializers.ListField(child=Text(allow_blank=True), required=False, max_length=6)
    players = serializers.ListField(child=Id(), required=False, max_length=6)
    new = YesNo(required=False)
    checked_in = YesNo(required=False)
    seed = WholeNumber(min_value=1, max_value=LARGEST_SEED, allow_null=True, required=False)
    stand_in = YesNo(required=False)
    card_number = Text(max_length=40, allow_blank=True, required=False)
    home_club = Text(max_length=100, allow_blank=True, required=False)


class Substitute(StrictSerializer):
    """A substitution: who takes over (`name` or `player`), who leaves, and whether the points stay.

    Partners who are replaced by a new entry (`points` "fresh") are replaced together, by `names` or `players`.
    """

    name = Text(allow_blank=True, required=False)
    player = Id(required=False)
    names = serializers.ListField(child=Text(allow_blank=True), required=False, max_length=6)
    players = serializers.ListField(child=Id(), required=False, max_length=6)
    new = YesNo(required=False)
    leaves = Id(required=False, help_text="The player who leaves, in an entry of partners")
    points = ChoiceField(choices=[("kept", "kept"), ("fresh", "fresh")], default="kept")


class Presence(StrictSerializer):
    """Whether to check in all active entries, as by default, or to remove their check-in."""

    checked_in = YesNo(default=True)


class Withdrawal(StrictSerializer):
    """Which entries to withdraw: all active entries, or only those not checked in."""

    absent = YesNo(help_text="Only those who are not checked in")


class PresenceShape(serializers.Serializer[Any]):
    """How many entries were changed."""

    changed = serializers.IntegerField()


class Entries(Resource):
    """The entries of a tournament."""

    tag = "entries"
    serializer_class = EntryShape
    ordering = ("number",)

    @extend_schema(parameters=[SEARCH])
    def list(self, request: Request, slug: str) -> Response:
        """The entries by number."""
        tournament = find_tournament(request, slug)
        entries = tournament.entries.prefetch_related("entry_players")
        is_of_club = tournament.permits(request.user, SCORERS)
        if named := name_key(request.query_params.get("search", "")):
            found = Q(players__name_key__contains=named)
            shown = found if is_of_club else found & Q(players__alias="")
            entries = entries.filter(shown | Q(players__alias__icontains=named)).distinct()
        return self.page(entries, for_members=is_of_club, team_of=teams_of(tournament).team_of)

    @extend_schema(request=one_or_many(NewEntry), responses={201: one_or_many(EntryShape)})
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Add one entry or a list of entries, all or none; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        batch = Batch.read(NewEntry, request.data)
        candidates = {place: _candidate(values) for place, values in batch.values.items()}
        with batch.placed():
            if batch.problems:
                batch.refuse(Candidates(tournament, candidates).problems())
            made = registration.register(tournament, list(candidates.values()), by=actor(request))
        location = None if batch.is_list else reverse("api:entry", args=[slug, made[0].pk])
        return created(batch.answer(render_entries(made)), location)

    @extend_schema(request=Presence, responses=PresenceShape)
    def check_in(self, request: Request, slug: str) -> Response:
        """Check in all active entries, or remove their check-in; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        here = Presence.read(request.data)["checked_in"]
        return Response({"changed": registration.check_in_all(tournament, here=here, by=actor(request))})

    @extend_schema(request=Withdrawal, responses=PresenceShape)
    def withdraw(self, request: Request, slug: str) -> Response:
        """Withdraw all active entries, or those not checked in; for directors. The ledger gets one entry."""
        tournament = find_tournament(request, slug, DIRECTORS)
        absent = Withdrawal.read(request.data)["absent"]
        return Response({"changed": len(registration.withdraw_all(tournament, absent=absent, by=actor(request)))})

    @extend_schema(request=Substitute)
    @once
    def substitute(self, request: Request, slug: str, pk: int) -> Response:
        """Replace a player who leaves; for directors.

        With `points` "fresh" the entry withdraws, and the response is a new entry. It gets the seat unless the table
        has played a hand.
        """
        entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
        wanted = Substitute.read(request.data)
        leaves, points = wanted.pop("leaves", None), wanted.pop("points")
        leaving = entry.players.filter(pk=leaves).first() if leaves else entry.players.first()
        if leaving is None:
            raise Invalid(Problem("unknown_player", _("This player is not in the entry."), pointer=("leaves",)))
        if points == "fresh":
            return Response(render_entries([replace_entry(entry, _candidate(wanted), by=actor(request))])[0])
        refuse(
            Problem("unknown_field", NO_SUCH_FIELD, pointer=(name,)) for name in ("names", "players") if name in wanted
        )
        return Response(render_entries([substitute(entry, leaving, _candidate(wanted), by=actor(request))])[0])

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The entry."""
        tournament = find_tournament(request, slug)
        entry = find_entry(tournament, pk)
        return Response(render_entries([entry], for_members=tournament.permits(request.user, SCORERS))[0])

    @extend_schema(request=EntryChanges)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        """Check in, pause, withdraw or reactivate the entry, or change its other fields; for directors."""
        entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
        changes = EntryChanges.read(request.data, partial=True)
        return Response(render_entries([registration.change_entry(entry, changes, by=actor(request))])[0])

    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Delete the entry before the first draw; for directors."""
        registration.remove_entry(find_entry(find_tournament(request, slug, DIRECTORS), pk), by=actor(request))
        return Response(status=204)


def _candidate(values: dict[str, Any]) -> Candidate:
    name = [values.pop("name")] if "name" in values else []
    player = [values.pop("player")] if "player" in values else []
    names, player_ids = (*name, *values.pop("names", ())), (*player, *values.pop("players", ()))
    return Candidate(names=names, player_ids=player_ids, **values)


def render_entries(entries: list[Entry], *, for_members: bool = True) -> list[Any]:
    """Return the entries with their players, serialized; with presence, card number and home club if `for_members`."""
    prefetch_related_objects(entries, "entry_players")
    team_of = teams_of(entries[0].tournament).team_of if entries else {}
    return render_many(EntryShape, entries, for_members=for_members, team_of=team_of)
