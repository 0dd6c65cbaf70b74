"""Say results for hands and totals alike in two settings."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0051_stages'),
    ]

    operations = [
        migrations.AlterField(
            model_name='tournament',
            name='confirmation',
            field=models.CharField(choices=[('every-hand', 'Another player at the table, result by result'), ('table-end', 'The table, when it is finished'), ('director', 'The director alone')], default='every-hand', max_length=20, verbose_name='Who confirms a result'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='round_minutes',
            field=models.PositiveIntegerField(help_text='The round then closes automatically, as soon as every result is entered.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10080)], verbose_name='Minutes for a round'),
        ),
    ]
