from django.db import migrations


def publish_anew(apps, schema_editor):
    """What was published gives places to entries without a hand: the sweep publishes it once more."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(standings__isnull=False)
    tournaments.model.objects.filter(pk__in=tournaments.values("pk")).update(published_revision=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_seat_players'),
    ]

    operations = [migrations.RunPython(publish_anew, migrations.RunPython.noop)]
