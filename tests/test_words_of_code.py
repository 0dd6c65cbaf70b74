"""One word for one thing: no two classes of the product have the same name, and no two modules of a layer."""

import ast
from collections import defaultdict
from pathlib import Path

HOME = Path(__file__).parents[1]
LAYERS_OF_WEB = {"forms", "views"}


def product():
    for root in ("config", "scoring", "tournaments"):
        yield from (file for file in sorted((HOME / root).rglob("*.py")) if "migrations" not in file.parts)


def layer(file):
    """A package of tournaments/, also forms/ and views/ of web/; elsewhere the folder."""
    folder = file.relative_to(HOME).parts[:-1]
    if folder[0] != "tournaments":
        return folder
    return folder[: 3 if len(folder) > 2 and folder[1] == "web" and folder[2] in LAYERS_OF_WEB else 2]


def repeated(names):
    """Return the places of each name that is given more than once."""
    places = defaultdict(list)
    for name, place in names:
        places[name].append(str(place.relative_to(HOME)))
    return {name: found for name, found in places.items() if len(found) > 1}


def test_each_class_has_a_name_of_its_own():
    classes = [
        (node.name, file)
        for file in product()
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef) and "commands" not in file.parts  # Django looks for `Command` there
    ]
    assert repeated(classes) == {}


def test_each_module_has_a_name_of_its_own_in_its_layer():
    modules = [((layer(file), file.stem), file) for file in product() if file.stem != "__init__"]
    assert repeated(modules) == {}
