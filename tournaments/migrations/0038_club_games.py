import django.db.models.deletion
from django.db import migrations, models

from ._changes import unwatch, watch
from ._guards import guard


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0037_kept"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.CreateModel(
            name="ClubGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=40)),
                ("version", models.PositiveIntegerField(default=1)),
                ("name", models.CharField(max_length=100)),
                ("unit", models.CharField(blank=True, max_length=30)),
                ("base", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("table", models.JSONField(default=dict)),
                ("scoring", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="tournaments.club"
                    ),
                ),
            ],
            options={
                "ordering": ["slug", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug", "version"), name="one_game_per_version"),
                    models.CheckConstraint(condition=models.Q(("version__gte", 1)), name="versions_count_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("base__in", ("points", "result", "places"))), name="known_base_of_a_game"
                    ),
                ],
            },
        ),
        migrations.AddField(
            "tournament",
            "game",
            models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="tournaments.clubgame",
            ),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
        migrations.RunPython(watch, unwatch),
    ]
