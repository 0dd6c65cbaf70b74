"""The forms of screens: their code and content."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.screens.pairing import screen_problems
from tournaments.models import PROGRAM, Screen
from tournaments.models.screen import LONGEST_MESSAGE, LONGEST_NAME

from .form import Form
from .inputs import PlainTextField, form_field

REACH_HELP = _("This holds for a picture one metre high (80 inches). At half the height, halve the distance.")
TREE_HELP = _(
    "The letters are sized for the distance: from ten metres, about two tables fit on a page, so a large field takes "
    "many pages."
)


class PairForm(Form):
    """The code of a screen, and its name."""

    code = PlainTextField(label=_("The code on the screen"))
    name = PlainTextField(label=_("What you call it"), help_text=_("Such as: at the door."), optional=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
        }
        self.fields["name"].widget.attrs |= {"maxlength": LONGEST_NAME}


class ScreenForm(Form):
    """What a screen shows, its look, and a message."""

    name = PlainTextField(label=_("What you call it"), optional=True)
    message = PlainTextField(label=_("A message on every page"), optional=True)

    def __init__(self, data: Any, *, screen: Screen) -> None:
        super().__init__(data, initial={name: getattr(screen, name) for name in ("name", "message", *PROGRAM)})
        self.fields |= {name: form_field(setting) for name, setting in PROGRAM.items()}
        self.fields["reach"].help_text = REACH_HELP
        self.fields["shows_tree"].help_text = TREE_HELP
        self.fields["language"].choices = settings.LANGUAGES  # type: ignore[attr-defined]  # each in its own
        shows = [name for name in PROGRAM if name.startswith("shows_")]
        self.order_fields([*shows, "seconds", "message", "held", "reach", "look", "language", "name"])
        for name, most in (("name", LONGEST_NAME), ("message", LONGEST_MESSAGE)):
            self.fields[name].widget.attrs |= {"maxlength": most, "autocomplete": "off"}

    def clean(self) -> dict[str, Any]:
        """Return the values. The form reports the action's problems together with its own."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            for problem in screen_problems(cleaned):
                self.add_error(str(problem.pointer[0]), problem.text(gettext))
        return cleaned
