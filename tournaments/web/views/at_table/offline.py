"""What makes the table's page installable, and usable while the network is away."""

from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

WORKER = "tavolo/js/table/worker.js"


@require_GET
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, at an address from which it may serve every table's page."""
    return HttpResponse(_worker_file().read_bytes(), "text/javascript")


def _worker_file() -> Path:
    """The script as it was collected, or where it lies among the sources."""
    collected = Path(staticfiles_storage.path(WORKER))
    return collected if collected.exists() else Path(__file__).parents[3] / "static" / WORKER


@require_GET
def manifest(_request: HttpRequest, slug: str) -> HttpResponse:
    """What a phone needs to keep the page as an app of its own."""
    return JsonResponse(
        {
            "name": _("Tavolo at the table"),
            "short_name": "Tavolo",
            "start_url": reverse("at-table", args=[slug]),
            "scope": "/t/",
            "display": "standalone",
            "background_color": "#f7f6f1",
            "theme_color": "#0e5b42",
            "icons": [
                {"src": static("tavolo/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                {
                    "src": static("tavolo/icon-512.png"),
                    "sizes": "512x512",
                    "type": "image/png",
                    "purpose": "any maskable",
                },
            ],
        },
        content_type="application/manifest+json",
    )
