import django.db.models.deletion
from django.db import migrations, models

from ._changes import unwatch, watch
from ._guards import guard


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_ratings'),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=100)),
                ('declaration', models.JSONField()),
                ('version', models.PositiveIntegerField(default=1)),
                ('lot_seed', models.BigIntegerField()),
                ('revision', models.PositiveBigIntegerField(default=1)),
                ('published_revision', models.PositiveBigIntegerField(default=0)),
                ('log_length', models.PositiveIntegerField(default=0)),
                ('log_head', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.club')),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='SeasonChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=30)),
                ('at', models.DateTimeField()),
                ('facts', models.JSONField(default=dict)),
                ('previous', models.CharField(blank=True, max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('season', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='log', to='tournaments.season')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SeasonEvening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.PositiveSmallIntegerField(default=0)),
                ('factor', models.DecimalField(decimal_places=2, default=1, max_digits=5)),
                ('results', models.BinaryField(default=bytes)),
                ('read_revision', models.PositiveBigIntegerField(default=0)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='tournaments.season')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='season_evenings', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='SeasonStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('basis', models.CharField(max_length=64)),
                ('body', models.BinaryField()),
                ('published_at', models.DateTimeField()),
                ('evening', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='tournaments.seasonevening')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.season')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddIndex(
            model_name='season',
            index=models.Index(models.F('id'), condition=models.Q(('revision__gt', models.F('published_revision'))), name='stale_seasons'),
        ),
        migrations.AddConstraint(
            model_name='seasonchange',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='one_change_per_number'),
        ),
        migrations.AddConstraint(
            model_name='seasonevening',
            constraint=models.UniqueConstraint(fields=('season', 'tournament'), name='evening_once_per_season'),
        ),
        migrations.AddConstraint(
            model_name='seasonevening',
            constraint=models.CheckConstraint(condition=models.Q(('factor__gt', 0)), name='factor_is_positive'),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
        migrations.RunPython(watch, unwatch),
    ]
