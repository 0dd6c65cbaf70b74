"""A link as a QR code in a page, always dark on white."""

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


def code_of(link: str) -> SafeString:
    """Return the QR code of a link as SVG."""
    code = segno.make(link, micro=False, error="m")
    svg = code.svg_inline(scale=5, border=4, dark="#000", light="#fff", title=_("QR code of the link"))
    return mark_safe(svg)  # noqa: S308 - segno has made it and escapes the title
