"""One touch of the plank as its subject plans it: where from, where to, how fast, how hard."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.fingertip import lowest_point
from prehensile.capture.lab.subject import Subject
from prehensile.errors import InputError
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.motion.minimum_jerk import minimum_jerk

DURATION = (0.5, 1.2)
"""[s] of the move towards the plank"""
SHARE = (0.3, 0.8)
"""of that time which has passed at the touch"""
MOST_TRAVEL = 0.06
"""[m] that the fingertip's reference goes down"""
LEAST_CLEARANCE = 0.002
"""[m] between skin and plank before"""
WEIGHTS = {"wrist_flex": (0.1, 0.4), "mcp_flex": (0.5, 1.0), "pip_flex": (-0.3, 0.5),
           "dip_flex": (-0.2, 0.4)}  # fmt: skip
"""how much of the move each joint makes, drawn from these ranges: it is the wrist and the knuckle
that lower a finger, and the others move along, either way"""
TRIES = 200


class TouchPlan(NamedTuple):
    """From rest above the plank to rest with the reference below it."""

    start: np.ndarray
    """(dof,) [rad]"""
    end: np.ndarray
    """(dof,) [rad]"""
    seconds: float
    share: float
    """of the time at which the reference passes through the plank's surface"""
    depth: float
    """[m] of the reference below the surface in the end"""


def plan_touch(
    subject: Subject,
    touching: np.ndarray,
    forearm: np.ndarray,
    force: float,
    rng: np.random.Generator,
    still: tuple[str, ...] = (),
    shares: tuple[float, float] = SHARE,
) -> TouchPlan:
    """Draw a minimum-jerk move that meets the plank in a posture.

    Args:
        subject: whose index finger touches.
        touching: (dof,) [rad] the posture, its lowest point on the plank.
        forearm: (4, 4) T_world_forearm.
        force: [N] that would press in the end if nothing but the joints gave way, no friction.
        rng: draws duration, share and direction.
        still: ends of names of joints that stay as they are.
        shares: range of the share of the time that has passed at the touch.

    Raises:
        InputError: there is no such move within the joints' limits.
    """
    hand = subject.hand
    low = lowest_point(hand, touching, forearm)
    J = point_jacobian(hand, touching, TIP_SEGMENT["index"], low.segment, forearm)[2]
    wanted = force * float(J**2 @ subject.compliance)  # (4.7) along the plank's normal
    for _ in range(TRIES):
        seconds, share = rng.uniform(*DURATION), rng.uniform(*shares)
        way = np.zeros(hand.dof)
        for k, name in enumerate(hand.joint_names):
            digit, _, kind = name.partition("_")
            weight = name if digit == "wrist" else kind if digit == "index" else ""
            if weight in WEIGHTS:
                drawn = rng.uniform(*WEIGHTS[weight])
                way[k] = 0.0 if kind in still else drawn
        passed = minimum_jerk(share)[0]
        depth = min(wanted, MOST_TRAVEL * (1 - passed))
        if -J @ way < 0.02:
            continue
        beyond = _beyond(subject, touching, way, forearm, depth)
        start = touching - way * beyond * passed / (1 - passed)
        end = touching + way * beyond
        both = np.stack([start, end])
        moves = way != 0
        inside = (both > hand.lower + 0.02) & (both < hand.upper - 0.02)
        height = lowest_point(hand, start, forearm).world[2] - low.world[2]
        if inside[:, moves].all() and height > LEAST_CLEARANCE:
            return TouchPlan(start, end, seconds, share, depth)
    raise InputError(f"no move of the finger reaches {force:g} N in this posture.")


def _beyond(
    subject: Subject, touching: np.ndarray, way: np.ndarray, forearm: np.ndarray, depth: float
) -> float:
    """How far along ``way`` the reference's lowest point is ``depth`` below the plank."""
    goal = lowest_point(subject.hand, touching, forearm).world[2] - depth
    low, high = 0.0, 1.5
    for _ in range(40):
        middle = (low + high) / 2
        below = lowest_point(subject.hand, touching + middle * way, forearm).world[2] < goal
        low, high = (low, middle) if below else (middle, high)
    return high
