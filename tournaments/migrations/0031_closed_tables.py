from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0030_closing"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.AddField("table", "closing", models.JSONField(default=dict)),
        migrations.RunPython(watch, unwatch),
    ]
