from django.db import migrations, models

from ._changes import unwatch, watch

AS_IT_WAS = {"unplayed": "0", "unfinished": "as-played", "timed": []}


def keep_what_counted(apps, schema_editor):
    """Store the decision by which closed rounds counted: 0 for a table without a hand, any other table as played."""
    apps.get_model("tournaments", "Round").objects.filter(state="closed").update(closing=AS_IT_WAS)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0029_name_keys"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.AddField("round", "closing", models.JSONField(default=dict)),
        migrations.RunPython(keep_what_counted, migrations.RunPython.noop),
        migrations.RunPython(watch, unwatch),
    ]
