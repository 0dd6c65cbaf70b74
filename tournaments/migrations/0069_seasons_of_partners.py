from django.db import migrations
from django.db.models import F


def publish_anew(apps, schema_editor):
    """Mark the standings of seasons of players as outdated: partners have the points of their pair's place now."""
    seasons = apps.get_model("tournaments", "Season").objects.filter(declaration__competitors="players")
    seasons.update(revision=F("revision") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0068_consents_of_seasons")]

    operations = [migrations.RunPython(publish_anew, migrations.RunPython.noop)]
