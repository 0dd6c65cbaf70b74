"""`python -m tests.console`: a shell that keeps running, so that a script need not start Django.

Reads scripts, each a line of JSON, and answers each with a line of JSON: what it printed, and its traceback where it
failed.
"""

import io
import json
import sys
import traceback
from contextlib import redirect_stdout

import django


def answer(script):
    """Run a script in a namespace of its own, on connections of its own."""
    from django.db import connections
    from django.utils import translation

    printed, fault = io.StringIO(), ""
    try:
        with redirect_stdout(printed):
            exec(script, {"__name__": "__main__"})
    except Exception:
        fault = traceback.format_exc()
    connections.close_all()
    translation.deactivate()
    return {"printed": printed.getvalue(), "fault": fault}


def main():
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
