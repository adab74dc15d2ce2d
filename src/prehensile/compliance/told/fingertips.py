"""How fingertips of an estimated hand give way: endpoint compliance in the posture of touching."""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.model.compliant_hand import Place, endpoint_compliance, stiffness_along
from prehensile.compliance.recorded.levers import touching_point
from prehensile.compliance.recorded.session import Load
from prehensile.compliance.told.hand_drawing import Soft
from prehensile.hand.compliance import HandCompliance
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

DRAWS, SEED = 24, 0
"""draws from the covariance, and their seed: the same estimate draws the same page"""


class Posture(NamedTuple):
    """In which a session touches: the median of all onsets."""

    q: np.ndarray
    """(dof,) [rad]"""
    T_world_forearm: np.ndarray
    """(4, 4)"""


class Fingertip(NamedTuple):
    """One contact's."""

    contact: str
    direction: np.ndarray
    """(3,) unit, world: the mean force on the finger"""
    soft: Soft

    def stiffness(self) -> tuple[np.ndarray, np.ndarray]:
        """[N/m] along the force, free and held sideways: the value and 90 % of the draws, (3,)."""
        found = [
            np.array(stiffness_along(G, self.direction))
            for G in (self.soft.compliance, *self.soft.draws)
        ]
        low, high = np.percentile(np.array(found)[1:], [5, 95], axis=0)
        free, held = np.stack([found[0], low, high], axis=1)
        return free, held


def touching_posture(estimate: Estimate) -> Posture:
    """The one that all fingertips of an estimate are drawn and weighed in."""
    session = estimate.session
    windows = [window for window in estimate.windows if not window.released]
    q = np.median([w.smooth[int(np.abs(w.time).argmin())] for w in windows], axis=0)
    T = session.motion.T_world_forearm
    if T.ndim == 3:
        T = T[int(session.time.searchsorted(windows[len(windows) // 2].touch.onset))]
    return Posture(q, T)


def fingertips(estimate: Estimate, posture: Posture) -> tuple[Fingertip, ...]:
    """Of every contact that was touched."""
    drawn = _drawn(estimate.hand_compliance())
    touched = {window.touch.contact for window in estimate.windows}
    return tuple(
        _fingertip(estimate, load, posture, drawn)
        for load in estimate.session.loads.values()
        if load.contact.name in touched
    )


def _fingertip(
    estimate: Estimate, load: Load, posture: Posture, drawn: list[HandCompliance]
) -> Fingertip:
    hand, (q, T) = estimate.session.hand, posture
    pose = segment_transforms(hand, q, T)[load.place.segment]
    point = np.asarray(load.place.point, float)
    if load.points is not None:
        point = np.nanmedian(load.points[_touching(estimate, load)], axis=0)
    if load.inward is not None:
        point = touching_point(hand, load.place, pose[None], load.inward)[0]
    place = Place(load.place.segment, point)
    G = np.array([endpoint_compliance(hand, q, place, C, T) for C in drawn])
    soft = Soft(se3.apply(pose, point), G[0], G[1:], load.inward)
    return Fingertip(load.contact.name, _direction(estimate, load, pose), soft)


def _direction(estimate: Estimate, load: Load, pose: np.ndarray) -> np.ndarray:
    """(3,) unit: where the force goes on average, or out of a one-axis sensor."""
    if load.force.shape[1] == 1:
        return -pose[:3, :3] @ np.asarray(load.contact.direction, float)
    mean = load.force[_touching(estimate, load)].mean(axis=0)
    return mean / max(float(np.linalg.norm(mean)), 1e-12)


def _touching(estimate: Estimate, load: Load) -> np.ndarray:
    """(T,) samples of a contact's touches that are sound."""
    time, on = estimate.session.time, np.zeros(len(load.force), bool)
    for touch in estimate.session.touches:
        if touch.contact == load.contact.name:
            on |= (time >= touch.onset) & (time <= touch.end)
    return on & load.sound


def _drawn(compliance: HandCompliance) -> list[HandCompliance]:
    """The estimate itself, then others that its covariance allows."""
    from dataclasses import replace

    rng = np.random.default_rng(SEED)
    logs = rng.multivariate_normal(
        np.zeros(len(compliance.joint_names)), compliance.covariance, DRAWS, method="eigh"
    )
    scale = np.exp(0.5 * logs)  # S C S keeps C symmetric and positive
    return [
        compliance,
        *(replace(compliance, compliance=compliance.compliance * np.outer(s, s)) for s in scale),
    ]
