"""Writing some columns of a row."""

from django.db.models import Model


def save_fields(row: Model, **values: object) -> None:
    """Set these columns of the row, and write them and no others."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
