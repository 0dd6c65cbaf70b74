import django.db.models.deletion
from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0040_club_games_tie_breaks"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.CreateModel(
            name="ClubRatings",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField(max_length=40)),
                ("basis", models.BigIntegerField(default=-1)),
                ("results", models.BinaryField(default=bytes)),
                ("body", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to="tournaments.club"
                    ),
                ),
            ],
            options={
                "ordering": ["game"],
                "constraints": [models.UniqueConstraint(fields=("club", "game"), name="ratings_once_per_game")],
            },
        ),
        migrations.RunPython(watch, unwatch),
    ]
