"""Links of the chain taken out, moved or cut off behind the program's back are found."""

import pytest

from tournaments.models import LedgerDisclosure, Penalty, Tournament

from .corrupting import an_evening, behind_its_back, places

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def recorded(module_db):
    return an_evening().pk


@pytest.fixture
def tournament(recorded, db):
    return Tournament.objects.get(pk=recorded)


def links_of(tournament):
    return f"tournaments_ledgerentry WHERE tournament_id = {tournament.pk}"


@pytest.mark.slow
def test_standings_of_a_revision_to_come_are_named(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(published_revision=tournament.revision + 1)
    assert places(tournament) == ["standings"]


@pytest.mark.parametrize("which", ["the last", "the third"])
def test_a_missing_link_is_named(tournament, which):
    LedgerDisclosure.objects.all().delete()
    sequence = tournament.ledger_length if which == "the last" else 3
    behind_its_back(f"DELETE FROM {links_of(tournament)} AND sequence = {sequence}")
    assert any(place.startswith("ledger") for place in places(tournament))


def test_removed_tail_and_head_are_found_by_their_rows(tournament):
    """Even if the length and head of the chain are corrected too, rows remain that no link describes."""
    LedgerDisclosure.objects.all().delete()
    links = list(tournament.ledger.order_by("sequence"))
    kept = next(link for link in links if link.kind == "penalty_given").sequence - 1
    for link in links[kept:]:
        behind_its_back(f"DELETE FROM {links_of(tournament)} AND sequence = {link.sequence}")
    Tournament.objects.filter(pk=tournament.pk).update(ledger_length=kept, ledger_head=links[kept - 1].digest)
    assert {f"penalty {Penalty.objects.first().pk}", "round 1"} <= {*places(tournament)}


def test_links_that_changed_places_are_named(tournament):
    for was, becomes in ((4, 100), (5, 4), (100, 5)):
        behind_its_back(
            f"UPDATE {links_of(tournament)} AND sequence = {was}".replace(" WHERE", f" SET sequence = {becomes} WHERE")
        )
    assert {"ledger 4", "ledger 5"} <= {*places(tournament)}
