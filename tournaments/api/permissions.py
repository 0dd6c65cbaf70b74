"""How far a token reaches, before anything is looked up."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from tournaments.models import ApiToken, Scope


class WithinScope(BasePermission):
    """Everybody reads; a write needs somebody, and a token whose scope is the view's or wider.

    Whether this somebody may write here is asked where the thing is found.
    """

    message = _("This token may not do that: its scope is too narrow.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether to go on to the view."""
        reads = request.method in SAFE_METHODS
        if not reads and not request.user.is_authenticated:
            return False
        needed = Scope.READ if reads else view.write_scope
        return not isinstance(request.auth, ApiToken) or request.auth.opens(needed)
