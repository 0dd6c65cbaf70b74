"""The settings of tournaments, as declared among the columns of the model."""

from .setting_columns import Section, Setting, settings_of
from .tournament import Tournament

SETTINGS = settings_of(Tournament)
"""The settings by column."""


def settings_in(section: Section) -> list[Setting]:
    """The settings of a section."""
    return [each for each in SETTINGS.values() if each.section == section]
