"""The place where a hand is entered: its table as it stands, and which hand of it."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from tournaments.actions.tables import TableInPlay, read_tables
from tournaments.http.finding import find_table
from tournaments.models import Hand, Role, Round, Table, Tournament

from .forms.inputs import number_in


@dataclass(frozen=True, slots=True)
class Place:
    """A hand's number at a table, and the version of it that stands."""

    tournament: Tournament
    round: Round
    play: TableInPlay
    number: int
    standing: Hand | None

    @property
    def is_last(self) -> bool:
        """Whether no later hand stands."""
        return self.number >= len(self.play.hands)

    @property
    def address(self) -> tuple[str, int, int, int]:
        """What names it in an address."""
        return self.tournament.slug, self.round.number, self.play.table.number, self.number


def find_place(request: HttpRequest, slug: str, number: int, table: int, hand: int, roles: frozenset[Role]) -> Place:
    """The place that an address names; hands come one after the other, so none may be skipped."""
    found = find_table(request, slug, number, table, roles)
    if not found.round.is_public:
        raise Http404
    play = play_of(found)
    standing = next((h for h in play.hands if h.number == hand), None)
    if not 1 <= hand <= len(play.hands) + 1 or (standing is None and play.state.over):
        raise Http404
    return Place(found.round.tournament, found.round, play, hand, standing)


def play_of(table: Table) -> TableInPlay:
    """The table with its seats, its hands, and how it stands."""
    play = read_tables(table.round.tournament, Table.objects.filter(pk=table.pk))[0]
    play.table.round = table.round
    return play


def shown_versions(request: HttpRequest, play: TableInPlay) -> dict[int, int]:
    """The version of each hand that somebody saw who now agrees to them all."""
    typed = {hand.number: number_in(request.POST, f"version-{hand.number}") for hand in play.hands}
    return {number: version for number, version in typed.items() if version is not None}
