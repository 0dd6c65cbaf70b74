"""Parameters of a query that several resources take."""

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from tournaments.actions.problems import Problem

from .problems import BadRequest

PREVIEW = OpenApiParameter("preview", int, enum=[0, 1], description="1: say what would happen, and store nothing")
LARGEST = 10**9
FROM_0_ON = {"type": "integer", "minimum": 0, "maximum": LARGEST}


def wants_preview(request: Request) -> bool:
    """Whether `?preview=1` asks for a dry run; BadRequest for anything but 0 and 1."""
    wanted = request.query_params.get("preview", "0")
    if wanted not in ("0", "1"):
        message = _("Write preview=1 for a dry run, or leave it out.")
        raise BadRequest(Problem("not_a_choice", message), parameter="preview")
    return wanted == "1"


def number_in_query(request: Request, name: str) -> int | None:
    """A number from 0 on, None where it is not asked for; BadRequest for anything else."""
    wanted = request.query_params.get(name)
    if wanted is None:
        return None
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) <= len(str(LARGEST))):
        message = _("Enter a whole number, 0 or more.")
        raise BadRequest(Problem("not_an_integer", message), parameter=name)
    return int(wanted)
