from django.db import migrations, models

from ._changes import unwatch, watch
from ._guards import guard, unguard


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0063_webhooks'),
    ]

    operations = [
        migrations.RunPython(unguard, guard),  # a trigger of games names the table that SQLite makes anew
        migrations.RunPython(unwatch, watch),
        migrations.AddField(
            model_name='tournament',
            name='draw_at',
            field=models.DateTimeField(help_text='With the players who are entered then. If it cannot be drawn, the desk says why.', null=True, verbose_name='Draw the first round automatically at'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='publish_drawn',
            field=models.BooleanField(default=False, help_text='Otherwise the draft waits until you publish it.', verbose_name='Publish at once what is drawn automatically'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('draw_at__isnull', False), ('status', 'planned')), fields=['draw_at'], name='due_to_draw_first'),
        ),
        migrations.RunPython(watch, unwatch),
        migrations.RunPython(guard, unguard),
    ]
