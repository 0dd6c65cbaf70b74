"""Reading of pictures, with the checks that every picture must pass."""

from xml.etree import ElementTree

from tournaments.web.pictures.drawing import breadth

SPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "text", "line", "polyline", "polygon", "circle", "rect"}
ACROSS, DOWN = ("x", "x1", "x2", "cx"), ("y", "y1", "y2", "cy")


def parsed(svg):
    """The elements of a picture, each allowed and inside the box."""
    root = ElementTree.fromstring(str(svg))
    _x, _y, width, height = map(float, root.get("viewBox").split())
    for element in root.iter():
        assert element.tag.removeprefix(SPACE) in ALLOWED
        points = [tuple(map(float, pair.split(","))) for pair in element.get("points", "").split()]
        xs = [float(element.get(name)) for name in ACROSS if element.get(name)] + [x for x, _y in points]
        ys = [float(element.get(name)) for name in DOWN if element.get(name)] + [y for _x, y in points]
        xs += [xs[0] + float(element.get("width"))] if element.tag == f"{SPACE}rect" else []
        ys += [ys[0] + float(element.get("height"))] if element.tag == f"{SPACE}rect" else []
        xs += ends(element) if element.tag == f"{SPACE}text" else []
        assert all(-0.2 <= x <= width + 0.2 for x in xs), element.text
        assert all(0 <= y <= height + 0.2 for y in ys)
    title, desc = root.get("aria-labelledby"), root.get("aria-describedby")
    assert [root[0].get("id"), root[1].get("id")] == [title, desc]
    assert root[0].text
    return root


def ends(text):
    """Return the horizontal beginning and end of a text, with the widest possible letters."""
    start, broad = float(text.get("x")), breadth(text.text or "")
    anchor = (text.get("class") or "").split()
    before = broad if "end" in anchor else broad / 2 if "middle" in anchor else 0
    return [start - before, start - before + broad]


def texts(svg):
    return [element.text for element in parsed(svg).iter(f"{SPACE}text")]
