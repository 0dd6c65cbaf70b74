"""Settings by which the programs look a hundred times as often as in a club."""

from config.settings import *  # noqa: F403
from config.settings import HEARTBEAT_EVERY, SWEEP_ALL_EVERY, SWEEP_EVERY, WATCH_EVERY

SPEED = 100
SWEEP_EVERY /= SPEED
SWEEP_ALL_EVERY /= SPEED
HEARTBEAT_EVERY /= SPEED
WATCH_EVERY /= SPEED
