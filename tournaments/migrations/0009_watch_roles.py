from django.db import migrations

from ._changes import unwatch, watch


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_paper_size'),
    ]

    operations = [
        migrations.RunPython(watch, unwatch),  # a table's page says in which role a hand was corrected
    ]
