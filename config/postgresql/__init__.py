"""PostgreSQL, reached by connections that are alive."""
