from django.db import migrations

from ._guards import guard


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0031_closed_tables"),
    ]

    operations = [migrations.RunPython(guard, migrations.RunPython.noop)]
