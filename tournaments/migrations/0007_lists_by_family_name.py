from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_fees'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField(
            model_name='club',
            name='by_family_name',
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(watch, unwatch),  # SQLite's triggers name the new column
    ]
