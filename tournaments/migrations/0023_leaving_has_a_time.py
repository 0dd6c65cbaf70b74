from django.db import migrations, models
from django.db.models import Max, Q

from ._changes import unwatch, watch

LEFT, BARRED = "withdrawn", "disqualified"


def date_what_was_done(apps, schema_editor):
    """Set `until_round` of withdrawn entries to the last round with a seat, a sit-out or a decision in force.

    A disqualification gets round 1, since it counted in every standing.
    """
    entries, decisions = apps.get_model("tournaments", "Entry"), apps.get_model("tournaments", "Decision")
    public = Q(round__state__in=("published", "closed"))
    for entry in entries.objects.filter(status=LEFT):
        seen = [
            apps.get_model("tournaments", name).objects.filter(public, entry=entry).aggregate(last=Max("round__number"))
            for name in ("Seat", "SitOut")
        ]
        decided = decisions.objects.filter(entry=entry, cancelled_at=None).aggregate(last=Max("round_number"))
        entries.objects.filter(pk=entry.pk).update(until_round=max(each["last"] or 0 for each in [*seen, decided]))
    decisions.objects.filter(kind=BARRED).update(round_number=1)
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(standings__isnull=False)
    tournaments.model.objects.filter(pk__in=tournaments.values("pk")).update(published_revision=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_decided_on_a_number")]

    operations = [
        migrations.RunPython(unwatch, watch),  # SQLite's triggers name the columns of both tables
        migrations.RemoveConstraint("decision", "decided_on_a_round_or_on_all"),
        migrations.AddField("entry", "until_round", models.PositiveIntegerField(null=True)),
        migrations.AddField("entry", "gaps", models.JSONField(default=list)),
        migrations.RunPython(date_what_was_done, migrations.RunPython.noop),
    ]
