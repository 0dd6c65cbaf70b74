from django.db import migrations, models


def forget_keys(apps, schema_editor):
    """Keys live for a day: those of the old form are let go."""
    apps.get_model("tournaments", "IdempotencyKey").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0004_at_the_table")]

    operations = [
        migrations.RunPython(forget_keys, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint("IdempotencyKey", "idempotency_key_once_per_user"),
        migrations.RemoveIndex("IdempotencyKey", "idempotency_by_age"),
        migrations.RemoveField("IdempotencyKey", "user"),
        migrations.AddField(
            "IdempotencyKey", "holder", models.CharField(default="", max_length=80),
            preserve_default=False,
        ),
        migrations.AddIndex(
            "IdempotencyKey",
            models.Index(fields=["holder", "started_at"], name="idempotency_by_age"),
        ),
        migrations.AddConstraint(
            "IdempotencyKey",
            models.UniqueConstraint(
                fields=("holder", "key"), name="idempotency_key_once_per_holder"
            ),
        ),
    ]
