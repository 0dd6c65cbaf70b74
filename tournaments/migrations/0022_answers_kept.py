from django.db import migrations, models


def forget_unanswered(apps, schema_editor):
    """A key without its answer is free."""
    apps.get_model("tournaments", "IdempotencyKey").objects.filter(status=None).delete()


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0021_heartbeats")]

    operations = [
        migrations.RunPython(forget_unanswered, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("IdempotencyKey", "attempt"),
        migrations.RemoveIndex("IdempotencyKey", "idempotency_by_age"),
        migrations.RenameField("IdempotencyKey", "started_at", "answered_at"),
        migrations.AddIndex(
            "IdempotencyKey",
            models.Index(fields=["holder", "answered_at"], name="idempotency_by_age"),
        ),
        migrations.AlterField("IdempotencyKey", "status", models.PositiveSmallIntegerField()),
    ]
