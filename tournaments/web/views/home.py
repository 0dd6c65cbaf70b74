"""The first page: what is on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """What is being played, what comes, what was."""
    return render(request, "home.html")
