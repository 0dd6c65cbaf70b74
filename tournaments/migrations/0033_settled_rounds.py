from django.db import migrations
from django.db.models import F


def settle(apps, schema_editor):
    """Set the settled round of tournaments with fresh standings: the last before the first round that is not closed."""
    tournaments, rounds = apps.get_model("tournaments", "Tournament"), apps.get_model("tournaments", "Round")
    for tournament in tournaments.objects.filter(settled_round=0, published_revision=F("revision")).only("pk"):
        public = rounds.objects.filter(tournament=tournament, state__in=("published", "closed")).order_by("number")
        settled = 0
        for number, state in public.values_list("number", "state"):
            if state != "closed":
                break
            settled = number
        if settled:
            tournaments.objects.filter(pk=tournament.pk).update(settled_round=settled)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0032_struck_out_hands_may_go"),
    ]

    operations = [
        migrations.RunPython(settle, migrations.RunPython.noop),
    ]
