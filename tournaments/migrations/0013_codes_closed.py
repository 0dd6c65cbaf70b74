from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget_failures(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was counted for ten minutes at a time is no count of wrong codes in a row."""
    apps.get_model('tournaments', 'Tournament').objects.update(code_failures=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_announcements'),
    ]

    operations = [
        migrations.RunPython(forget_failures, migrations.RunPython.noop),
        migrations.RemoveField(model_name='tournament', name='code_failures_since'),
    ]
