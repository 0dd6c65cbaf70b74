from django.db import migrations
from django.db.models import Q


def publish_anew(apps, schema_editor):
    """Mark standings as outdated that are provisional now: of a round that is not closed, or before the first."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(standings__isnull=False)
    changed = tournaments.filter(Q(rounds__state="published") | Q(standings__after_round=0))
    tournaments.model.objects.filter(pk__in=changed.values("pk")).update(published_revision=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0055_screen_tree'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='standing',
            name='body_gzip',
        ),
        migrations.RunPython(publish_anew, migrations.RunPython.noop),
    ]
