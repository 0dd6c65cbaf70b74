"""The forms for names: a list of players, the name of a person, and the name that the public sees."""

from collections.abc import Iterator

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.people.known_names import PlayerIndex
from tournaments.actions.people.lists.files import read_file, read_text
from tournaments.actions.people.lists.listed import Listed, read_line
from tournaments.actions.people.lists.reviews import ListedLine, Review
from tournaments.actions.people.lists.workbooks import Worksheet
from tournaments.models import ShownAs
from tournaments.models.club import NAME_LENGTH

from .form import Form
from .inputs import PlainTextField

MOST_ASKED = 100
"""The most lines that a form asks about, as its number of fields is limited."""


class ListForm(Form):
    """A list of names, pasted or in a file."""

    list = forms.CharField(
        label=gettext_lazy("Paste the names here, as you have them"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("Or choose a file (Excel or CSV)"), required=False)

    def sheet(self) -> Worksheet:
        """Return the rows of the file, else of the pasted text. Raise Invalid if the file is not a readable list."""
        file = self.cleaned_data.get("file")
        return read_file(file.read()) if file else Worksheet(read_text(self.cleaned_data.get("list", "")))


def turned_lines(sent: QueryDict, size: int) -> Iterator[Listed]:
    """Yield all submitted lines with first and last names swapped."""
    asked = (sent.get(f"name-{place}", "") for place in range(MOST_ASKED))
    lines = [*sent.get("clear", "").splitlines(), *asked, *sent.get("later", "").splitlines()]
    return (read_line(line, size).turned() for line in lines)


def decided_line(register: PlayerIndex, sent: QueryDict) -> ListedLine | None:
    """Return the line typed for one person, with the questions it raises; None if no line was sent."""
    review = Review(register, 1)
    add_decided(review, sent)
    review.require_decisions()
    return next(iter(review.lines), None)


def add_decided(review: Review, sent: QueryDict) -> None:
    """Add the submitted lines to the review, each with the user's answers to its questions."""
    for place in range(MOST_ASKED):
        if (text := sent.get(f"name-{place}")) is not None:
            chosen = [sent.get(f"as-{place}-{number}", "") for number in range(review.size)]
            review.add_line(read_line(text, review.size), chosen)


class NameForm(Form):
    """The corrected name of a person."""

    name = PlainTextField(
        label=gettext_lazy("Name"),
        widget=forms.TextInput(
            attrs={"autofocus": True, "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
    )


class ShownForm(Form):
    """How the public sees the name of a person."""

    shown_as = forms.ChoiceField(
        label=gettext_lazy("How the name is shown"), choices=ShownAs.choices, widget=forms.RadioSelect
    )
    code_name = PlainTextField(
        label=gettext_lazy("Code name"),
        optional=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "maxlength": NAME_LENGTH}),
    )
