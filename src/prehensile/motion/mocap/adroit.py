"""Demonstrations for the Adroit hand opening a door (DAPG): joint angles, and where the palm is.

One file holds many takes, ``obs_00``, ``obs_01``, …; a row is the angles of arm and hand in the
order of ``hand_joint_names``, then the door's latch and hinge, then the palm's position. The arm's
three rotations stand on a base that is turned by (−π/2, 0, π).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.foreign_arrays import numbers, texts
from prehensile.lie import se3, so3
from prehensile.motion.mocap.imported import Imported, with_report
from prehensile.motion.mocap.joint_angles import AngleTable, imported_angles
from prehensile.motion.mocap.options import Options

ARM = ("ARRx", "ARRy", "ARRz")
WRIST = ("WRJ1", "WRJ0")
JOINTS = (*ARM, *WRIST, *(f"{f}J{k}" for f in ("FF", "MF", "RF") for k in (3, 2, 1, 0)),
          *(f"{f}J{k}" for f in ("LF", "TH") for k in (4, 3, 2, 1, 0)))  # fmt: skip
PALM_POSITION = slice(29, 32)
WIDTH = 39
GRASP_SITE = np.array([0.007, -0.04, 0.07])
"""[m] of the recorded point in the frame of Adroit's palm"""
STEP = 0.01
"""[s]"""
R_PALM_OURS = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""Our axes (along the fingers, to the thumb, out of the back) in Adroit's (z, x, y)."""


class AdroitTake(NamedTuple):
    """One demonstration."""

    angles: dict[str, np.ndarray]
    """joint → (T,) [rad], the arm's left out"""
    T_world_forearm: np.ndarray
    """(T, 4, 4)"""
    step: float
    """[s] between frames"""


def takes_of(arrays: Mapping[str, np.ndarray]) -> list[str]:
    """Names of the takes, none if these are no such demonstrations."""
    return sorted(
        name
        for name, array in arrays.items()
        if name.startswith("obs_") and array.ndim == 2 and array.shape[1] == WIDTH
    )


def imported_take(arrays: Mapping[str, np.ndarray], chosen: Options) -> Imported:
    """The take that was asked for, on our hand.

    Raises:
        InputError: there is no such take.
    """
    found = adroit_take(arrays, chosen.take)
    time = np.arange(len(found.T_world_forearm)) * found.step
    pose = se3.to_pose7(found.T_world_forearm)
    table = AngleTable(found.angles, "rad", time, pose, "right")
    result = imported_angles(table, replace(chosen, names=chosen.names or "adroit"))
    more = {"take": chosen.take, "takes": len(takes_of(arrays))}
    return result._replace(clip=with_report(result.clip, **more))


def adroit_take(arrays: Mapping[str, np.ndarray], take: int) -> AdroitTake:
    """One of the takes.

    Raises:
        InputError: there is no such take.
    """
    names = takes_of(arrays)
    if not 0 <= take < len(names):
        raise InputError(f"there is no take {take}; the file has 0 to {len(names) - 1}.")
    rows = numbers(arrays, names[take], (None, WIDTH))
    if not len(rows) or not np.isfinite(rows).all():
        raise InputError(f"the take {take} is empty or holds numbers that are not finite.")
    joints = texts(arrays, "hand_joint_names") if "hand_joint_names" in arrays else JOINTS
    if missing := [name for name in (*ARM, *WRIST) if name not in joints[: rows.shape[1]]]:
        raise InputError(f"hand_joint_names lacks {', '.join(missing)}.")
    angles = dict(zip(joints, rows.T, strict=False))
    x, y, z = np.eye(3)

    def turn(axis: np.ndarray, name: str) -> np.ndarray:
        return so3.exp(angles[name][:, None] * axis)

    base = so3.exp(-0.5 * np.pi * x) @ so3.exp(np.pi * z)
    forearm = base @ turn(x, "ARRx") @ turn(y, "ARRy") @ turn(z, "ARRz")
    palm = forearm @ turn(y, "WRJ1") @ turn(x, "WRJ0")
    T = np.tile(np.eye(4), (len(rows), 1, 1))
    T[:, :3, :3] = forearm @ R_PALM_OURS
    T[:, :3, 3] = rows[:, PALM_POSITION] - palm @ GRASP_SITE
    step = float(numbers(arrays, "dt", ())) if "dt" in arrays else STEP
    if not 0 < step < np.inf:
        raise InputError(f"dt is {step}; expected seconds between frames.")
    return AdroitTake({k: v for k, v in angles.items() if k not in ARM}, T, step)
