"""Let the database itself refuse to change a tally, or to delete a hand or a link of a ledger."""

from django.db import migrations

from tournaments.migrations._guards import guard, unguard


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]
