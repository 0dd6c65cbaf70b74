"""Store the names on seats and of sit-outs that differ from the entry's present name."""

from collections import defaultdict

from django.db import migrations, models

from tournaments.actions.people.names_in_turn import BETWEEN, lineups_of
from tournaments.actions.hands.who_sat import who_sat

from ._changes import unwatch, watch

CHANGED = ("player_substituted", "player_left", "players_merged", "players_parted")


def called(player):
    return player.alias or player.name


def fill(apps, _schema_editor):
    links = apps.get_model("tournaments", "LedgerEntry").objects.order_by("sequence")
    for tournament in links.filter(kind__in=CHANGED).order_by().values_list("tournament_id", flat=True).distinct():
        name_seats(apps, tournament)
        keep_sit_outs(apps, tournament, who_sat(links.filter(tournament_id=tournament).values_list("kind", "facts")).out)


def name_seats(apps, tournament):
    turns = defaultdict(list)
    rows = apps.get_model("tournaments", "SeatPlayer").objects.filter(round__tournament_id=tournament)
    for row in rows.select_related("player").order_by("from_hand", "pk"):
        turns[row.seat_id].append((called(row.player), row.from_hand, row.to_hand))
    seats = apps.get_model("tournaments", "Seat").objects.filter(round__tournament_id=tournament)
    for seat in seats.select_related("entry"):
        if lineups := lineups_of(turns[seat.pk], seat.entry.name):
            seats.filter(pk=seat.pk).update(lineups=lineups)


def keep_sit_outs(apps, tournament, out):
    model = apps.get_model("tournaments", "SitOut")
    through, places = model.players.through.objects, apps.get_model("tournaments", "EntryPlayer").objects
    people = apps.get_model("tournaments", "Player").objects
    for row in model.objects.filter(round__tournament_id=tournament).select_related("entry", "round"):
        now = list(places.filter(entry=row.entry_id).order_by("position").values_list("player_id", flat=True))
        then = out.get((row.round.number, row.entry_id), now)
        if then != now:
            through.bulk_create(through.model(sitout_id=row.pk, player_id=player) for player in then)
            name = BETWEEN.join(called(people.get(pk=player)) for player in then)
            model.objects.filter(pk=row.pk).update(own_name="" if name == row.entry.name else name)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0033_settled_rounds"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.AddField("seat", "lineups", models.JSONField(default=list)),
        migrations.AddField("sitout", "own_name", models.CharField(blank=True, max_length=300)),
        migrations.AddField("sitout", "players", models.ManyToManyField(related_name="sit_outs", to="tournaments.player")),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(watch, unwatch),
    ]
