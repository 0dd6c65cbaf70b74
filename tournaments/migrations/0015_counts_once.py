from django.db import migrations


def publish_anew(apps, schema_editor):
    """Mark all published standings as outdated, so that the sweep publishes them without repeated counts."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(standings__isnull=False)
    tournaments.model.objects.filter(pk__in=tournaments.values("pk")).update(published_revision=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_shown_names")]

    operations = [migrations.RunPython(publish_anew, migrations.RunPython.noop)]
