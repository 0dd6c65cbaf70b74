"""What the description of the API says beyond the views: chapters, tokens, problems."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class Description(AutoSchema):
    """How an operation is described."""

    def get_tags(self) -> list[str]:
        """The chapter that the view names."""
        view: Any = self.view
        return [view.tag]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Token {secret}`."""

    target_class = "tournaments.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, _auto_schema: AutoSchema) -> dict[str, Any]:
        """As OpenAPI says it."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token SECRET`, made on the page of your account or by create_token",
        }
