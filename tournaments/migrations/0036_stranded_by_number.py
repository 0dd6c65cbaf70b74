import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Stores stranded phones by round number. Earlier rows are deleted: the players scan the card again."""

    dependencies = [
        ("tournaments", "0035_benched"),
    ]

    operations = [
        migrations.DeleteModel("StrandedPhone"),
        migrations.CreateModel(
            "StrandedPhone",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("device", models.CharField(db_index=True, max_length=64)),
                ("stranded_at", models.DateTimeField(auto_now_add=True)),
                ("entry", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entry")),
                ("tournament", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="stranded_phones", to="tournaments.tournament")),
            ],
            options={"ordering": ["id"]},
        ),
    ]
