import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0067_screen_tree_is_chosen'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonConsent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('consent', models.CharField(choices=[('asked', 'Asked'), ('given', 'Agreed'), ('refused', 'Refused')], max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='season_consents', to='tournaments.club')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='tournaments.season')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('season', 'club'), name='one_consent_per_club'), models.CheckConstraint(condition=models.Q(('consent__in', ['asked', 'given', 'refused'])), name='known_consent')],
            },
        ),
    ]
