"""Prepared statements: the queries and writes of every hand, whose SQL Django writes once instead of each time.

For a small row, writing the SQL of a query takes Django ten times as long as the database takes to answer it. A hand
asks for the same few rows as the one before, with other values, and writes the same columns.

Reading: a `Prepared` is made of a function that returns a queryset with a `Param` for each value. When it is first
asked on a kind of database, Django compiles it, and a `Plan` keeps the statement and how its rows become models; `all`
and `first` then send that statement with new values. The queryset may join and annotate, and prefetches nothing.

Writing: `insert` and `update` do for one row what `Model.save` does, without signals and with the statement of the
first such row. `update` writes the named columns and no others.

Both use what Django does not document: the compiler's `select`, `klass_info` and converters, and `as_sql` of inserts
and updates. `tests/models/test_prepared.py` compares them with what Django itself reads and writes, on SQLite and on
PostgreSQL, so that a new version of Django that changes them fails there.

The database keeps its plans as well: SQLite always, PostgreSQL for a cursor that sends values apart from the statement
(`keeping_plans`) and from the second time on (`prepare_threshold` in `databases/postgresql.py`).
"""

from .queries import Param, Prepared
from .statements import keeping_plans
from .writes import insert, update

__all__ = ["Param", "Prepared", "insert", "keeping_plans", "update"]
