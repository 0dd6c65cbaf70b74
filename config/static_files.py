"""The style sheets of every page, joined when static files are gathered: fewer requests, and half the bytes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

FOLDER = "tavolo/css/"
JOINED = {
    FOLDER + "site.css": ("tokens", "base", "mast", "tables", "forms", "components"),
    FOLDER + "pages.css": ("standings", "details", "follow", "hall", "print"),
}
"""What pages ask for, and the sheets of which it is made, in their order."""
QUOTED_OR_NEEDLESS = re.compile(r"""("[^"]*")|/\*.*?\*/|\s*([{};,])\s*|(:)\s+|(\s)\s*""", re.DOTALL)


class JoinedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # the package tells no types
    """Static files as they are gathered, with the joined sheets among them."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Join the sheets, then name every file by its content and compress it."""
        if not options.get("dry_run"):
            for name, sheets in JOINED.items():
                Path(self.path(name)).write_text(joined(_read(paths, sheets)))
                paths[name] = (self, name)
        yield from super().post_process(paths, **options)


def joined(sheets: Iterable[str]) -> str:
    """Style sheets as one, without comments and without white space that says nothing."""
    return "".join(QUOTED_OR_NEEDLESS.sub(_needed, sheet).strip() for sheet in sheets)


def _needed(match: re.Match[str]) -> str:
    quoted, mark, colon, space = match.groups()
    return quoted or mark or colon or (" " if space else "")


def _read(paths: Mapping[str, Any], sheets: tuple[str, ...]) -> Iterator[str]:
    for sheet in sheets:
        storage, path = paths[f"{FOLDER}{sheet}.css"]
        with storage.open(path) as file:
            yield file.read().decode()
