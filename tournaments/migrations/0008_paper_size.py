from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_lists_by_family_name'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField(
            model_name='club',
            name='paper_size',
            field=models.CharField(choices=[('a4', 'A4'), ('letter', 'Letter (8½ × 11 inches)')], default='a4', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('paper_size__in', ['a4', 'letter'])), name='known_paper_size'),
        ),
        migrations.RunPython(watch, unwatch),  # SQLite's triggers name the new column
    ]
