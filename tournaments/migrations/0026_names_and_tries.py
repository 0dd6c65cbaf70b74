from django.db import migrations, models

import tournaments.models.user
from tournaments.models.user import username_key


def fill(apps, _schema_editor):
    """Give every user the key of the name; where capitals alone told two apart, the later one gets a number."""
    taken = set()
    for user in apps.get_model("tournaments", "User").objects.order_by("pk"):
        name, number = user.username, 2
        while username_key(user.username) in taken:
            user.username, number = f"{name[:140]}-{number}", number + 1
        taken.add(username_key(user.username))
        user.save(update_fields=["username", "username_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0025_pins_and_likeness"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInTries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tried_by", models.CharField(max_length=64, unique=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(db_index=True)),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.AlterModelManagers(
            name="user",
            managers=[("objects", tournaments.models.user.Users())],
        ),
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=tournaments.models.user.UsernameKey(editable=False, max_length=450, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="username_key",
            field=tournaments.models.user.UsernameKey(editable=False, max_length=450, unique=True),
        ),
    ]
