"""Joins the style sheets that pages share into a few files, when static files are collected."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tinycss2 import parse_stylesheet, serialize
from whitenoise.storage import CompressedManifestStaticFilesStorage

FOLDER = "tavolo/css/"
JOINED = {
    FOLDER + "site.css": ("tokens", "base", "frame", "mast", "tables", "forms", "components"),
    FOLDER + "pages.css": ("standings", "details", "follow", "hall", "taps", "registration", "print"),
    FOLDER + "hand-form.css": ("hand", "hand-sheet", "hand-keys"),
    FOLDER + "phone.css": ("at-table", "at-table-question"),
}
"""The joined files and the source files of each, in order."""
INSIDE = ("prelude", "content", "arguments")
"""The attributes under which tinycss2 nodes hold child nodes."""


class JoinedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # the package has no types
    """WhiteNoise's storage, with the joined style sheets."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Join the style sheets, then name every file by a hash of its content and compress it."""
        if not options.get("dry_run"):
            for name, sheets in JOINED.items():
                Path(self.path(name)).write_text(joined(_read(paths, sheets)))
                paths[name] = (self, name)
        yield from super().post_process(paths, **options)


def joined(sheets: Iterable[str]) -> str:
    """Return the style sheets as one, without comments and with white space collapsed."""
    return "".join(serialize(list(_bare(parse_stylesheet(sheet, skip_whitespace=True)))) for sheet in sheets)


def _bare(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        if node.type == "comment":
            continue
        if node.type == "whitespace":
            node.value = " "
        for part in INSIDE:
            if inside := getattr(node, part, None):
                setattr(node, part, list(_bare(inside)))
        yield node


def _read(paths: Mapping[str, Any], sheets: tuple[str, ...]) -> Iterator[str]:
    for sheet in sheets:
        storage, path = paths[f"{FOLDER}{sheet}.css"]
        with storage.open(path) as file:
            yield file.read().decode()
