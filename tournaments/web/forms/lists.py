"""A list of players: pasted or in a file, and the lines of it that come back decided."""

from collections.abc import Iterator

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.people.known_names import Register
from tournaments.actions.people.lists.files import read_file, read_text
from tournaments.actions.people.lists.listed import Listed, read_line
from tournaments.actions.people.lists.reviews import ListedLine, Review
from tournaments.actions.people.lists.workbooks import Worksheet

from .form import Form

MOST_ASKED = 100
"""So many lines are asked about at once: a form has a limit of fields."""


class ListForm(Form):
    """A list of names, pasted or in a file."""

    list = forms.CharField(
        label=gettext_lazy("Paste the names here, as you have them"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("Or choose a file (Excel or CSV)"), required=False)

    def sheet(self) -> Worksheet:
        """The rows submitted; raises Invalid for a file that is no list."""
        file = self.cleaned_data.get("file")
        return read_file(file.read()) if file else Worksheet(read_text(self.cleaned_data.get("list", "")))


def turned_lines(sent: QueryDict, size: int) -> Iterator[Listed]:
    """All submitted lines with first and last names swapped."""
    asked = (sent.get(f"name-{place}", "") for place in range(MOST_ASKED))
    lines = [*sent.get("clear", "").splitlines(), *asked, *sent.get("later", "").splitlines()]
    return (read_line(line, size).turned() for line in lines)


def decided_line(register: Register, sent: QueryDict) -> ListedLine | None:
    """The one line that was typed for a single person, with its doubts; None where nothing was typed."""
    review = Review(register, 1)
    add_decided(review, sent)
    review.complain()
    return next(iter(review.lines), None)


def add_decided(review: Review, sent: QueryDict) -> None:
    """Read the submitted lines with the decision on each."""
    for place in range(MOST_ASKED):
        if (text := sent.get(f"name-{place}")) is not None:
            chosen = [sent.get(f"as-{place}-{number}", "") for number in range(review.size)]
            review.add_line(read_line(text, review.size), chosen)
