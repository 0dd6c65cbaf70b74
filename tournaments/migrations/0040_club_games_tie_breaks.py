from django.db import migrations, models

from ._changes import unwatch, watch
from ._guards import guard


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0039_plain_columns"),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.AddField("clubgame", "tie_breaks", models.JSONField(null=True)),
        migrations.AddField("clubgame", "hidden", models.BooleanField(default=False)),
        migrations.RunPython(guard, migrations.RunPython.noop),
        migrations.RunPython(watch, unwatch),
    ]
