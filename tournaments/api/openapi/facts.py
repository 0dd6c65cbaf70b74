"""Facts of the OpenAPI document, stored in TOML files beside this module."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def facts(name: str) -> dict[str, Any]:
    """Return the content of a TOML file, such as `names`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
