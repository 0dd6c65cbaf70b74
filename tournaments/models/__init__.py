"""The facts that Tavolo keeps, with the constraints that hold them."""

from .user import User

__all__ = ["User"]
