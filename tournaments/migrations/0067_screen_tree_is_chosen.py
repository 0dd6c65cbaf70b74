from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0066_persons_of_seasons'),
    ]

    operations = [
        migrations.AlterField(
            model_name='screen',
            name='shows_tree',
            field=models.BooleanField(default=False, verbose_name='The tree of tables of a knock-out'),
        ),
    ]
