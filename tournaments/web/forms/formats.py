"""The form that describes an evening, to compare the formats that fit it."""

from django.utils.translation import gettext_lazy as _

from tournaments.actions.setup.formats import PlannedEvening

from .form import Form
from .inputs import Number


class FormatsForm(Form):
    """The number of players, the hours, and the other numbers of an evening."""

    players = Number(label=_("Players"))
    minutes = Number(label=_("Minutes in all"), help_text=_("For an evening of four hours type 240."))
    round_minutes = Number(label=_("Minutes of a round"))
    pause = Number(label=_("Minutes between rounds"))
    tables = Number(
        label=_("Tables in the room"), help_text=_("Leave it empty if there are enough tables."), optional=True
    )

    def evening(self) -> PlannedEvening:
        """Return the evening of this valid form.

        A value that is missing or not a number is -1, which is out of bounds.
        """
        given = {name: -1 if isinstance(number, str) else number for name, number in self.cleaned_data.items()}
        needed = {name: -1 if number is None and name != "tables" else number for name, number in given.items()}
        return PlannedEvening(**needed)
