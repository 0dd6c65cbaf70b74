import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_rounds_ahead'),
    ]

    operations = [
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('accepted', models.BooleanField()),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('ruled_at', models.DateTimeField()),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='ruling', to='tournaments.hand')),
                ('ruled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['id']},
        ),
    ]
