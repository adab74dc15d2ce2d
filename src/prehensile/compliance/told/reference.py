"""The reference trajectory: where the hand would have gone had nothing been there (Kry 2005, 4.14).

θ_r = θ − Σ C Jᵢᵀ fᵢ. Impact vibration in the force would shake it: the force is filtered first.
Pushed by the same forces, the compliant hand repeats the recorded motion.
"""

import numpy as np

from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.recorded.session import Load, Session
from prehensile.compliance.recorded.windows import touching_point
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.smoothing import smooth

FILTER = 0.3
"""α of the exponential filter, the newest force's share; the thesis took less than 0.5"""
SLOW_HZ = 20.0
"""[Hz] filter of the angles themselves, both ways; 0 leaves them as measured"""


def session_torques(session: Session, q: np.ndarray, alpha: float = FILTER) -> np.ndarray:
    """(T, dof + 3) [Nm] of all forces at poses (T, dof), the last three [N] at the root.

    Args:
        session: whose loads.
        q: (T, dof) [rad]
        alpha: of the exponential filter of the forces; 1 for none.
    """
    if not 0 < alpha <= 1:
        raise InputError(f"the force filter's share is {alpha:g}; expected above 0, at most 1.")
    hand, T = session.hand, session.motion.T_world_forearm
    total = np.zeros((len(q), hand.dof + 3))
    for load in session.loads.values():
        pose = segment_transforms(hand, q, T)[load.place.segment]
        point = np.asarray(load.place.point if load.points is None else load.points, float)
        if load.inward is not None:
            point = touching_point(hand, load.place, pose, load.inward)
        where = se3.apply(pose, np.broadcast_to(point, (len(q), 3)))
        force = _touching(session, load, _force(load, pose, where))
        force = _exponential(force, alpha)
        total += contact_torques(hand, q, Place(load.place.segment, point), force, T)
    return total


def reference_trajectory(
    session: Session, compliance: HandCompliance, alpha: float = FILTER, cutoff_hz: float = SLOW_HZ
) -> Clip:
    """θ_r of (4.14) as a clip whose ``meta["reference"]`` says what it is.

    The root's three translations move the forearm.

    Args:
        session: what was recorded.
        compliance: of the hand.
        alpha: of the exponential filter of the forces; 1 for none.
        cutoff_hz: of the angles' filter; 0 for none.
    """
    C = compliance.of(session.hand)
    q = filled_angles(session, cutoff_hz)
    bent = session_torques(session, q, alpha) @ C
    forearm = np.broadcast_to(session.motion.T_world_forearm, (len(q), 4, 4)).copy()
    forearm[:, :3, 3] -= bent[:, session.hand.dof :]
    frames = len(q)
    track = HandTrack(
        session.hand.side,
        session.hand.spec.to_json(),
        session.hand.joint_names,
        q - bent[:, : session.hand.dof],
        se3.to_pose7(forearm),
    )
    return Clip(
        time=session.time,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
        meta={
            "reference": "θ − C Jᵀ f (Kry 2005, 4.14)",
            "task": session.task,
            "force_filter": alpha,
            "angle_filter_hz": cutoff_hz,
        },
    )


def filled_angles(session: Session, cutoff_hz: float) -> np.ndarray:
    """(T, dof) [rad] with gaps bridged by straight lines, and filtered."""
    time, q = session.time, session.motion.q.copy()
    for column in q.T:
        there = np.isfinite(column)
        if not there.any():
            raise InputError("a joint of the recording was never measured.")
        column[~there] = np.interp(time[~there], time[there], column[there])
    if cutoff_hz:
        q = smooth(q, 1 / float(np.median(np.diff(time))), cutoff_hz)
    return q


def _force(load: Load, pose: np.ndarray, where: np.ndarray) -> np.ndarray:
    """(T, 3) [N] on the hand, world."""
    if load.force.shape[1] == 1:
        return -(pose[:, :3, :3] @ np.asarray(load.contact.direction)) * load.force
    if load.wrench is not None:
        return load.wrench.force_at(np.arange(len(where)), where)
    if load.reach is not None:
        return load.force * load.reach.correction(where)[:, None]
    return load.force


def _touching(session: Session, load: Load, force: np.ndarray) -> np.ndarray:
    """Nothing where nothing touches: noise at rest would shake the reference."""
    on = np.zeros(len(force), bool)
    for touch in session.touches:
        if touch.contact == load.contact.name:
            on |= (session.time >= touch.onset) & (session.time <= touch.end)
    return np.where(on[:, None], force, 0.0)


def _exponential(values: np.ndarray, alpha: float) -> np.ndarray:
    if alpha == 1:
        return values
    from scipy.signal import lfilter

    return np.asarray(lfilter([alpha], [1, alpha - 1], values, axis=0))
