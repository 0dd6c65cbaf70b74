from django.db import migrations
from django.db.models import F


def publish_anew(apps, schema_editor):
    """Mark the standings of all seasons as outdated, so that the sweep publishes them with their new fields."""
    apps.get_model("tournaments", "Season").objects.update(revision=F("revision") + 1)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_seasons'),
    ]

    operations = [migrations.RunPython(publish_anew, migrations.RunPython.noop)]
