"""Names with an apostrophe of print have the key of those with one of a keyboard."""

from django.db import migrations

from tournaments.actions.core.names import APOSTROPHES, name_key


def renew(apps, _schema_editor):
    players = apps.get_model("tournaments", "Player").objects
    for player in players.only("name", "name_key").iterator():
        if player.name.translate(APOSTROPHES) != player.name:
            players.filter(pk=player.pk).update(name_key=name_key(player.name))


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_settled_round'),
    ]

    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
