"""A grasp as one digit sees it: its own touches, and what the other digits do to the palm.

What a contact does to the wrist is the same whether it acts on a fingertip or, at the same point,
on the palm. So the joints of one digit and the wrist can be told by themselves, with the forces of
all fingers, however they land one after another; and no sample is counted for a joint twice.
"""

from dataclasses import replace

import numpy as np

from prehensile.compliance.model.compliant_hand import Place
from prehensile.compliance.recorded.closing import closing_start, grasps
from prehensile.compliance.recorded.session import Load, Session
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.hand.segments import PALM, group_of_segment
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

REST_S = 0.12
"""[s] of rest kept before a hand closes"""
HELD_S = 1.0
"""[s] after the last landing of a grasp that are kept"""


def touched_digits(session: Session) -> tuple[str, ...]:
    """Digits whose contacts have touches, in the order of the contacts."""
    touched = {touch.contact for touch in session.touches}
    found = [_digit(load) for name, load in session.loads.items() if name in touched]
    return tuple(dict.fromkeys(found))


def digit_session(session: Session, digit: str) -> Session:
    """The same session with the touches of one digit alone.

    Args:
        session: of several digits.
        digit: whose joints, and the wrist's, are wanted.
    """
    own = {name for name, load in session.loads.items() if _digit(load) == digit}
    on_palm = [name for name in session.loads if name not in own]
    loads = dict(session.loads)
    if on_palm:
        q = without_gaps(session.time, session.motion.q)
        poses = segment_transforms(session.hand, q, session.motion.T_world_forearm)
        to_palm = se3.inverse(poses[PALM])
        for name in on_palm:
            loads[name] = _carried(loads[name], to_palm @ poses[loads[name].place.segment])
    touches = tuple(touch for touch in session.touches if touch.contact in own)
    q = _others_at_rest(session, digit)
    q[_before_closing(session)] = np.nan
    motion = replace(session.motion, q=q)
    return replace(session, motion=motion, loads=loads, touches=touches)


def without_gaps(time: np.ndarray, q: np.ndarray) -> np.ndarray:
    """(T, dof) [rad] with straight lines where angles were not measured."""
    filled = np.array(q, float)
    for column in filled.T:
        there = np.isfinite(column)
        if there.any() and not there.all():
            column[~there] = np.interp(time[~there], time[there], column[there])
    return filled


def _before_closing(session: Session) -> np.ndarray:
    """(T,) what was before each grasp's move and is none of it: an earlier release, an opening."""
    time, hidden, since = session.time, np.zeros(len(session.time), bool), -np.inf
    for together in grasps(session.touches):
        landing = together[0].onset
        start = closing_start(time, session.motion.q, landing) - REST_S
        hidden |= (time > since) & (time < start)
        since = max(touch.onset for touch in together) + HELD_S
    return hidden


def _others_at_rest(session: Session, digit: str) -> np.ndarray:
    """(T, dof) [rad]: of the other digits only their inertia counts, and no noise."""
    q, of = np.array(session.motion.q), joint_digits(session.hand.joint_names)
    others = (of >= 0) & (of != DIGITS.index(digit))
    q[:, others] = np.nanmedian(q[:, others], axis=0)
    return q


def _carried(load: Load, T_palm_segment: np.ndarray) -> Load:
    point = load.place.point if load.points is None else load.points
    points = se3.apply(T_palm_segment, np.broadcast_to(point, (len(load.force), 3)))
    return load._replace(place=Place(PALM), points=points)


def _digit(load: Load) -> str:
    return group_of_segment(load.place.segment)
