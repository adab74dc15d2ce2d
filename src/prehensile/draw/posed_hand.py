"""A hand in a scene, whichever kind it is: our own in its skin, a loaded one in its own meshes."""

from typing import NamedTuple

import numpy as np

from prehensile.draw.scene import Scene
from prehensile.hand.hand import Hand
from prehensile.hand.loaded_hand import LoadedHand
from prehensile.hand.segments import FOREARM
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.surface import posed_surface

ARM_OF_LENGTH = 1.0
"""How much of a loaded hand's forearm has to be in the picture, over the hand's length."""


class PosedMesh(NamedTuple):
    """A drawn mesh of a loaded hand, world."""

    segment: str
    vertices: np.ndarray
    faces: np.ndarray
    color: np.ndarray


def posed_meshes(hand: LoadedHand, q: np.ndarray, T: np.ndarray | None = None) -> list[PosedMesh]:
    """Every mesh of a loaded hand; ``q`` (dof,) [rad], ``T`` = T_world_forearm (4, 4)."""
    poses = segment_transforms(hand, q, T)
    return [
        PosedMesh(name, se3.apply(poses[name], mesh.vertices), mesh.faces, mesh.color)
        for name, segment in hand.segments.items()
        for mesh in segment.meshes
    ]


def add_posed_hand(
    scene: Scene, hand: Hand, q: np.ndarray, T: np.ndarray | None, resolution: float
) -> np.ndarray:
    """Put a hand into a scene; returns points (N, 3) [m] that a camera should have in view."""
    if not isinstance(hand, LoadedHand):
        surface = posed_surface(hand, q, T, resolution)
        scene.add_hand(surface)
        return surface.vertices
    for mesh in posed_meshes(hand, q, T):
        scene.add_body(mesh.vertices, mesh.faces, mesh.color)
    return points_in_view(hand, q, T)


def points_in_view(hand: LoadedHand, q: np.ndarray, T: np.ndarray | None = None) -> np.ndarray:
    """Points (N, 3) [m], world, of a loaded hand and the part of its forearm near the wrist."""
    poses = segment_transforms(hand, q, T)
    points = []
    for name, segment in hand.segments.items():
        for mesh in segment.meshes:
            near = mesh.vertices
            if name == FOREARM:
                near = near[near[:, 0] > -ARM_OF_LENGTH * hand.length]
            points.append(se3.apply(poses[name], near))
    return np.concatenate([np.zeros((0, 3)), *points])
