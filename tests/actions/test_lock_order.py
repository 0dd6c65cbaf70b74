"""Actions that would wait for each other if they locked rows in different orders, on real PostgreSQL."""

from decimal import Decimal

import pytest
from django.utils import timezone

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_club, a_round, a_tournament, director_of, play_out
from tournaments.actions.at_table import keys
from tournaments.actions.at_table.lasting_pins import give_lasting_pin
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.erasing import people
from tournaments.actions.people import penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.players import rename_player
from tournaments.actions.round_repair import repairs
from tournaments.actions.rounds import rounds, substitutes
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.stages import filling, groups
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.standings import standings
from tournaments.actions.webhooks import delivering, webhooks
from tournaments.models import Entry, Round, Tournament, Webhook, WebhookDelivery

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


@pytest.fixture
def interrupt(monkeypatch):
    """Let another action run until it waits, right after a function of the first one."""

    def interrupt(module, name, start, act):
        original, started = getattr(module, name), []

        def interrupted(*args, **more):
            result = original(*args, **more)
            if not started:
                started.append(None)
                started[0] = start(act)
                until_somebody_waits()
            return result

        monkeypatch.setattr(module, name, interrupted)
        return started

    return interrupt


def test_webhook_is_deleted_while_a_delivery_is_recorded(interrupt):
    webhook = Webhook.objects.create(club=a_club(), address="https://example.org/news")
    delivery = WebhookDelivery.objects.create(webhook=webhook, event="webhook.created", due_at=timezone.now())
    with in_background() as start:
        other = interrupt(delivering, "lock_all", start, lambda: webhooks.delete_webhook(Webhook.objects.get()))
        delivering._record(delivery, delivering.Reply(200), 0.1)
        other[0].result()
    assert not Webhook.objects.exists()


def test_pin_is_renewed_while_its_player_is_renamed(interrupt):
    tournament = a_tournament()
    entry, by = tournament.entries.first(), director_of(tournament)
    player = give_lasting_pin(entry.players.get())
    with in_background() as start:
        other = interrupt(keys, "save_fields", start, lambda: rename_player(player, "Zita Nuova", by=by))
        keys.renew_pin(entry, by=by)
        other[0].result()
    assert entry.players.get().name == "Zita Nuova"


def test_entry_is_penalised_while_it_is_replaced(interrupt):
    tournament = a_round(a_tournament()).tournament
    entry, by = tournament.entries.first(), director_of(tournament)
    with in_background() as start:
        other = interrupt(
            substitutes, "register", start, lambda: penalties.penalise(entry, amount=Decimal(1), reason="Late", by=by)
        )
        substitutes.replace_entry(entry, Candidate(names=("Zita",)), by=by)
        other[0].result()


def test_a_player_is_erased_while_a_round_is_drawn(interrupt):
    tournament = a_tournament()
    by, player = director_of(tournament), tournament.entries.first().players.get()
    Round.objects.create(tournament=tournament, number=1, state=Round.State.REFUSED, seed=1)
    with in_background() as start:
        other = interrupt(
            people, "_lock_tournaments", start, lambda: drafts.draw_round(Tournament.objects.get(), by=by, seed=8)
        )
        people.erase_player(player, by=by)
        other[0].result()
    assert Round.objects.get().state == "draft"


def test_players_are_checked_in_while_groups_are_made(interrupt):
    tournament = a_tournament(players=8)
    by, entries = director_of(tournament), tournament.entries.all()
    with in_background() as start:
        other = interrupt(
            groups, "check_groups", start, lambda: registration.check_in(tournament, entries, here=True, by=by)
        )
        groups.make_groups(tournament, {"groups": 2, "last": 2}, by=by)
        other[0].result()


def test_a_late_player_is_checked_in_while_a_repair_seats_them(interrupt):
    round_ = a_round(a_tournament(players=8))
    tournament, by = round_.tournament, director_of(round_.tournament)
    late = registration.register(tournament, [Candidate(names=(f"Late {n}",)) for n in range(4)], by=by)
    last = tournament.entries.filter(pk=late[-1].pk)
    joining = repairs.RepairOptions(joining=frozenset(entry.pk for entry in late))
    with in_background() as start:
        other = interrupt(
            repairs, "change_entry", start, lambda: registration.check_in(tournament, last, here=True, by=by)
        )
        repairs.repair_round(round_, joining, by=by)
        other[0].result()
    assert (round_.seats.count(), last.get().checked_in) == (12, True)


def a_final(last):
    """A tournament of eight that is over, the final for its best, not filled yet, and the director of both."""
    field = a_tournament(players=8, rounds=1, table={"hands": 1})
    by, round_ = director_of(field), a_round(field)
    play_out(round_)
    rounds.close_round(round_, by=by)
    standings.refresh(field.pk)
    final = a_tournament(field.club, players=0, name="Final")
    declare_stage(final, {"sources": [field.slug], "last": last}, by=by)
    return field, final, by


def test_a_qualifier_is_checked_in_while_somebody_takes_the_place(interrupt):
    _field, final, by = a_final(last=4)
    filling.fill_stage(final, by=by)
    entry = final.entries.first()
    with in_background() as start:
        other = interrupt(filling, "_locked_stage", start, lambda: registration.check_in_all(final, here=True, by=by))
        filling.replace_comer(final, entry.pk, by=by)
        other[0].result()
    assert Entry.objects.get(pk=entry.pk).status == "withdrawn"


def test_stage_is_filled_while_one_who_qualifies_is_entered(interrupt):
    field, final, by = a_final(last=8)
    player = field.entries.first().players.get()
    candidates = [Candidate(player_ids=(player.pk,))]
    with in_background() as start:
        other = interrupt(filling, "_locked_stage", start, lambda: registration.register(final, candidates, by=by))
        filling.fill_stage(final, by=by)
        with pytest.raises(Invalid):
            other[0].result()
    assert final.entries.count() == 8
