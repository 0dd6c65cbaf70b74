"""The progress of commands."""

from django.core.management.base import BaseCommand


def show_progress(command: BaseCommand, text: str, *, ending: str | None = None) -> None:
    """Write a line of progress to standard error, without the colour of errors."""
    command.stderr.write(text, style_func=str, ending=ending)
