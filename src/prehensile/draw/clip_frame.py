"""Frames of a clip as meshes in a scene, and a camera that suits the whole clip."""

from collections.abc import Sequence

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import Camera, fit_camera
from prehensile.draw.floor import scattered
from prehensile.draw.posed_hand import add_posed_hand, posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.telling_view import CELL, telling_direction
from prehensile.errors import InputError
from prehensile.lie.se3 import apply, from_pose7
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.tracked_hand import angles_of
from prehensile.motion.tracked_hand import hand_of as hand_of
from prehensile.skin.dress import Dress

IN_REACH = 0.35
"""[m] Bodies farther from every hand, or larger, do not pull the camera back: tables, things that
were dropped."""
LONGEST_TAKEN = 1.0
"""[m] What is taken is in view as a whole, up to this length: pans and hammers."""
LONGEST_ARROW = 0.045
"""[m] The largest contact force."""
UP = np.array([0.0, 0.0, 1.0])


def angles(track: HandTrack, k: int) -> np.ndarray:
    """Joint angles (dof,) [rad] of frame ``k`` in the order of the hand's joint names."""
    return angles_of(track)[k]


def body_vertices(body: BodyTrack, k: int) -> np.ndarray:
    """Vertices (V, 3) [m] of a body in frame ``k``, world."""
    return apply(from_pose7(body.pose[k]), body.vertices)


def add_frame(
    scene: Scene,
    clip: Clip,
    k: int,
    forces: bool,
    floor: float | None,
    dress: Dress = SKIN_DRESS,
    level: int = 1,
    largest: float | None = None,
) -> None:
    """Put frame ``k`` into an empty scene.

    Args:
        scene: it.
        clip: whose frame.
        k: its number.
        forces: contact forces as arrows.
        floor: its height [m], if one is wanted.
        dress: what the hands are drawn in.
        level: of the hands' detail.
        largest: [N] of the longest arrow; the clip's largest force if left out.
    """
    blood = dress.blood(clip)
    for h, track in enumerate(clip.hands):
        T = from_pose7(track.T_world_forearm[k])
        colored = None if blood is None else blood[k, h]
        add_posed_hand(scene, hand_of(track), angles(track, k), T, dress, level, colored)
    for body in clip.bodies:
        scene.add_body(body_vertices(body, k), body.faces, body.color)
    if floor is not None:
        scene.add_floor(floor)
    if forces and len(clip.contacts):
        longest = largest_force(clip) if largest is None else largest
        frame = clip.contacts.frame(k)
        if longest > 0:
            scene.add_arrows(frame.pos, frame.force * (LONGEST_ARROW / longest))


def largest_force(clip: Clip) -> float:
    """[N] of all contacts; 0 without any"""
    return float(np.linalg.norm(clip.contacts.force, axis=1).max(initial=0.0))


def clip_camera(
    clip: Clip,
    frames: Sequence[int],
    size: tuple[int, int],
    direction: np.ndarray | None = None,
    dress: Dress = SKIN_DRESS,
) -> Camera:
    """One camera that has the hands and what they reach for in view in all ``frames``.

    Args:
        clip: what is looked at.
        frames: frame numbers.
        size: of the picture in pixels.
        direction: (3,) from the scene to the eye, world. If left out, the one that shows most
            of every digit and body half way and at the end.
        dress: what the hands are drawn in.
    """
    points = [p for k in frames for p in points_in_view(clip, k, dress)]
    if not points:
        raise InputError("the clip holds neither hands nor bodies: there is nothing to draw.")
    if direction is None:
        direction = telling_side([(clip, frames[len(frames) // 2]), (clip, frames[-1])], dress)
    return fit_camera(np.concatenate(points), direction, UP, size, margin=1.16)


def telling_side(shown: Sequence[tuple[Clip, int]], dress: Dress = SKIN_DRESS) -> np.ndarray:
    """(3,) from the scene to the eye, world: where most of every digit and body is seen, in all of
    the clips' frames.
    """
    return telling_direction([_solids(clip, k, dress) for clip, k in shown])


def floor_height(clip: Clip, frames: Sequence[int], dress: Dress = SKIN_DRESS) -> float | None:
    """The lowest point [m] that a small body reaches; none if a body of the clip is the table."""
    if any(not _is_small(body) for body in clip.bodies):
        return None
    points = [p for k in frames for p in points_in_view(clip, k, dress)]
    points += [body_vertices(body, 0) for body in clip.bodies if is_fixed(clip, body)]
    return min(float(p[:, 2].min()) for p in points) if points else None


def points_in_view(clip: Clip, k: int, dress: Dress) -> list[np.ndarray]:
    """What should be in the picture: hands, and bodies near them."""
    hands, points = [], []
    for track in clip.hands:
        T = from_pose7(track.T_world_forearm[k])
        posed = posed_hand(hand_of(track), angles(track, k), T, dress)
        hands.append(posed.vertices[posed.in_view])
    centre = np.concatenate(hands).mean(0) if hands else None
    for body in clip.bodies:
        vertices = body_vertices(body, k)
        near = centre is None or np.linalg.norm(vertices - centre, axis=1).min() < IN_REACH
        if near and (centre is None or (_counts(clip, body) and not is_fixed(clip, body))):
            points.append(vertices)
    return hands + points


def is_fixed(clip: Clip, body: BodyTrack) -> bool:
    """Whether a body is part of the furniture, such as the stand of a grasp."""
    return bool(clip.meta.get("bodies", {}).get(body.name, {}).get("fixed", False))


def _counts(clip: Clip, body: BodyTrack) -> bool:
    """Whether a body is looked at: what is small, and what the clip takes."""
    taken = clip.meta.get("object") == body.name
    return _is_small(body) or (taken and bool(np.ptp(body.vertices, axis=0).max() < LONGEST_TAKEN))


def _is_small(body: BodyTrack) -> bool:
    return bool(np.ptp(body.vertices, axis=0).max() < IN_REACH)


def _solids(clip: Clip, k: int, dress: Dress) -> list[np.ndarray]:
    """Points all over each digit, palm and small body of a frame, for `telling_direction`."""
    solids = []
    for track in clip.hands:
        T = from_pose7(track.T_world_forearm[k])
        solids += posed_hand(hand_of(track), angles(track, k), T, dress).parts(CELL)
    for body in clip.bodies:
        if _counts(clip, body):
            solids.append(scattered(body_vertices(body, k), body.faces, CELL))
    return [_thinned(points) for points in solids if len(points)]


def _thinned(points: np.ndarray) -> np.ndarray:
    """One point of each small cube: long thin triangles are scattered far too densely."""
    _, first = np.unique(np.floor(points / (0.75 * CELL)), axis=0, return_index=True)
    return points[first]
