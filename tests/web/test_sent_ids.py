"""Invalid ids in forms: too long, in other digits, not numbers. They match no row."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
NO_IDS = ("9" * 5000, "9" * 19, "١٢" * 3000, "²", "-1", "1e3", "\x00")


@pytest.fixture
def draft(club):
    return a_round(a_tournament(club), publish=False)


def places(draft):
    """Each address to which ids are sent, with the fields that bear them."""
    tournament = draft.tournament
    entry = tournament.entries.first()
    of_tournament, of_round = [tournament.slug], [tournament.slug, draft.number]
    return [
        (reverse("enter-again", args=of_tournament), "tournament", {}),
        (reverse("registration", args=of_tournament), "player", {"name": "Nuovo"}),
        (reverse("constraints", args=of_tournament), "entry", {"do": "meet"}),
        (reverse("swap-seats", args=of_round), "entry", {}),
        (reverse("repair-round", args=of_round), "joining", {}),
        (reverse("substitute", args=[tournament.slug, entry.pk]), "player", {"name-0": "Nuovo"}),
        (reverse("merge-player", args=[entry.players.get().pk]), "player", {}),
    ]


@pytest.mark.parametrize("sent", NO_IDS)
def test_what_is_no_id_names_nobody_and_fails_nothing(draft, director, sent):
    before = list(Entry.objects.order_by("pk").values_list("name", flat=True))
    statuses = {
        where: director.post(where, {field: [sent, sent], **more}).status_code for where, field, more in places(draft)
    }
    assert {where: status for where, status in statuses.items() if status >= 500} == {}
    assert list(Entry.objects.filter(name__in=before).order_by("pk").values_list("name", flat=True)) == before


@pytest.mark.parametrize("sent", NO_IDS)
def test_a_line_of_a_list_is_decided_for_nobody_by_what_is_no_id(draft, director, sent):
    where = reverse("paste-players", args=[draft.tournament.slug])
    line = {"clear": "", "name-0": "Nuovo", "as-0-0": f"player-{sent}"}
    assert director.post(where, line).status_code < 500


def test_a_number_without_end_is_no_sum_of_a_pasted_hand(club, director):
    table = a_round(a_tournament(club)).tables.get(number=1)
    where = reverse("table-sheet", args=[table.round.tournament.slug, 1, table.number])
    answer = director.post(where, {"do": "paste", "pasted": f"10;10;10;10;{'9' * 5000}"})
    assert answer.status_code == 200
