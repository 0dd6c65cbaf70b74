from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_counts_once'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField(
            model_name='tournament',
            name='outlook',
            field=models.BooleanField(default=False, help_text='Each row of the standings shows the best and the worst place that is still possible.', verbose_name='Show which places are still possible'),
        ),
        migrations.RunPython(watch, unwatch),  # SQLite's triggers name the new column
    ]
