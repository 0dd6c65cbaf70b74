"""The cost of the desk if it is the first page of a new web process; the baseline is a page without a list.

`benchmarks.desk` runs this with the data folder, the tournament and a director's session: python -m
benchmarks.first_desk SLUG SESSION
"""

import gc
import json
import os
import sys
import time
from threading import Thread


def main(slug: str, session: str) -> None:
    """Print two times of this thread in milliseconds: the baseline, and the first desk page."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config import wsgi  # the web server imports this before it forks its processes
    from tournaments.serving.warm_up import read_rounds_in_play

    gc.freeze()
    reading = Thread(target=read_rounds_in_play)  # each process does this when it starts
    reading.start()
    reading.join()

    def milliseconds(page: str) -> float:
        from django.test import RequestFactory

        from tournaments.serving.rsgi_to_wsgi import answer

        asked = RequestFactory(headers={"host": "localhost", "accept-language": "it"})
        environ = asked.get(f"/tournaments/{slug}/{page}/").environ | {"HTTP_COOKIE": f"sessionid={session}"}
        start = time.thread_time()
        answered = answer(wsgi.application, environ)
        taken = 1000 * (time.thread_time() - start)
        assert answered.status == 200, answered.status
        return taken

    first = milliseconds("desk")
    print(json.dumps([min(milliseconds("ledger") for _run in range(5)), first]))


if __name__ == "__main__":
    main(*sys.argv[1:])
