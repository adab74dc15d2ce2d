"""A mechanism in motion as a clip: every link a body, to be viewed and exported like any other."""

from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack

STEEL, TOUCHED, BASE = (0.62, 0.66, 0.72), (0.93, 0.55, 0.2), (0.35, 0.37, 0.4)
"""Colours of links, of end effectors and of the base."""


def link_color(mechanism: Mechanism, row: int) -> tuple[float, float, float]:
    """Colour of a link, sRGB: end effectors and the base stand out."""
    if row == mechanism.base:
        return BASE
    return TOUCHED if mechanism.links[row].name in mechanism.effectors else STEEL


def link_tracks(mechanism: Mechanism, poses: np.ndarray) -> list[BodyTrack]:
    """Every link as a body, at poses (T, links, 4, 4) world."""
    tracks = []
    for row, link in enumerate(mechanism.links):
        vertices, faces = link_mesh(mechanism, row)
        tracks.append(
            BodyTrack(
                name=link.name,
                vertices=vertices.astype(np.float32),
                faces=faces,
                pose=se3.to_pose7(poses[:, row]),
                color=np.array(link_color(mechanism, row)),
            )
        )
    return tracks


def mechanism_clip(
    mechanism: Mechanism,
    time: np.ndarray,
    poses: np.ndarray,
    meta: dict[str, Any] | None = None,
) -> Clip:
    """Links over time.

    Args:
        mechanism: whose links moved.
        time: (T,) [s]
        poses: (T, links, 4, 4) world.
        meta: what to remember of how it was made.

    Raises:
        InputError: poses of another shape.
    """
    shape = (len(time), len(mechanism.links), 4, 4)
    if np.shape(poses) != shape:
        raise InputError(f"link poses have shape {np.shape(poses)}; expected {shape}.")
    return Clip(
        time=np.asarray(time, float),
        hands=(),
        bodies=tuple(link_tracks(mechanism, poses)),
        contacts=ContactTrack.empty(len(time)),
        finger_force=np.zeros((len(time), 0, 5)),
        palm_force=np.zeros((len(time), 0)),
        meta={"mechanism": mechanism.name} | (meta or {}),
    )
