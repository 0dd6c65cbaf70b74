from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_cards_that_last")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField("tournament", "settled_round", models.PositiveIntegerField(default=0, editable=False)),
        migrations.RunPython(watch, unwatch),  # SQLite loses the triggers of a table that is made anew
    ]
