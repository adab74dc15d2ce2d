"""What stands in the room of a clip: the new object in the captured one's place, and what it stood
on.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from prehensile.control.place.resting import resting
from prehensile.errors import InputError
from prehensile.lie import se3, so3
from prehensile.mesh.solid_moments import solid_moments
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.world.objects.convex import convex_parts
from prehensile.world.objects.object import DEFAULT_FRICTION, ConvexPart, Object
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene

STAND = "stand"
STAND_SHARE, THINNEST, THICKEST = 0.5, 0.01, 0.044
"""of an object's width, and [m], that a stand below it is wide: out of the fingers' way"""
STAND_HEIGHT = 0.08
"""[m] of it, at most: what lies lower is out of reach"""
SAME = 1e-4
"""[m] two shapes whose corners differ by less are one"""
LOW = 1e-3
"""[m] above the floor, below which nothing more need stand under an object"""
UNDER = 0.005
"""[m] between an object and what is taken to bear it"""


def room_of(
    clip: Clip,
    thing: Object,
    at: str | None = None,
    *,
    keep: bool = True,
    stand: bool = True,
    floor: bool = True,
) -> list[ObjectInScene]:
    """The new object, then what else stands in the clip's room.

    Args:
        clip: the reference, or any that shows where the captured object stood.
        thing: the new object.
        at: its place ``X,Y,Z`` [m]; that of the captured one if left out.
        keep: what the clip knows to be fixed stays in the room.
        stand: an object in the air gets a stand below, where the clip shows nothing to bear it.
        floor: whether there is one, at z = 0.

    Raises:
        InputError: no body in the clip and no place given, or a fixed body that cannot be kept.
    """
    placed = placed_as(clip, thing, at)
    kept = [
        replace(o, name=_free_name(o.name, {thing.name}))
        for o in (fixed_objects(clip) if keep else ())
    ]
    below = None if at is not None or not stand else stand_below(placed, kept, floor)
    return [placed, *kept, *([] if below is None else [below])]


def added_stand(clip: Clip, room: list[ObjectInScene], keep: bool = True) -> str:
    """Name of a stand that `room_of` added to what the clip shows; empty if it added none."""
    kept = sum(_is_fixed(clip, body) for body in clip.bodies) if keep else 0
    return room[-1].name if len(room) > 1 + kept else ""


def placed_as(clip: Clip, thing: Object, at: str | None = None) -> ObjectInScene:
    """An object where the clip's first loose body begins, or at ``X,Y,Z`` [m].

    The same shape stands exactly as it did. Another rests as it would on something level, turned
    about the vertical as the captured one was, its lowest point at the same height.

    Raises:
        InputError: no loose body in the clip and no place given, or a place that is none.
    """
    if at is not None:
        return placed_at(thing, at)
    captured = captured_body(clip)
    if captured is None:
        raise InputError("the clip shows no loose body: say where the object stands, --at X,Y,Z.")
    T = se3.from_pose7(captured.pose[0])
    if _same_shape(captured, thing):
        return ObjectInScene(thing, pose=captured.pose[0])
    upright = np.eye(3) if thing.mount is not None else resting(thing)
    R = so3.exp(np.array([0.0, 0.0, _turn(T[:3, :3])])) @ upright
    there, here = se3.apply(T, captured.vertices), thing.vertices @ R.T
    middle = (there.min(axis=0) + there.max(axis=0) - here.min(axis=0) - here.max(axis=0)) / 2
    middle[2] = there[:, 2].min() - here[:, 2].min()
    return ObjectInScene(thing, pose=np.concatenate([middle, so3.to_quat(R)]))


def placed_at(thing: Object, at: str) -> ObjectInScene:
    """An object as it was modelled, its origin at ``X,Y,Z`` [m].

    Raises:
        InputError: a place that is none.
    """
    return ObjectInScene(thing, pose=(*_place(at), 1.0, 0.0, 0.0, 0.0))


def captured_body(clip: Clip) -> BodyTrack | None:
    """The first body of a clip that is not known to be fixed; None where there is none."""
    return next((body for body in clip.bodies if not _is_fixed(clip, body)), None)


def captured_object(
    clip: Clip, named: Object | None = None, at: str | None = None
) -> ObjectInScene:
    """What the hand of a clip held, where it stood: as named, or as the clip shows it.

    Args:
        clip: the reference.
        named: what it was; the clip's first loose body if left out.
        at: where the new object stands; the named one did too, in a clip that shows none.

    Raises:
        InputError: the clip shows none, and none is named.
    """
    body = captured_body(clip)
    if named is not None:
        return placed_as(clip, named, at if body is None else None)
    if body is None:
        raise InputError("the clip does not show what the hand held: name it, --captured OBJECT.")
    return ObjectInScene(_solid(clip, body), body.name, body.pose[0])


def fixed_objects(clip: Clip) -> list[ObjectInScene]:
    """Bodies that ``meta["bodies"]`` says are fixed, as objects of a scene.

    Raises:
        InputError: one whose mesh is open, flat, or longer than objects may be.
    """
    return [
        ObjectInScene(_solid(clip, body), body.name, body.pose[0], fixed=True)
        for body in clip.bodies
        if _is_fixed(clip, body)
    ]


def stand_below(
    placed: ObjectInScene, kept: list[ObjectInScene], floor: bool = True
) -> ObjectInScene | None:
    """A fixed box up to an object's lowest point; None where something bears it already.

    Args:
        placed: what would fall.
        kept: fixed objects of the room.
        floor: whether there is one, at z = 0.
    """
    if placed.moves != "freely":
        return None
    points = _world_vertices(placed)
    top = float(points[:, 2].min())
    if (floor and top < LOW) or any(_bears(o, points) for o in kept):
        return None
    x, y = se3.apply(se3.from_pose7(np.asarray(placed.pose, float)), placed.object.com)[:2]
    height = min(top, STAND_HEIGHT) if floor else STAND_HEIGHT
    side = float(np.clip(STAND_SHARE * np.ptp(points[:, :2], axis=0).min(), THINNEST, THICKEST))
    size = (side, side, height)
    solid = box(size, 1.0, name=STAND, friction=placed.object.friction)
    name = _free_name(STAND, {placed.name or placed.object.name, *(o.name for o in kept)})
    return ObjectInScene(solid, name, (x, y, top - height / 2, 1.0, 0.0, 0.0, 0.0), fixed=True)


def _place(at: str) -> list[float]:
    try:
        place = [float(word) for word in at.split(",")]
    except ValueError:
        place = []
    if len(place) != 3 or not np.isfinite(place).all():
        raise InputError(f"a place is X,Y,Z in metres, got {at!r}.")
    return place


def _is_fixed(clip: Clip, body: BodyTrack) -> bool:
    return _facts(clip, body).get("fixed") is True


def _facts(clip: Clip, body: BodyTrack) -> dict[str, Any]:
    """What the clip's maker noted of a body; nothing where a stranger noted something else."""
    bodies = clip.meta.get("bodies")
    facts = bodies.get(body.name) if isinstance(bodies, dict) else None
    return facts if isinstance(facts, dict) else {}


def _solid(clip: Clip, body: BodyTrack) -> Object:
    """Of a track's mesh; a box stays one, whose faces touch at four points."""
    vertices, faces = body.vertices.astype(float), body.faces
    if not len(faces):
        raise InputError(f"the body {body.name!r} has no surface that could be kept.")
    rough = _facts(clip, body).get("friction")
    sliding = float(rough) if isinstance(rough, int | float) else DEFAULT_FRICTION[0]
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    full = float(np.prod(high - low))
    if full > 0 and abs(solid_moments(vertices, faces).volume - full) < 1e-6 * full:
        parts = (ConvexPart("box", (high - low) / 2, (high + low) / 2),)
    else:
        parts = convex_parts(vertices, faces)
    r, g, b = body.color.tolist()
    return Object.from_mesh(
        body.name, vertices, faces, parts, 1.0,
        friction=(sliding, *DEFAULT_FRICTION[1:]), color=(r, g, b),
    )  # fmt: skip


def _free_name(name: str, taken: set[str]) -> str:
    """The name, or one that is not taken."""
    return name if name not in taken else _free_name(f"captured_{name}", taken)


def _same_shape(captured: BodyTrack, thing: Object) -> bool:
    mine, theirs = captured.vertices, thing.vertices
    return mine.shape == theirs.shape and bool(np.abs(mine - theirs).max() < SAME)


def _turn(R: np.ndarray) -> float:
    """[rad] about the vertical, of the turn about it that comes nearest."""
    return float(np.arctan2(R[1, 0] - R[0, 1], R[0, 0] + R[1, 1]))


def _world_vertices(placed: ObjectInScene) -> np.ndarray:
    T = se3.from_pose7(np.asarray(placed.pose, float))
    return se3.apply(T, placed.object.vertices)


def _bears(fixed: ObjectInScene, points: np.ndarray) -> bool:
    """Whether its top lies just below the lowest of points (V, 3), and under their middle."""
    own = _world_vertices(fixed)
    (x0, y0, _), (x1, y1, top) = own.min(axis=0), own.max(axis=0)
    x, y = (points.min(axis=0) + points.max(axis=0))[:2] / 2
    return abs(top - points[:, 2].min()) < UNDER and x0 <= x <= x1 and y0 <= y <= y1
