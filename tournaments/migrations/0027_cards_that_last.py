import django.db.models.deletion
from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0026_places_by_hands'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, watch),
        migrations.AddField(
            model_name='player',
            name='pin_generation',
            field=models.IntegerField(default=0),
        ),
        migrations.CreateModel(
            name='ClubTableKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_in', models.PositiveBigIntegerField(default=0)),
                ('asked', models.PositiveIntegerField(default=0)),
                ('number', models.PositiveIntegerField()),
                ('generation', models.PositiveIntegerField(default=1)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('code_digest', models.CharField(max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_keys', to='tournaments.club')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='one_club_key_per_table'), models.UniqueConstraint(fields=('club', 'code_digest'), name='club_table_codes_unique')],
            },
        ),
        migrations.RunPython(watch, unwatch),  # SQLite's triggers name the new column
    ]
