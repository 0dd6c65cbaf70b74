"""Tavolo's settings in an environment that holds only this process's own data folder."""

import atexit
import os
import shutil
import sys
import tempfile

for name in [*os.environ]:
    if name.startswith("TAVOLO_") or name in {"DATABASE_URL", "REDIS_URL"}:
        del os.environ[name]
# Compiled once, or each of the many processes that tests start would compile everything again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["TAVOLO_DATA_DIR"] = tempfile.mkdtemp(prefix="tavolo-test-")
atexit.register(shutil.rmtree, os.environ["TAVOLO_DATA_DIR"], ignore_errors=True)

from config.settings import *  # noqa: E402, F403

STATIC_ROOT.mkdir(parents=True)  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
}
