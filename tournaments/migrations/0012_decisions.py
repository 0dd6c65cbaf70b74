import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_standings_anew'),
    ]

    operations = [
        migrations.RunPython(unwatch, watch),  # PostgreSQL alters no column that a trigger names
        migrations.AlterField(
            model_name='entry',
            name='status',
            field=models.CharField(choices=[('active', 'plays'), ('paused', 'pauses'), ('withdrawn', 'withdrawn'), ('disqualified', 'disqualified')], default='active', max_length=12),
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('award', 'Award'), ('forfeit', 'Forfeit'), ('absent', 'Absence'), ('disqualified', 'Disqualification')], max_length=12)),
                ('amount', models.DecimalField(decimal_places=2, max_digits=9, null=True)),
                ('reason', models.CharField(max_length=300)),
                ('issued_at', models.DateTimeField()),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.entry')),
                ('issued_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.round')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'award'), _negated=True), ('amount__isnull', False), _connector='OR'), name='award_is_worth_something'), models.CheckConstraint(condition=models.Q(models.Q(('amount', None), ('kind', 'disqualified'), ('round', None)), models.Q(models.Q(('kind', 'disqualified'), _negated=True), ('round__isnull', False)), _connector='OR'), name='decided_on_a_round_or_on_all'), models.UniqueConstraint(condition=models.Q(('cancelled_at', None), ('kind', 'disqualified')), fields=('entry',), name='disqualified_once')],
            },
        ),
        migrations.RunPython(watch, unwatch),  # SQLite's triggers name the columns of both tables
    ]
