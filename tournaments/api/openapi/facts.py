"""The facts of the OpenAPI document that are stored in TOML files in this module's folder."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def facts(name: str) -> dict[str, Any]:
    """The content of a file, such as `names`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
