import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0062_token_reach'),
    ]

    operations = [
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=500)),
                ('events', models.JSONField(default=list)),
                ('salt', models.CharField(max_length=32)),
                ('failing_since', models.DateTimeField(null=True)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.club')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message', models.CharField(max_length=40, unique=True)),
                ('event', models.CharField(max_length=40)),
                ('facts', models.JSONField(default=dict)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('answers', models.JSONField(default=list)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ('delivered_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhook_deliveries', to='tournaments.tournament')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='due_deliveries')],
            },
        ),
    ]
