"""The facts of the OpenAPI document that are kept in TOML files beside this module."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def facts(name: str) -> dict[str, Any]:
    """The content of a file, such as `names`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
