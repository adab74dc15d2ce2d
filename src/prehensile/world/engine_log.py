"""MuJoCo's own log, disarmed: warnings go to `logging`, never into a file of the working folder."""

import logging

import mujoco

_log = logging.getLogger("prehensile.mujoco")
_log.addHandler(logging.NullHandler())  # silent unless the user configures logging


def disarm_engine_log() -> None:
    """Send MuJoCo's warnings to the logger ``prehensile.mujoco``. Safe to call again."""
    if mujoco.get_mju_user_warning() is None:
        mujoco.set_mju_user_warning(_log.warning)
