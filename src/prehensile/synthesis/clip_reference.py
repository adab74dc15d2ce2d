"""The reference of a clip: what it says itself, or what its forces tell (Kry 2005, 4.14)."""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.resample import resample
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.structure import HandStructure

IS_REFERENCE = "reference"
"""Key of the meta of clips that are references already"""


def clip_references(
    clip: Clip, hand: Hand, compliance: np.ndarray, rate_hz: float
) -> list[Reference]:
    """Where the clip's first hand would be were nothing there, at a rate.

    A clip that `reference_trajectory` made is taken as it is. In any other the contacts' forces
    bent the hand: θ_r = θ − C Jᵀ f.

    Args:
        clip: what to follow.
        hand: of the clip's first track.
        compliance: (dof + 3, dof + 3)
        rate_hz: of the steps.

    Raises:
        InputError: no hand in it, or a single frame.
    """
    if not clip.hands or clip.n_frames < 2:
        raise InputError("a reference needs a hand and at least two frames.")
    track = resample(told_reference(clip, hand, compliance), rate_hz).hands[0]
    T, q = se3.from_pose7(track.T_world_forearm), angles_of(track)
    root = np.zeros(3)
    return [Reference(np.append(one, root), base) for one, base in zip(q, T, strict=True)]


def told_reference(clip: Clip, hand: Hand, compliance: np.ndarray) -> Clip:
    """The clip with its first hand on its reference, the root's share in the forearm; as it is if
    it was one.
    """
    if IS_REFERENCE in clip.meta:
        return clip
    track, structure = clip.hands[0], HandStructure(hand)
    prefix = f"{track.name}/"
    rows = {f"{prefix}{name}": row for row, name in enumerate(hand.segments)}
    link_of = np.array([rows.get(name, -1) for name in clip.contacts.names], np.int64)
    q, T = angles_of(track).copy(), se3.from_pose7(track.T_world_forearm)
    for k in range(clip.n_frames):
        contacts = clip.contacts.frame(k)
        if not len(contacts.a):
            continue
        link, other = link_of[contacts.a], link_of[contacts.b]
        mine = (link >= 0) & (other < 0)
        wrench = -np.concatenate(
            [contacts.force[mine], contacts.torsion[mine, None] * contacts.normal[mine]], axis=1
        )
        points = np.ascontiguousarray(contacts.pos[mine])
        q[k], T[k] = unbent(structure, compliance, q[k], T[k], link[mine], points, wrench)
    moved = replace(track, joint_names=hand.joint_names, q=q, T_world_forearm=se3.to_pose7(T))
    meta = {**clip.meta, IS_REFERENCE: "from its forces"}
    return replace(clip, hands=(moved, *clip.hands[1:]), meta=meta)


def unbent(
    structure: HandStructure,
    compliance: np.ndarray,
    q: np.ndarray,
    T_base: np.ndarray,
    link: np.ndarray,
    points: np.ndarray,
    wrench: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """θ − C Jᵀ w (4.14): angles (dof,) and forearm (4, 4) of the reference, the root's share there.

    Args:
        structure: the hand.
        compliance: (dof + 3, dof + 3)
        q: (dof,) [rad] as they were seen.
        T_base: (4, 4) of the forearm, as it was seen.
        link: (N,) rows of the segments that are touched.
        points: (N, 3) [m] where, world.
        wrench: (N, 6) (f, τ) on the hand, world.
    """
    _, J = structure.at(np.append(q, np.zeros(3)), T_base, link, points)
    bent = compliance @ np.einsum("iak,ia->k", J, wrench)
    T = np.array(T_base)
    T[:3, 3] -= bent[-3:]
    return q - bent[:-3], T


def clip_hand(clip: Clip) -> Hand:
    """The hand of a clip's first track.

    Raises:
        InputError: there is none.
    """
    if not clip.hands:
        raise InputError("the clip shows no hand.")
    return hand_of(clip.hands[0])
