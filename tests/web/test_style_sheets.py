"""The style sheets: every rule is used, and type has one scale."""

import re
from pathlib import Path

import pytest

SHEETS = {path.name: path.read_text() for path in Path("tournaments/static/tavolo/css").glob("*.css")}
RULES = {name: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for name, text in SHEETS.items()}
SOURCES = [
    *Path("templates").rglob("*.*"),
    *Path("tournaments").rglob("*.py"),
    *Path("tournaments/static/tavolo/js").rglob("*.js"),
]
WEARERS = "".join(path.read_text() for path in SOURCES if path.suffix in (".html", ".svg", ".py", ".js"))
READERS = "".join(path.read_text() for path in Path("tests").rglob("*.py"))
COMPOSED = re.compile(r"(?<![\w-])([a-z]+-|s)(?=\{)")
"""How a class begins whose end is a figure or a suit, such as `sides-{{ count }}`."""
OF_ANOTHER_SCALE = {"api-docs.css", "pictures.css", "print.css", "tv.css"}
"""What another house dresses, drawings, paper, and a wall, on which a size is a part of the screen's."""
NOT_OF_THE_SCALE = {
    "clock.css": ["0.8125rem"],  # a line that has to fit beside the clock
    "hand-sheet.css": ["0.9375rem", "0.8125rem"],  # a name and headings of three columns on a phone
    "mast.css": ["1.5rem"],  # the program's own name
}


@pytest.mark.slow
def test_every_class_that_is_styled_is_worn():
    beginnings = set(COMPOSED.findall(WEARERS))
    words = set(re.findall(r"[\w-]+", WEARERS))
    styled = {name for text in RULES.values() for name in re.findall(r"\.([a-z][\w-]*)(?![^{]*;)", text)}
    assert [name for name in sorted(styled - words) if not composed(name, beginnings)] == []


def composed(name, beginnings):
    return any(name.startswith(begin) and re.fullmatch(r"\d|[a-z]+", name.removeprefix(begin)) for begin in beginnings)


def test_every_class_that_is_worn_means_something():
    worn = {name for classes in re.findall(r'class="([^"]*)"', WEARERS) for name in plain(classes)}
    known = set(re.findall(r"\.([a-z][\w-]*)", "".join(RULES.values()) + WEARERS + READERS))
    assert sorted(worn - known) == []


def plain(classes):
    return re.findall(r"(?<![\w{-])[a-z][\w-]*(?![\w{-])", re.sub(r"\{[%{#].*?[%}#]\}", "{", classes))


def test_sizes_of_type_are_of_one_scale():
    pages = {name: text for name, text in RULES.items() if name not in OF_ANOTHER_SCALE}
    odd = {name: re.findall(r"font(?:-size)?: [^;]*?([\d.]+rem)", text) for name, text in pages.items()}
    assert {name: sizes for name, sizes in odd.items() if sizes} == NOT_OF_THE_SCALE


def test_every_custom_property_is_there_and_is_used():
    everything = "".join(RULES.values()) + WEARERS
    asked = set(re.findall(r"var\((--[\w-]+)", everything))
    assert asked - set(re.findall(r"(--[\w-]+)[\"']?\s*[:,]", everything)) == set()
    assert set(re.findall(r"^\s*(--[\w-]+):", everything, re.MULTILINE)) - asked == set()
