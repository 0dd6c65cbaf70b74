"""The kinds of problem with their titles and advice, one for each status."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its name in URLs, its title, and advice for the client."""

    name: str
    title: str
    advice: str


KINDS = {
    400: ProblemKind(
        "unreadable",
        _("The request cannot be read"),
        _("Its JSON, its query or a header is malformed. Fix the request before sending it again."),
    ),
    401: ProblemKind(
        "sign-in",
        _("Authentication required"),
        _("Send a token that is known and not revoked: Authorization: Bearer SECRET."),
    ),
    403: ProblemKind(
        "not-yours",
        _("Permission denied"),
        _("You can see this but not change it, or the token’s scope is too narrow."),
    ),
    404: ProblemKind(
        "nothing-here", _("Not found"), _("There is nothing here that you may see. Addresses end in a slash.")
    ),
    405: ProblemKind("wrong-method", _("Method not allowed"), _("The header Allow names the methods of this address.")),
    406: ProblemKind(
        "no-such-form",
        _("Not acceptable"),
        _("In Accept, name one of the media types from the description of the API."),
    ),
    408: ProblemKind(
        "too-slow",
        _("The request timed out"),
        _("The request arrived too slowly, so nothing was saved. Send it again."),
    ),
    409: ProblemKind(
        "conflict",
        _("Conflict with the current state"),
        _("The request may be right, but not now: each code says what prevents it."),
    ),
    412: ProblemKind(
        "changed",
        _("Changed in the meantime"),
        _("Compare with `current`, the current state, and send its ETag as If-Match."),
    ),
    413: ProblemKind("too-large", _("The request is too large"), _("Send less at once.")),
    415: ProblemKind(
        "wrong-media-type",
        _("Unsupported media type"),
        _("Send application/json, or another media type that the API document names."),
    ),
    422: ProblemKind(
        "cannot-be",
        _("Invalid content"),
        _("It can be read, but is not valid: `errors` names every fault and its place."),
    ),
    428: ProblemKind(
        "compare-first",
        _("Precondition required"),
        _("Something exists here already: send the ETag of `current` as If-Match to replace it."),
    ),
    429: ProblemKind("too-many", _("Too many requests"), _("Wait for as many seconds as the header Retry-After says.")),
    500: ProblemKind(
        "our-fault", _("Something went wrong on our side"), _("Nothing was saved. The fault is in the server’s log.")
    ),
    503: ProblemKind(
        "busy", _("The server is busy"), _("Nothing was saved. Try again after as many seconds as Retry-After says.")
    ),
    507: ProblemKind(
        "not-stored",
        _("Nothing was saved"),
        _("The disk is full or cannot be written. Repeat the request when there is room again."),
    ),
}


def kind_address(kind: ProblemKind) -> str:
    """Return the URL that identifies a kind of problem; it leads to its description."""
    return f"/api/v1/problems/{kind.name}/"
