"""How good a clip's grasp is from frame to frame: measures of its contacts over time."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.quality.judge.touches import hand_contacts
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.friction_cone import ContactWrenches
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.quality.measure.hertz_patch import patch_torsion
from prehensile.quality.measure.smallest_grip import smallest_grip

GRAVITY = 9.81
"""[m/s²]"""
PRESSING = 0.02
"""[N] of normal force from which a contact counts"""
SLOW_FRAMES = 40
"""Frames, evenly spread, of which the slow measures are taken"""
MOST_CONTACTS = 16
"""that the slow measures look at, the strongest of a frame: a hull of more takes too long"""


class GraspTrack(NamedTuple):
    """Measures of one hand's grasp of one body; T frames."""

    body: str
    hand: str
    friction: float
    length: float
    """[m] by which torques are divided: the body's largest radius about its centre of mass"""
    time: np.ndarray
    """(T,) [s]"""
    contacts: np.ndarray
    """(T,) how many press"""
    force: np.ndarray
    """(T,) [N] sum of their normal forces"""
    closed: np.ndarray
    """(T,) bool: every disturbance can be met"""
    value: np.ndarray
    """(T,) smallest singular value of the contact wrenches; 0 where not closed"""
    weakest: np.ndarray
    """(T, 6) unit, world: the disturbance that is resisted least; force, then torque over the
    length"""
    slow: np.ndarray
    """(S,) frames of which the next two are known"""
    epsilon: np.ndarray
    """(S,) [N] Ferrari and Canny's, one newton in all"""
    needed: np.ndarray
    """(S,) [N] smallest grip that bears the weight; infinite where none does, NaN where the clip
    does not say what the body weighs"""


def grasp_track(
    clip: Clip, body: str, hand: str | None = None, friction: float | None = None, at: int = -1
) -> GraspTrack:
    """Measure the contacts of a hand with a body in every frame.

    Fingers are soft, their torsion that of the patch which the force of each contact makes on
    something flat. Contacts are taken in the body's frame, so that carrying it changes nothing.

    Args:
        clip: with its contacts; ``meta["bodies"][body]`` gives ``friction``, ``com`` and ``mass``
            where they are known.
        body: what is grasped.
        hand: by whom; the clip's first hand if left out.
        friction: sliding coefficient, instead of the clip's own.
        at: a frame of which the slow measures are wanted beside the others.

    Raises:
        UnknownNameError: the clip has no such body or hand.
        InputError: it has no hand, or nobody says how rough the body is.
    """
    track = clip.body(body)
    if not clip.hands:
        raise InputError("the clip has no hand that could grasp anything.")
    holder = (clip.hands[0] if hand is None else clip.hand(hand)).name
    facts = _facts(clip, body)
    mu = facts.get("friction") if friction is None else friction
    if mu is None:
        raise InputError(f"the clip does not say how rough {body!r} is: give its friction.")
    if not mu > 0:
        raise InputError(f"friction must be above 0, got {mu:g}.")
    vertices = np.asarray(track.vertices, dtype=float)
    com = np.array(facts.get("com", vertices.mean(axis=0).tolist()), dtype=float)
    length = float(np.linalg.norm(vertices - com, axis=1).max(initial=0.0)) or 1.0
    grasp = _in_body_frame(clip, body, holder)
    found = grasp_quality(
        grasp.pos, grasp.normal, mu, com, length,
        mask=grasp.mask, torsion=patch_torsion(grasp.force, mu),
    )  # fmt: skip
    R = se3.from_pose7(track.pose)[:, :3, :3]
    slow = np.unique(np.linspace(0, clip.n_frames - 1, SLOW_FRAMES).round().astype(int))
    slow = np.unique(np.append(slow, at % clip.n_frames))
    weight = None if "mass" not in facts else facts["mass"] * GRAVITY
    ball, needed = np.zeros(len(slow)), np.full(len(slow), np.nan)
    for row, k in enumerate(slow):
        wrenches = _strongest_wrenches(grasp, int(k), mu, com, length)
        if wrenches is not None and found.closed[k]:
            ball[row] = epsilon(wrenches.wrench).radius
        if weight:
            load = np.append(R[k].T @ [0, 0, -weight], np.zeros(3))
            needed[row] = np.inf if wrenches is None else smallest_grip(wrenches, load).total
    return GraspTrack(
        body, holder, float(mu), length, clip.time, grasp.mask.sum(axis=1), grasp.force.sum(axis=1),
        found.closed, found.value,
        np.einsum("tij,tkj->tki", R, found.weakest.reshape(-1, 2, 3)).reshape(-1, 6),
        slow, ball, needed,
    )  # fmt: skip


class _Grasp(NamedTuple):
    """Contacts of T frames, N places each, body frame."""

    pos: np.ndarray
    normal: np.ndarray
    force: np.ndarray
    """(T, N) [N] along the normal, 0 where nothing presses"""
    mask: np.ndarray


def _in_body_frame(clip: Clip, body: str, hand: str) -> _Grasp:
    """The pressing contacts of each frame side by side."""
    c = clip.contacts
    mine, frame = hand_contacts(clip, body, hand)
    press = np.einsum("ni,ni->n", c.force, c.normal)
    rows = np.flatnonzero(mine & (press > PRESSING))
    at = frame[rows]
    counts = np.bincount(at, minlength=clip.n_frames)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    shape = (clip.n_frames, max(int(counts.max(initial=0)), 1))
    T = se3.from_pose7(clip.body(body).pose)[at]
    pos, normal = np.zeros((*shape, 3)), np.zeros((*shape, 3))
    force, mask = np.zeros(shape), np.zeros(shape, dtype=bool)
    pos[at, place] = np.einsum("nji,nj->ni", T[:, :3, :3], c.pos[rows] - T[:, :3, 3])
    normal[at, place] = np.einsum("nji,nj->ni", T[:, :3, :3], c.normal[rows])
    force[at, place], mask[at, place] = press[rows], True
    return _Grasp(pos, normal, force, mask)


def _strongest_wrenches(
    grasp: _Grasp, k: int, friction: float, com: np.ndarray, length: float
) -> ContactWrenches | None:
    """Of one frame, soft fingers; None where nothing presses."""
    order = np.argsort(-grasp.force[k], kind="stable")[:MOST_CONTACTS]
    order = order[grasp.mask[k, order]]
    if not len(order):
        return None
    return contact_wrenches(
        grasp.pos[k, order], grasp.normal[k, order], friction, com, length,
        torsion=patch_torsion(grasp.force[k, order], friction), rings=0,
    )  # fmt: skip


def _facts(clip: Clip, body: str) -> dict[str, Any]:
    """What the clip says about a body, checked: a stranger may have written it."""
    noted = clip.meta.get("bodies", {})
    facts = noted.get(body, {}) if isinstance(noted, dict) else {}
    if not isinstance(facts, dict):
        return {}
    found: dict[str, Any] = {}
    for name in ("friction", "mass"):
        if isinstance(facts.get(name), int | float):
            found[name] = float(facts[name])
    com = facts.get("com")
    if isinstance(com, list) and len(com) == 3 and all(isinstance(x, int | float) for x in com):
        found["com"] = com
    return found
