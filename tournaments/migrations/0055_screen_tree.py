from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0054_prizes'),
    ]

    operations = [
        migrations.AddField(
            model_name='screen',
            name='shows_tree',
            field=models.BooleanField(default=True, verbose_name='The tree of tables of a knock-out'),
        ),
    ]
