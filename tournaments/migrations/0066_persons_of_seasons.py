from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0065_origin_of_imports'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField(
            model_name='season',
            name='persons',
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(watch, unwatch),  # SQLite's triggers name the new column
    ]
