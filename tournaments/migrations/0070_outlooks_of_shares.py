from django.db import migrations
from django.db.models import F


def publish_anew(apps, schema_editor):
    """Mark the standings of seasons of shares as outdated: where a score can fall, they have no outlook now."""
    seasons = apps.get_model("tournaments", "Season").objects.filter(declaration__counts="share")
    seasons.update(revision=F("revision") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0069_seasons_of_partners")]

    operations = [migrations.RunPython(publish_anew, migrations.RunPython.noop)]
