"""Velocities of setpoints: poses as they are, and no velocity that the example does not show.

Only c_i = k_S θ_i + k_D θ̇_i can be found from an example. At rest c_i has to stand for a pose of
the hand, so `fit_setpoints` bounds it; but a hand lags its springs by k_D/k_S, a quarter of a
second, and then comes too late. Here θ_i stands for that pose, and θ̇_i, which counts while the hand
is on its way, is fitted for itself: between the least and the greatest velocity of the frames in
which the example is drawn to it.
"""

from dataclasses import replace

import numpy as np

from prehensile.control.example.example import GraspExample
from prehensile.control.example.fit import SetpointFit
from prehensile.control.example.loop import needed_pulls, runs_of, through_loop
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import NAMES, Setpoints

DRAWN = 0.1
"""Share of a blend from which a frame shows a setpoint's velocity"""


def with_shown_rates(fit: SetpointFit, example: GraspExample, passive: PassiveTerm) -> SetpointFit:
    """The same poses, with velocities that make the hand follow the example before contact.

    Args:
        fit: of it, whose resting poses are kept.
        example: what to match; frames in contact are left out.
        passive: τ_P it was fitted with.
    """
    from scipy.optimize import lsq_linear  # here: it takes a while to load

    gains, blends, used = fit.gains, example.blends, ~example.contact
    rest = fit.setpoints.rest_poses(passive.neutral, gains)
    angle = 2 * rest - passive.neutral
    wanted, loop = needed_pulls(example, passive, gains, fit.inertia)
    left, runs = wanted - gains.spring * blends @ angle, runs_of(used)
    shown = [i for i, name in enumerate(NAMES) if (blends[used, i] > DRAWN).any()]
    least, most = (np.zeros_like(angle) for _ in range(2))
    for i in shown:
        seen = example.motion.qd[used & (blends[:, i] > DRAWN)]
        least[i], most[i] = np.minimum(seen.min(axis=0), 0), np.maximum(seen.max(axis=0), 0)
    rate = np.zeros_like(angle)
    missed = np.zeros_like(left)
    for j in range(angle.shape[1]):
        columns = [i for i in shown if least[i, j] < most[i, j]]
        rows = gains.damper * through_loop(blends[:, columns], runs, loop[j])
        right = through_loop(left[:, j : j + 1], runs, loop[j])[:, 0]
        if columns:
            ends = least[columns, j], most[columns, j]
            rate[columns, j] = lsq_linear(rows[used], right[used], bounds=ends).x
        missed[:, j] = right - rows @ rate[columns, j]
    left = left - gains.damper * blends @ rate
    return replace(
        fit,
        setpoints=Setpoints(fit.setpoints.joint_names, angle, rate),
        residual=np.sqrt((left[used] ** 2).mean(axis=0)),
        predicted_error=np.sqrt((missed[used] ** 2).mean(axis=0)),
    )
