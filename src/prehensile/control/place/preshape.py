"""How far a hand opens for an object: a little wider than needed, as people do.

A style's open pose is one and the same for a pen and for a jar. People scale the opening of the
hand to what they reach for, with room to spare (Jeannerod 1984). Here every digit comes as far
closed as a share of its way to the surface, the largest that leaves it room and the hand a clear
way in.
"""

from dataclasses import replace

import numpy as np

from prehensile.control.place.approach import BENT, CLEARANCE, Wrist, clear_along
from prehensile.control.place.candidate import FURTHEST, Candidate
from prehensile.control.place.surroundings import Surroundings
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules, placed_capsules
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie import se3

SHAPES = (0.15, 0.3, 0.45, 0.6)
"""Shares of the way to the surface by which digits may come closed"""
ROOM = 0.012
"""[m] that a pad keeps from the surface where the hand arrives, or what it kept wide open"""
TIPS_ABOVE = 0.001
"""[m] above the table where the hand arrives, at least, for which it is raised"""
MOST_LIFT = 0.0015
"""[m] at most: it grasps there"""


def preshaped(candidate: Candidate, hand: Hand, scene: Surroundings) -> Candidate:
    """The same grasp with the hand no wider open than it needs to be, on the same way in.

    Bent fingers reach lower than straight ones: the hand may be raised a little over a table.

    Args:
        candidate: whose hand comes wide open.
        hand: that grasps.
        scene: what it was placed against.
    """
    meets = FURTHEST * candidate.shut
    meets = np.where(candidate.presses, meets, np.minimum(meets, 1.0))
    travel = meets * (candidate.q_closed - candidate.q_open)
    T = candidate.T_object_palm
    joints = np.array([k for k, name in enumerate(hand.joint_names) if name in BENT], dtype=int)
    bent = np.zeros(hand.dof)
    bent[joints] = candidate.q_open[joints]
    wrist = Wrist.of(hand, bent, joints)
    straight = candidate.q_open - bent  # what is in the palm frame knows no wrist
    shares = np.array([0.0, *SHAPES])
    poses = straight + shares[:, None] * travel
    near = _digit_room(hand, poses, scene, T)
    pads, _ = pad_positions(hand, poses)
    points = se3.apply(se3.inverse(T), scene.points)
    apart = np.linalg.norm(pads[:, :, None] - points, axis=3).min(axis=2)
    roomy = (near >= np.minimum(CLEARANCE, near[0])) & (apart >= np.minimum(ROOM, apart[0]))
    # A digit that passes by the surface on its way has no more room beyond.
    most = (np.logical_and.accumulate(roomy, axis=0) * shares[:, None]).max(axis=0)
    most[1:] = most[1:].min()  # fingers side by side
    digit = joint_digits(hand.joint_names)
    for share in reversed(SHAPES):
        closed = np.where(digit < 0, 0.0, np.minimum(share, most)[digit])
        posed = hand_capsules(hand, straight + closed * travel, GROUPS, forearm=False, edges=True)
        whole = Capsules(*map(np.concatenate, zip(posed, wrist.forearm, strict=True)))
        lift = min(max(TIPS_ABOVE - scene.room(whole, T), 0.0), MOST_LIFT) * scene.up
        raised = T.copy()
        raised[:3, 3] += lift
        way = candidate.approach
        if clear_along(scene, hand.side, raised, whole, wrist, way, TIPS_ABOVE):
            return replace(
                candidate,
                q_shaped=candidate.q_open + closed * travel,
                gap=scene.surface.gap(posed, raised),
                T_object_palm=raised,
                T_object_forearm=raised @ wrist.T_palm_forearm,
            )
    return candidate


def _digit_room(hand: Hand, poses: np.ndarray, scene: Surroundings, T: np.ndarray) -> np.ndarray:
    """(P, 5) [m] between each digit and the surface at poses (P, dof) [rad], for a palm (4, 4) in
    the object's frame.
    """
    room = np.empty((len(poses), len(DIGITS)))
    posed = segment_transforms(hand, poses)
    for d, digit in enumerate(DIGITS):
        every = placed_capsules(hand, posed, (digit,))
        each = (part.reshape(len(poses), -1, *part.shape[1:]) for part in every)
        room[:, d] = [scene.surface.gap(Capsules(*one), T) for one in zip(*each, strict=True)]
    return room
