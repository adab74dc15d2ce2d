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
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3

SHAPES = (0.15, 0.3, 0.45, 0.6)
"""Shares of the way to the surface by which digits may come closed"""
ROOM = 0.012
"""[m] that a pad keeps from the surface where the hand arrives, or what it kept wide open"""
TIPS_ABOVE = 0.0
"""[m] above the table where the hand arrives, at least: closing fingertips pass there anyway"""


def preshaped(candidate: Candidate, hand: Hand, scene: Surroundings) -> Candidate:
    """The same grasp with the hand no wider open than it needs to be, on the same way in.

    Args:
        candidate: whose hand comes wide open.
        hand: that grasps.
        scene: what it was placed against.
    """
    meets = FURTHEST * candidate.shut
    meets = np.where(candidate.presses, meets, np.minimum(meets, 1.0))
    travel = meets * (candidate.q_closed - candidate.q_open)
    T = candidate.T_object_palm
    T_palm = se3.inverse(T)
    points, stand = se3.apply(T_palm, scene.points), se3.apply(T_palm, scene.stand)
    obstacles = np.concatenate([points, stand])
    joints = np.array([k for k, name in enumerate(hand.joint_names) if name in BENT], dtype=int)
    bent = np.zeros(hand.dof)
    bent[joints] = candidate.q_open[joints]
    wrist = Wrist.of(hand, bent, joints)
    straight = candidate.q_open - bent  # what is in the palm frame knows no wrist
    shares = np.array([0.0, *SHAPES])
    poses = straight + shares[:, None] * travel
    near = np.array([_digit_room(hand, q, points) for q in poses])
    pads, _ = pad_positions(hand, poses)
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
        way = candidate.approach
        if clear_along(scene, hand.side, T, whole, wrist, obstacles, way, TIPS_ABOVE):
            q, gap = candidate.q_open + closed * travel, posed.nearest(points, scene.order)
            return replace(candidate, q_shaped=q, gap=gap)
    return candidate


def _digit_room(hand: Hand, q: np.ndarray, points: np.ndarray) -> list[float]:
    """(5,) [m] between each digit and points (N, 3) of a surface, palm frame."""
    return [
        hand_capsules(hand, q, (digit,), forearm=False, edges=True).nearest(points)
        for digit in DIGITS
    ]
