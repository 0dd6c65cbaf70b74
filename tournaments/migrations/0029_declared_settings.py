import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0028_columns_without_labels"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="avoid_same_club",
            field=models.BooleanField(
                default=False, verbose_name="Players of one club do not sit together"
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="confirmation",
            field=models.CharField(
                choices=[
                    ("every-hand", "Another player at the table, hand by hand"),
                    ("table-end", "The table, when it has played its last hand"),
                    ("director", "The director alone"),
                ],
                default="every-hand",
                max_length=20,
                verbose_name="Who confirms a hand",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="draw_after_minutes",
            field=models.PositiveIntegerField(
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(10080),
                ],
                verbose_name="Draw the next round by itself, so many minutes after the last one is closed",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="name",
            field=models.CharField(max_length=100),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="options",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="pairing",
            field=models.CharField(
                choices=[
                    ("swiss", "By standing, round after round"),
                    ("schedule", "All rounds at once, everybody meets new opponents"),
                    ("random", "By lot, avoiding repeats"),
                    ("interval", "By rank, at intervals"),
                    ("danish", "First four together, next four, and so on"),
                    ("danish-modified", "As before, avoiding the last round's opponents"),
                    ("mitchell", "North–South stay, East–West move"),
                    ("round-robin", "Everybody against everybody"),
                    ("individual", "Partners change every round"),
                    ("scripted", "By hand"),
                ],
                default="random",
                max_length=20,
                verbose_name="How tables are made",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="pins",
            field=models.CharField(
                choices=[
                    ("none", "Never, unless another phone has the seat"),
                    ("first-claim", "The first time that a phone sits down as a player"),
                    ("always", "Each time"),
                ],
                default="none",
                help_text="Print the seat slips first: without a PIN nobody sits down then.",
                max_length=20,
                verbose_name="When sitting down takes the PIN on the slip",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="round_minutes",
            field=models.PositiveIntegerField(
                help_text="The round then closes by itself, as soon as every hand is in.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(10080),
                ],
                verbose_name="Minutes for a round",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="rounds_planned",
            field=models.PositiveIntegerField(
                default=4,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
                verbose_name="Rounds",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="ruleset",
            field=models.CharField(max_length=40),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="slug",
            field=models.SlugField(max_length=80, unique=True),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="starts_at",
            field=models.DateTimeField(null=True, verbose_name="Starts"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="table_hands",
            field=models.PositiveIntegerField(
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="table_minutes",
            field=models.PositiveIntegerField(
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(10080),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="table_seats",
            field=models.PositiveIntegerField(
                help_text="null for what is usual in the game",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(12),
                ],
                verbose_name="Players at a table",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="table_target",
            field=models.PositiveIntegerField(
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="uneven_tables",
            field=models.BooleanField(
                default=True,
                help_text="Otherwise whoever is over sits out a round.",
                verbose_name="Where numbers do not fit, make tables of other sizes",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "Everybody"),
                    ("link", "Whoever has the link"),
                    ("private", "Members of the club"),
                ],
                default="public",
                max_length=20,
                verbose_name="Who may see it",
            ),
        ),
    ]
