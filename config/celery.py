"""The Celery application."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")  # Django's checks would import all views

# Messages are JSON and name only our tasks, so a worker may run as the user who started Tavolo.
warnings.simplefilter("ignore", SecurityWarning)

app = Celery("tavolo")
app.set_default()  # as the current app of every thread
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add("tournaments.serving.periodic:HeartbeatStep")
