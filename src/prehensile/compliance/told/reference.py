"""The reference trajectory: where the hand would have gone had nothing been there (Kry 2005, 4.14).

θ_r = θ − Σ C Jᵢᵀ fᵢ. Impact vibration in the force would shake it, so that the force is filtered;
or, where a touch begins and ends, it is blended with the trajectory extrapolated from before and
with the motion itself (4.3). Pushed by the same forces, the compliant hand repeats the motion.
"""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.contact_fit import ContactFit
from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.grasp_estimate import SHARED
from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.recorded.levers import touching_point
from prehensile.compliance.recorded.session import Load, Session
from prehensile.compliance.recorded.windows import ContactWindow
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.smoothing import smooth

FORCE_HZ = 25.0
"""[Hz] filter of the force; α < 0.5 at 500 Hz, which the thesis took, is below 55 Hz"""
SMOOTH_HZ = 6.0
"""[Hz] filter of the reference itself: it has no kink at a contact, bend and torque cancel. Moves
of half a second pass; chosen on lab seeds 0–2, from 4, 6, 10 and 20"""
LEVER_HZ = 20.0
"""[Hz] filter of the angles that lever arms are taken at"""
BLEND_S = 0.1
"""[s] that a change from one trajectory to the other takes"""
STILL = 1e-6
"""[N] of force below which no torque is computed"""


class Smoothing(NamedTuple):
    """How a reference is kept smooth. Filters have no delay."""

    force_hz: float = FORCE_HZ
    """of the force; 0 for none"""
    smooth_hz: float = SMOOTH_HZ
    """of the reference; 0 for none"""
    blend_s: float = 0.0
    """[s] of blending at onset and release; 0 for none"""


FILTERED = Smoothing()
BLENDED = Smoothing(force_hz=0.0, blend_s=BLEND_S)
"""forces as measured, and blending instead (4.3)"""


def session_torques(session: Session, q: np.ndarray, force_hz: float = FORCE_HZ) -> np.ndarray:
    """(T, dof + 3) [Nm] of all forces at poses (T, dof), the last three [N] at the root.

    Args:
        session: whose loads.
        q: (T, dof) [rad]
        force_hz: of the forces' filter; 0 for none.
    """
    hand, T = session.hand, session.motion.T_world_forearm
    total = np.zeros((len(q), hand.dof + 3))
    for load in session.loads.values():
        pose = segment_transforms(hand, q, T, load.place.segment)[load.place.segment]
        point = np.asarray(load.place.point if load.points is None else load.points, float)
        point = np.broadcast_to(point, (len(q), 3))
        if load.inward is not None:
            point = touching_point(hand, load.place, pose, load.inward)
        force = _touching(session, load, _force(load, pose, se3.apply(pose, point)))
        if force_hz:
            force = smooth(force, _rate(session), force_hz)
        on = np.abs(force).max(axis=1) > STILL
        forearm = T[on] if T.ndim == 3 else T
        total[on] += contact_torques(
            hand, q[on], Place(load.place.segment, point[on]), force[on], forearm
        )
    return total


def reference_trajectory(
    session: Session,
    compliance: HandCompliance,
    smoothing: Smoothing = FILTERED,
    estimate: Estimate | None = None,
) -> Clip:
    """θ_r of (4.14) as a clip whose ``meta["reference"]`` says what it is.

    The root's three translations move the forearm.

    Args:
        session: what was recorded.
        compliance: of the hand.
        smoothing: `FILTERED`, `BLENDED`, or with other numbers.
        estimate: of this session; its extrapolations are what `BLENDED` blends with.

    Raises:
        InputError: blending without an estimate, a filter out of range.
    """
    hand, C = session.hand, compliance.of(session.hand)
    q = filled_angles(session)
    bent = session_torques(session, smooth(q, _rate(session), LEVER_HZ), smoothing.force_hz) @ C
    found = np.concatenate([q, np.zeros((len(q), 3))], axis=1) - bent
    if smoothing.blend_s:
        if estimate is None:
            raise InputError("blending needs the estimate whose extrapolations it blends with.")
        found = _blended(found, found + bent, estimate, smoothing.blend_s)
    if smoothing.smooth_hz:
        found = smooth(found, _rate(session), smoothing.smooth_hz)
    forearm = np.broadcast_to(session.motion.T_world_forearm, (len(q), 4, 4)).copy()
    forearm[:, :3, 3] += found[:, hand.dof :]
    track = HandTrack(
        hand.side,
        hand.spec.to_json(),
        hand.joint_names,
        found[:, : hand.dof],
        se3.to_pose7(forearm),
    )
    return Clip(
        time=session.time,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(len(q)),
        finger_force=np.zeros((len(q), 1, 5)),
        palm_force=np.zeros((len(q), 1)),
        meta={
            "reference": "θ − C Jᵀ f: where the springs rest (Kry 2005, 4.14)",
            "task": session.task,
            **{name: float(value) for name, value in smoothing._asdict().items()},
        },
    )


def filled_angles(session: Session) -> np.ndarray:
    """(T, dof) [rad] with gaps bridged by straight lines."""
    time, q = session.time, session.motion.q.copy()
    for column in q.T:
        there = np.isfinite(column)
        if not there.any():
            raise InputError("a joint of the recording was never measured.")
        column[~there] = np.interp(time[~there], time[there], column[there])
    return q


def _blended(
    reference: np.ndarray, measured: np.ndarray, estimate: Estimate, seconds: float
) -> np.ndarray:
    """(T, dof + 3): extrapolated after each onset, measured before each release (4.3).

    Where a contact was left out, its extrapolation is no better: those joints are as they were.
    """
    found = reference.copy()
    for one in estimate.with_fits:
        hand, own = one.session.hand, np.arange(found.shape[1])
        if one is not estimate:  # a digit of several: the others may hold on
            mine = [k for k, why in enumerate(one.reason) if why != SHARED]
            own = np.array([hand.joint_index(one.joints[k]) for k in mine])
        columns = np.array([hand.joint_index(name) for name in one.fitted])
        told = [one.joints.index(name) for name in one.fitted]
        assert one.fit is not None
        for k, (window, fit) in enumerate(zip(one.windows, one.fit.contacts, strict=True)):
            if window.released:
                continue
            _blend_release(found, measured, one.session.time, window, own, seconds)
            good = one.accepted[k, told]
            _blend_onset(found, fit, good, one.session.time, window, columns[good], seconds)
    return found


def _blend_release(
    found: np.ndarray,
    measured: np.ndarray,
    time: np.ndarray,
    window: ContactWindow,
    columns: np.ndarray,
    seconds: float,
) -> None:
    """Go over to what was measured, in place."""
    end = window.touch.end
    last = max(end - seconds, window.touch.settled)
    rows = np.flatnonzero((time >= last) & (time <= end))
    share = minimum_jerk((time[rows] - last) / max(end - last, 1e-9))[0][:, None]
    at = np.ix_(rows, columns)
    found[at] = (1 - share) * found[at] + share * measured[at]


def _blend_onset(
    found: np.ndarray,
    fit: ContactFit,
    good: np.ndarray,
    time: np.ndarray,
    window: ContactWindow,
    columns: np.ndarray,
    seconds: float,
) -> None:
    """Follow the extrapolation of ``good`` joints, which are ``columns``, in place."""
    touch = window.touch
    rows = np.flatnonzero((time > touch.onset - seconds) & (time < touch.settled + seconds))
    t = time[rows] - touch.onset
    inside = (t >= window.time[0]) & (t <= window.time[-1])
    rows, t = rows[inside], t[inside]
    came = minimum_jerk((t + seconds) / seconds)[0]
    gone = minimum_jerk((t - (touch.settled - touch.onset)) / seconds)[0]
    share, at = (came - gone)[:, None], np.ix_(rows, columns)
    found[at] = (1 - share) * found[at] + share * fit.reference(t)[:, good]


def _rate(session: Session) -> float:
    """[Hz]"""
    return 1 / float(np.median(np.diff(session.time)))


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
