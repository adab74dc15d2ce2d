"""Six setpoints from one example: equations (13) and (14) of Pollard & Zordan 2005.

As printed, (14) is always rank deficient: k_S B P_S + k_D B P_D = B (k_S P_S + k_D P_D), so only
c_i = k_S θ_i + k_D θ̇_i can be found, and only it acts in (5). We take θ̇_i as the blend-weighted
mean velocity of the example and then solve for θ_i.

Frames in contact have unknown torques (section 6) and are left out. A hand that grips the air
touches nothing: its gripping frames may be used, and then the grip setpoint is the closed pose and
not what the closing alone points to.
"""

import time
from dataclasses import dataclass
from typing import Literal

import numpy as np

from prehensile.control.example.example import AIR, GraspExample
from prehensile.control.example.loop import needed_pulls, runs_of, through_loop
from prehensile.control.law.gains import GRASPS, Gains
from prehensile.control.law.inertia import Meaning
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import GRIP, NAMES, NEUTRAL, OPEN, RELAX, RELEASE, RETURN
from prehensile.control.law.setpoints import Setpoints as Setpoints
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.joints import WRIST_JOINTS

Objective = Literal["tracking", "torque"]
OBJECTIVES = ("tracking", "torque")
LEAST_VISIT = 0.02
"""[s] A setpoint with less than this in all blends together is not shown by the example."""
BORROWED_FROM = {NEUTRAL: OPEN, RELEASE: OPEN, RELAX: OPEN, RETURN: NEUTRAL}
"""What stands in for a setpoint that the example does not show."""


@dataclass(frozen=True, eq=False)
class SetpointFit:
    """Setpoints, and how well they explain the example."""

    setpoints: Setpoints
    residual: np.ndarray
    """(dof,) [rad/s²] RMS of what is left of (14)"""
    predicted_error: np.ndarray
    """(dof,) [rad] RMS by which the hand will miss the example outside contact"""
    condition: float
    """of the blends of the frames used: 1 is best, above 1e3 setpoints are not told apart"""
    frames: int
    """that were used"""
    contact_frames: int
    """that were left out"""
    borrowed: tuple[str, ...]
    """setpoints that the example does not show, and that stand for others"""
    gains: Gains
    inertia: Meaning
    seconds: float
    """that the fit took"""

    @property
    def predicted_rms(self) -> float:
        """[rad] over all digit joints."""
        digits = [n not in WRIST_JOINTS for n in self.setpoints.joint_names]
        return float(np.sqrt((self.predicted_error[digits] ** 2).mean()))


def fit_setpoints(
    example: GraspExample,
    passive: PassiveTerm,
    gains: Gains = GRASPS,
    inertia: Meaning = "outboard",
    objective: Objective = "tracking",
    gripping: bool = False,
    within_limits: bool = True,
) -> SetpointFit:
    """Solve (14) by least squares, joint by joint.

    A setpoint may lie outside the joint limits; the pose that it stands for, ½(θ_i + θ_NEUTRAL),
    may not. A state that the example shows for a few frames only would else point anywhere, and
    fingers are thrown into their stops.

    Args:
        example: what to match.
        passive: τ_P that will act beside the setpoints.
        gains: to play with.
        inertia: meaning of I, to play with.
        objective: ``torque`` takes every frame's equation as it stands, as published;
            ``tracking`` passes both sides through the closed loop first, so that what is made
            small is the error of the angles and not of the accelerations.
        gripping: use the gripping frames of a recording in the air too.
        within_limits: keep the poses inside the limits of ``passive``; as published they are free.

    Raises:
        UnknownNameError: no such objective or meaning of I.
        InputError: no frame without contact, or gripping frames that press on an object.
    """
    if objective not in OBJECTIVES:
        raise UnknownNameError("objective", str(objective), OBJECTIVES)
    from scipy.optimize import lsq_linear  # here: it takes a while to load

    began = time.perf_counter()
    wanted, loop = needed_pulls(example, passive, gains, inertia)
    if gripping and example.driven_by != AIR:
        raise InputError(
            f"the gripping frames press on {example.driven_by!r} with forces that are not known: "
            "leave gripping=False."
        )
    blends, used = example.blends, ~example.contact | gripping
    if not used.any():
        raise InputError("every frame of the example is in contact: there is nothing to fit.")
    shown = blends[used].sum(axis=0) * example.motion.timestep >= LEAST_VISIT
    columns = np.flatnonzero(shown)
    runs = runs_of(used)
    found = np.zeros((len(NAMES), wanted.shape[1]))
    for j in range(wanted.shape[1]):
        rows, right = blends[:, columns], wanted[:, j : j + 1]
        if objective == "tracking":
            rows, right = through_loop(rows, runs, loop[j]), through_loop(right, runs, loop[j])
        limits = passive.lower[j], passive.upper[j]
        if within_limits and np.isfinite(limits).all():
            ends = gains.spring * (2 * np.array(limits) - passive.neutral[j])
            found[columns, j] = lsq_linear(rows[used], right[used, 0], bounds=ends).x
        else:
            found[columns, j] = np.linalg.lstsq(rows[used], right[used, 0], rcond=None)[0]
    left = (wanted - blends @ found) * used[:, None]
    missed = np.concatenate(
        [through_loop(left[:, j : j + 1], runs, loop[j]) for j in range(left.shape[1])], axis=1
    )
    borrowed = [i for i in range(len(NAMES)) if not shown[i]]
    for i in borrowed:
        found[i] = found[_lender(i, shown)]
    rate = _mean_rates(example, used, shown)
    return SetpointFit(
        setpoints=Setpoints(
            example.hand.joint_names, (found - gains.damper * rate) / gains.spring, rate
        ),
        residual=np.sqrt((left[used] ** 2).mean(axis=0)),
        predicted_error=np.sqrt((missed[used] ** 2).mean(axis=0)),
        condition=float(np.linalg.cond(blends[used][:, columns])),
        frames=int(used.sum()),
        contact_frames=int((~used).sum()),
        borrowed=tuple(NAMES[i] for i in borrowed),
        gains=gains,
        inertia=inertia,
        seconds=time.perf_counter() - began,
    )


def fit_as_published(
    example: GraspExample,
    passive: PassiveTerm,
    gains: Gains = GRASPS,
    inertia: Meaning = "outboard",
) -> SetpointFit:
    """(14) as section 5 solves it: every frame without contact as it stands, nothing bounded."""
    return fit_setpoints(example, passive, gains, inertia, "torque", within_limits=False)


def _lender(i: int, shown: np.ndarray) -> int:
    """The setpoint that stands in for one that is not shown."""
    while not shown[i]:
        i = BORROWED_FROM.get(i, GRIP if shown[GRIP] else OPEN)
    return i


def _mean_rates(example: GraspExample, used: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """θ̇_i (6, dof) [rad/s]; zero for setpoints that the example does not show."""
    weights = np.clip(example.blends, 0, None) * used[:, None]
    total = weights.sum(axis=0)
    mean = weights.T @ example.motion.qd / np.where(total > 0, total, 1.0)[:, None]
    return np.where(shown[:, None], mean, 0.0)
