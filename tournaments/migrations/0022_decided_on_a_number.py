from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery

from ._changes import unwatch, watch

GIVEN = ("decision", "penalty")


def _number(apps, _schema_editor):
    """Store the number of the round of each decision and penalty."""
    round_ = apps.get_model("tournaments", "round").objects.filter(pk=OuterRef("round"))
    for name in GIVEN:
        rows = apps.get_model("tournaments", name).objects.exclude(round=None)
        rows.update(round_number=Subquery(round_.values("number")[:1]))


def _round(apps, _schema_editor):
    round_ = apps.get_model("tournaments", "round").objects.filter(
        tournament=OuterRef("tournament"), number=OuterRef("round_number")
    )
    for name in GIVEN:
        rows = apps.get_model("tournaments", name).objects.exclude(round_number=None)
        rows.update(round=Subquery(round_.values("pk")[:1]))


def _on_a_round_or_on_all(round_):
    of_all = Q(kind="disqualified", amount=None, **{round_: None})
    return models.CheckConstraint(
        condition=of_all | (~Q(kind="disqualified") & Q(**{f"{round_}__isnull": False})),
        name="decided_on_a_round_or_on_all",
    )


class Migration(migrations.Migration):
    """Replaces the round of decisions and penalties by its number, so that they remain if the round is drawn again."""

    dependencies = [("tournaments", "0021_told_tables")]

    operations = [
        migrations.RunPython(unwatch, watch),  # the triggers name the column that goes
        migrations.RemoveConstraint("decision", "decided_on_a_round_or_on_all"),
        *(
            migrations.AddField(name, "round_number", models.PositiveIntegerField(null=True)) for name in GIVEN
        ),
        migrations.RunPython(_number, _round),
        *(migrations.RemoveField(name, "round") for name in GIVEN),
        migrations.AddConstraint("decision", _on_a_round_or_on_all("round_number")),
        migrations.RunPython(watch, unwatch),
    ]
