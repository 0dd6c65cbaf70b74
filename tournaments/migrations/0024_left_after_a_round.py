from django.db import migrations, models
from django.db.models import Q

from ._changes import unwatch, watch


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_leaving_has_a_time")]

    operations = [
        migrations.AlterField("decision", "round_number", models.PositiveIntegerField()),
        migrations.AddConstraint(
            "decision",
            models.CheckConstraint(
                condition=~Q(("kind", "disqualified")) | Q(("amount", None)),
                name="disqualified_without_an_amount",
            ),
        ),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=Q(("status", "disqualified"))
                | Q(("status", "withdrawn"), ("until_round__isnull", False))
                | Q(("status__in", ("active", "paused")), ("until_round", None)),
                name="left_after_a_round",
            ),
        ),
        migrations.RunPython(watch, unwatch),
    ]
