"""The settings of a tournament as serializer fields, made from the declarations of the settings."""

from typing import Any, ClassVar

from rest_framework import serializers

from scoring.fields import Kind
from tournaments.models import Section, Setting, settings_in

from .fields import ChoiceField, Moment, WholeNumber, YesNo


class Settings(serializers.Serializer[Any]):
    """A serializer that has the declared settings of a section in addition to its own fields."""

    section: ClassVar[Section]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the serializer's own fields, and a field for each declared setting that is not among them."""
        own = super().get_fields()
        return own | {each.name: setting_field(each) for each in settings_in(self.section) if each.name not in own}


def setting_field(setting: Setting) -> serializers.Field[Any, Any, Any, Any]:
    """Return the field for a declared setting."""
    common: dict[str, Any] = {
        "required": False,
        "allow_null": setting.optional and setting.section != "table",
        "label": setting.label,
        "help_text": setting.help,
    }
    if setting.choices:
        return ChoiceField([(choice.value, choice.label) for choice in setting.choices], **common)
    if setting.kind is Kind.BOOLEAN:
        return YesNo(**common)
    if setting.kind is Kind.MOMENT:
        return Moment(**common)
    return WholeNumber(min_value=setting.minimum, max_value=setting.maximum, **common)
