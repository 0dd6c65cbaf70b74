import tournaments.models.tournament
from django.db import migrations, models


def give_each_a_key_of_its_own(apps, schema_editor):
    tournaments_ = apps.get_model("tournaments", "Tournament").objects
    for pk in tournaments_.values_list("pk", flat=True):
        tournaments_.filter(pk=pk).update(link_key=tournaments.models.tournament.new_link_key())


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_code_tries'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='link_key',
            field=models.CharField(default=tournaments.models.tournament.new_link_key, editable=False, max_length=30),
        ),
        migrations.RunPython(give_each_a_key_of_its_own, migrations.RunPython.noop),
    ]
