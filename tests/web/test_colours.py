"""Every pair of ink and ground that the style sheets put together can be read by everybody."""

import re
from pathlib import Path

import pytest

TOKENS_PATH = Path("tournaments/static/tavolo/css/tokens.css")
TOKENS = TOKENS_PATH.read_text()

TEXT = [
    ("--ink", "--paper"),
    ("--ink", "--sheet"),
    ("--ink", "--baize-wash"),
    ("--ink", "--coin-wash"),
    ("--ink", "--fault-wash"),
    ("--ink", "--grid"),
    ("--ink-soft", "--paper"),
    ("--ink-soft", "--sheet"),
    ("--ink-soft", "--grid"),
    ("--ink-soft", "--baize-wash"),
    ("--baize", "--paper"),
    ("--baize", "--sheet"),
    ("--baize", "--baize-wash"),
    ("--baize-deep", "--paper"),
    ("--baize-deep", "--sheet"),
    ("--baize-deep", "--baize-wash"),
    ("--on-baize", "--baize"),
    ("--on-baize", "--baize-deep"),
    ("--on-mast", "--mast"),
    ("--on-mast-soft", "--mast"),
    ("--coin", "--paper"),
    ("--coin", "--sheet"),
    ("--coin", "--baize-wash"),
    ("--fault", "--paper"),
    ("--fault", "--sheet"),
    ("--fault", "--fault-wash"),
]
SHAPES = [
    ("--edge", "--paper"),
    ("--edge", "--sheet"),
    ("--coin-fill", "--mast"),
    ("--baize", "--paper"),
    ("--fault", "--sheet"),
]
GROUNDS = ["--paper", "--sheet", "--mast", "--baize-wash", "--coin-wash", "--fault-wash"]


def block(pattern):
    found = re.search(pattern + r"\s*\{(.*?)\n\s*\}", TOKENS, re.S)
    return dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6});", found.group(1)))


LIGHT = block(r"\n:root")
DARK = block(r':root\[data-theme="dark"\]')


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_wcag_defines_it():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(theme):
    faint = [(ink, ground) for ink, ground in TEXT if contrast(theme[ink], theme[ground]) < 4.5]
    assert faint == []


def test_text_printed_from_the_dark_theme_stands_out_from_its_ground():
    """On the podium too, whose steps are printed although they are dark."""
    sheet = (TOKENS_PATH.parent / "print.css").read_text()
    printed = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]+|transparent);", sheet))
    printed = {name: re.sub(r"^#(.)(.)(.)$", r"#\1\1\2\2\3\3", colour) for name, colour in printed.items()}
    theme = DARK | printed | {"--grid": printed["--paper"]}
    pairs = [pair for pair in TEXT if "--mast" not in pair]
    assert [(ink, ground) for ink, ground in pairs if contrast(theme[ink], theme[ground]) < 4.5] == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_and_marks_stand_out_from_their_ground(theme):
    faint = [(mark, ground) for mark, ground in SHAPES if contrast(theme[mark], theme[ground]) < 3]
    assert faint == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_focus_ring_has_contrast_on_every_ground(theme):
    unseen = [
        ground
        for ground in GROUNDS
        if max(contrast(theme[ring], theme[ground]) for ring in ("--coin-fill", "--ink")) < 3
    ]
    assert unseen == []


def test_both_themes_name_the_same_colours():
    assert DARK.keys() == LIGHT.keys()


def test_a_device_set_to_dark_gets_the_dark_theme():
    assert block(r":root:not\(\[data-theme\]\)") == DARK


def test_no_other_style_sheet_holds_a_colour_of_its_own():
    sheets = Path("tournaments/static/tavolo/css").glob("*.css")
    coloured = [
        sheet.name
        for sheet in sheets
        if sheet.name not in {"tokens.css", "print.css"}
        and re.search(r":[^;]*(#[0-9a-f]{3,8}\b|rgba?\(|hsla?\()", sheet.read_text())
    ]
    assert coloured == []


def test_figures_of_the_display_face_stand_on_their_line():
    """Without this its figures are old-style: a 1 looks like an I and a 3 hangs below the line."""
    sheets = {path: path.read_text() for path in TOKENS_PATH.parent.glob("*.css")}
    blocks = [(path.name, block) for path, text in sheets.items() for block in re.findall(r"[^{}]+\{[^{}]*\}", text)]
    displayed = [each for each in blocks if re.search(r"font(-family)?:[^;]*var\(--display\)", each[1])]
    assert len(displayed) > 15
    assert [each for each in displayed if "lining-nums" not in each[1] and ".brand" not in each[1]] == []
