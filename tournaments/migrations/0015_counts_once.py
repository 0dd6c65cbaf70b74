from django.db import migrations


def publish_anew(apps, schema_editor):
    """What was published says twice what it says once now: the sweep publishes it once more, from what it follows from."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(standings__isnull=False)
    tournaments.model.objects.filter(pk__in=tournaments.values("pk")).update(published_revision=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_shown_names")]

    operations = [migrations.RunPython(publish_anew, migrations.RunPython.noop)]
