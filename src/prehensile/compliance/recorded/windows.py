"""Contacts of a session cut out: what happened either side of each touch, and the torques."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Touch
from prehensile.compliance.recorded.levers import acting_force, load_levers
from prehensile.compliance.recorded.pressing_force import pressing_force
from prehensile.compliance.recorded.session import Session
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

LEVER_NODES = 9
"""places in a window where lever arms are computed; between them they are interpolated"""
EARLY = 0.004
"""[s] before a marked onset that is left out as well: a touch begins before it is felt"""


BOUNCE_S = 0.04
"""[s] after an onset in which the force is taken as it was measured, vibration or not"""
LEAVING_S = 0.05
"""[s] before a touch ends that are left out: it is being broken"""
RESTING, REST_S = 0.12, 0.16
"""share of a move's speed below which it has not begun, and [s] of rest kept before it"""


class ContactWindow(NamedTuple):
    """One touch: N samples at even times, from before the onset to after the vibration."""

    touch: Touch
    time: np.ndarray
    """(N,) [s] from the onset"""
    q: np.ndarray
    """(N, n) [rad] of the joints asked for, as measured; NaN where not"""
    smooth: np.ndarray
    """(N, dof) [rad] of all joints: a fit with a kink at the onset"""
    torque: np.ndarray
    """(N, n) [Nm] of all forces on the hand, by lever arms of the smooth fit"""
    arms: np.ndarray
    """(N, n, 3) [m] ∂point/∂q of the touch's own place"""
    used: np.ndarray
    """(N,) samples before the onset and after the vibration, measured and sound"""
    planned: float
    """[N]"""
    forces: Mapping[str, np.ndarray]
    """(N, 3) [N] on the hand by contact, world, as the torque has them"""
    force_noise: float
    """[N] of one axis and sample of the touch's own force, about its smooth course"""
    lost: float
    """share of its samples whose force is missing or saturated, or whose motion is not seen"""
    released: bool = False
    """about the end of the touch: times are from that, torques from the window's first"""

    @property
    def zero(self) -> float:
        """[s] of the session's clock at which the window's time is nought."""
        return self.touch.end if self.released else self.touch.onset

    @property
    def before(self) -> np.ndarray:
        """(N,) used samples before the onset."""
        return self.used & (self.time < 0)

    @property
    def after(self) -> np.ndarray:
        """(N,) used samples after the vibration."""
        return self.used & (self.time >= 0)


def joints_to(hand: Hand, segment: str) -> set[str]:
    """Joints on the way from the forearm to a segment."""
    found: set[str] = set()
    name: str | None = segment
    while name is not None:
        found |= {joint.name for joint in hand.segments[name].joints}
        name = hand.segments[name].parent
    return found


def moved_joints(session: Session) -> tuple[str, ...]:
    """Joints on the way from the forearm to any place that was touched."""
    hand = session.hand
    found = set().union(*(joints_to(hand, load.place.segment) for load in session.loads.values()))
    return tuple(name for name in hand.joint_names if name in found)


def contact_windows(
    session: Session, joints: Sequence[str], before: float, after: float, from_rest: bool = False
) -> tuple[ContactWindow, ...]:
    """Cut a session at its touches.

    Args:
        session: whose.
        joints: names, n of them.
        before: [s] the onset.
        after: [s] the end of the vibration.
        from_rest: leave out what was before the move that leads to a touch.

    Raises:
        InputError: no touch has motion on both sides.
    """
    found = [_window(session, touch, joints, before, after, from_rest) for touch in session.touches]
    kept = tuple(window for window in found if window is not None)
    if not kept:
        raise InputError("no touch of the recording has motion before and after it.")
    return kept


def _window(
    session: Session,
    touch: Touch,
    joints: Sequence[str],
    before: float,
    after: float,
    from_rest: bool,
) -> ContactWindow | None:
    time = session.time
    last = min(touch.settled + after, touch.end - LEAVING_S)
    rows = np.flatnonzero((time >= touch.onset - before) & (time <= last))
    if from_rest:
        rows = from_move(session, rows, touch.onset)
    return cut_window(session, touch, joints, rows)


def from_move(session: Session, rows: np.ndarray, zero: float) -> np.ndarray:
    """Of samples about an instant, those since the move that leads to it, and some rest."""
    return rows[_moving(session.time[rows] - zero, session.motion.q[rows]) :]


def cut_window(
    session: Session,
    touch: Touch,
    joints: Sequence[str],
    rows: np.ndarray,
    released: bool = False,
) -> ContactWindow | None:
    """The window of some samples of a session, one after another; None where too few are left.

    Args:
        session: whose.
        touch: that begins within, or ends.
        joints: names, n of them.
        rows: (N,) samples.
        released: whether the touch's end is looked at. Torques are then counted from the window's
            first: what held a joint bent when it began is part of its reference's level.
    """
    rows = rows[int(np.isfinite(session.motion.q[rows]).all(1).argmax()) if len(rows) else 0 :]
    if len(rows) < 8:
        return None
    t = session.time[rows] - (touch.end if released else touch.onset)
    hand, q = session.hand, session.motion.q[rows]
    columns = [hand.joint_index(name) for name in joints]
    shown = np.isfinite(q[:, columns]).all(1)
    vibration = 0.0 if released else touch.settled - touch.onset
    quiet = (t < -EARLY) | (t >= vibration)
    sound = np.logical_and.reduce([load.sound[rows] for load in session.loads.values()])
    used = shown & quiet & sound
    if (used & (t < 0)).sum() < 4 or (used & (t >= 0)).sum() < 4:
        return None
    smooth = kinked_fit(t, q, used)
    T = session.motion.T_world_forearm
    T = T[rows] if T.ndim == 3 else T
    nodes = np.unique(np.linspace(0, len(rows) - 1, LEVER_NODES).round().astype(int))
    torque, arms = np.zeros((len(rows), len(joints))), np.zeros((len(rows), len(joints), 3))
    forces, noise = {}, 0.0
    for name, load in session.loads.items():
        forearm = T[nodes] if T.ndim == 3 else T
        found = load_levers(hand, smooth[nodes], forearm, load, rows[nodes])
        levers, point = (_between(t, t[nodes], part) for part in found)
        push = acting_force(load, rows, hand, smooth, T, point)
        if name == touch.contact:
            arms = np.swapaxes(levers[:, :, columns], 1, 2)
            raw, toward = max(vibration, BOUNCE_S), -1 if released else 1
            measured = push
            # A release is a touch whose time runs backwards.
            push = pressing_force(toward * t[::toward], push[::toward], raw, sound[::toward])
            push = push[::toward]
            late = sound & (toward * t >= raw)
            noise = float(np.std((measured - push)[late])) if late.sum() > 8 else load.noise
        forces[name] = push
        torque += np.einsum("tij,ti->tj", levers[:, :, columns], push)
    if released:
        torque -= torque[0]
    return ContactWindow(
        touch, t, q[:, columns], smooth, torque, arms, used, session.planned_force(touch), forces,
        noise, float(1 - (shown & sound).mean()), released,
    )  # fmt: skip


def _moving(t: np.ndarray, q: np.ndarray) -> int:
    """The first sample of the move that leads to the touch, with some rest before it."""
    before = np.flatnonzero(t < 0)
    if len(before) < 30:
        return 0
    step = max(1, len(before) // max(1, round(-t[0] / 0.02)))
    nodes = before[::step]
    seen = np.isfinite(q).all(1)
    if seen.sum() < 4:
        return 0
    slow = np.stack([np.convolve(np.interp(t, t[seen], column[seen]), np.ones(2 * step + 1)
                     / (2 * step + 1), "same")[nodes] for column in q.T], axis=1)  # fmt: skip
    noise = np.median(np.abs(np.diff(q[seen], axis=0)), axis=0) + 1e-6
    speed = np.linalg.norm(np.diff(slow[::2], axis=0) / noise, axis=1)
    speed = np.convolve(speed, np.ones(3) / 3, "same")
    slowest = np.flatnonzero(speed < RESTING * speed[len(speed) // 3 :].max())
    if not slowest.size:
        return 0
    begin = t[nodes[::2][slowest[-1]]] - REST_S
    return int(np.searchsorted(t, begin))


def kinked_fit(t: np.ndarray, q: np.ndarray, used: np.ndarray) -> np.ndarray:
    """(N, dof) cubics before and after t = 0 that meet there: lever arms free of the noise.

    Lever arms from the noisy angles themselves would go with their noise and inflate compliance.
    """
    u = t / max(np.abs(t).max(), 1e-9)
    bent = np.maximum(u, 0.0)
    X = np.stack([np.ones_like(u), u, u**2, u**3, bent, bent**2, bent**3], axis=1)
    there = np.isfinite(q).all(1) & used
    ridge = 1e-6 * np.eye(X.shape[1])
    A = X[there]
    return X @ np.linalg.solve(A.T @ A + ridge, A.T @ np.where(there[:, None], q, 0.0)[there])


def _between(t: np.ndarray, nodes: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values (m, ...) at nodes, at times (N,): straight lines between."""
    at = np.clip(np.searchsorted(nodes, t, "right") - 1, 0, len(nodes) - 2)
    part = ((t - nodes[at]) / (nodes[at + 1] - nodes[at])).reshape(-1, *[1] * (values.ndim - 1))
    return (1 - part) * values[at] + part * values[at + 1]
