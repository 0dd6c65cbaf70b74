from django.db import migrations, models

from ._changes import unwatch, watch

AS_IT_WAS = {"unplayed": "0", "unfinished": "as-played", "timed": []}


def keep_what_counted(apps, schema_editor):
    """In rounds that were closed without a question, a table without a hand was worth 0, any other as played."""
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
