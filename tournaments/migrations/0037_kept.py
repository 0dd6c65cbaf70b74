from django.db import migrations, models

from ._changes import unwatch, watch

KEPT = [("hands", "Every hand"), ("totals", "The total of each table")]


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0036_stranded_by_number"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.AddField("round", "kept", models.CharField(choices=KEPT, default="hands", max_length=20)),
        migrations.AddField(
            "tournament",
            "kept",
            models.CharField(
                "What is written down",
                choices=KEPT,
                default="hands",
                help_text="For rounds that are not drawn yet; each round can be changed while nothing is entered in it.",
                max_length=20,
            ),
        ),
        migrations.RunPython(watch, unwatch),
    ]
