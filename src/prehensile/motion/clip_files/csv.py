"""Clips as CSV: one row for each frame, for spreadsheets and plots. Written, not read.

Columns: ``time_s``; for each hand ``<hand>/<joint>_rad``, ``<hand>/forearm_x_m`` … ``_qz`` (world,
z up, quaternion wxyz) and ``<hand>/thumb_N`` … ``<hand>/palm_N``; for each body
``<body>_x_m`` … ``<body>_qz``. Numbers are written so that they read back bit for bit.
"""

import csv
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.hand.segments import GROUPS
from prehensile.motion.clip import Clip
from prehensile.motion.frame_limit import check_frames

POSE = ("x_m", "y_m", "z_m", "qw", "qx", "qy", "qz")


def save(clip: Clip, path: str | Path) -> None:
    """Write a clip, whole file or nothing.

    Raises:
        InputError: too many frames.
        FileError: the file cannot be written.
    """
    check_frames(clip.n_frames)
    names, columns = ["time_s"], [clip.time[:, None]]
    for k, hand in enumerate(clip.hands):
        names += [f"{hand.name}/{joint}_rad" for joint in hand.joint_names]
        names += [f"{hand.name}/forearm_{part}" for part in POSE]
        names += [f"{hand.name}/{group}_N" for group in GROUPS]
        columns += [hand.q, hand.T_world_forearm]
        columns += [clip.finger_force[:, k], clip.palm_force[:, [k]]]
    for body in clip.bodies:
        names += [f"{body.name}_{part}" for part in POSE]
        columns.append(body.pose)
    rows = np.concatenate(columns, axis=1)
    with atomic_path(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(rows.tolist())
