from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0034_names_in_turn"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.AddField("entry", "benched_in", models.PositiveIntegerField(null=True)),
        migrations.RunPython(watch, unwatch),
    ]
