"""How many connections this machine lets a web process hold."""

import resource
import sys

CONNECTIONS = 4096  # per web process
FILES = 2  # for each: the connection, and what is read out to it
OTHERS = 256  # the database, the program's own files


def connections() -> int:
    """Raise the limit of open files as far as a web process needs it; how many connections fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS * FILES + OTHERS
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    fitting = max(1, (allowed - OTHERS) // FILES)
    if fitting < CONNECTIONS:
        print(
            f"Only {hard} files may be open at once (ulimit -n): each web process holds "
            f"{fitting} connections instead of {CONNECTIONS}.",
            file=sys.stderr,
        )
    return fitting
