"""Keep the latest standing of a season only, and read the results of its evenings again into columns."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def read_again(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "SeasonEvening").objects.update(results=b"", read_revision=0)
    apps.get_model("tournaments", "Season").objects.update(revision=models.F("revision") + 1)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0047_first_round_by_rating'),
    ]

    operations = [
        migrations.DeleteModel(name='SeasonStanding'),
        migrations.CreateModel(
            name='SeasonStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('evenings', models.JSONField()),
                ('basis', models.CharField(max_length=64)),
                ('body', models.BinaryField()),
                ('published_at', models.DateTimeField()),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='tournaments.season')),
            ],
        ),
        migrations.RunPython(read_again, read_again),
    ]
