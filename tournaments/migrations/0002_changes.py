"""Triggers that notify the web servers of changes."""

from django.db import migrations

from ._changes import unwatch, watch


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(watch, unwatch)]
