"""Renew the keys of names with a typographic apostrophe: they get the key of names with a straight apostrophe."""

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
