"""The form of a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import WebhookEvent
from tournaments.models.webhook import LONGEST_ADDRESS

from .form import Form
from .inputs import PlainTextField
from .stages import Ticks


class WebhookForm(Form):
    """The URL of a program, and the events to send to it."""

    address = PlainTextField(
        label=_("Address"), max_length=LONGEST_ADDRESS, help_text=_("For example https://example.org/tavolo")
    )
    events = forms.MultipleChoiceField(
        label=_("Events"), required=False, widget=Ticks, choices=WebhookEvent.choices, initial=WebhookEvent.values
    )
