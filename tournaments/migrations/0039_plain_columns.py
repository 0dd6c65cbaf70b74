from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0038_club_games"),
    ]

    operations = [
        migrations.RenameField("pushsubscription", "told", "notified_round"),
        migrations.RenameField("pushsubscription", "told_table", "notified_table"),
        migrations.RenameField("comparison", "elsewhere", "reseated"),
    ]
