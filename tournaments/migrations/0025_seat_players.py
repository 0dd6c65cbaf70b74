"""Add the players on each seat of public rounds: from the ledger if there were substitutes, else from the entry."""

from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models

from tournaments.actions.hands.who_sat import who_sat

from ._changes import unwatch, watch

PUBLIC = ("published", "closed")


def fill(apps, _schema_editor):
    model = apps.get_model("tournaments", "SeatPlayer")
    players = defaultdict(list)
    for entry, player in apps.get_model("tournaments", "EntryPlayer").objects.order_by("position").values_list(
        "entry_id", "player_id"
    ):
        players[entry].append((player, 1, None))
    seats = apps.get_model("tournaments", "Seat").objects.filter(round__state__in=PUBLIC)
    links = apps.get_model("tournaments", "LedgerEntry").objects.order_by("sequence")
    with_substitutes = set(links.filter(kind="player_substituted").values_list("tournament_id", flat=True))
    for tournament in apps.get_model("tournaments", "Tournament").objects.values_list("pk", flat=True):
        told = links.filter(tournament_id=tournament).values_list("kind", "facts")
        turns = who_sat(told).turns if tournament in with_substitutes else {}
        model.objects.bulk_create(
            model(seat_id=seat, round_id=round_, player_id=player, from_hand=first, to_hand=last)
            for seat, round_, number, entry in seats.filter(round__tournament=tournament).values_list(
                "pk", "round_id", "round__number", "entry_id"
            )
            for player, first, last in turns.get((number, entry)) or players[entry]
        )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_left_after_a_round'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField(
            model_name='playermerge',
            name='sat_in',
            field=models.JSONField(default=list),
        ),
        migrations.CreateModel(
            name='SeatPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_hand', models.PositiveIntegerField(default=1)),
                ('to_hand', models.PositiveIntegerField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_players', to='tournaments.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_players', to='tournaments.seat')),
            ],
            options={
                'ordering': ['from_hand', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('to_hand', None)), fields=('round', 'player'), name='player_once_per_round'), models.UniqueConstraint(fields=('seat', 'player', 'from_hand'), name='one_turn_from_a_hand'), models.CheckConstraint(condition=models.Q(('from_hand__gte', 1), models.Q(('to_hand', None), ('to_hand__gte', models.F('from_hand')), _connector='OR')), name='turns_have_a_hand')],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(watch, unwatch),
    ]
