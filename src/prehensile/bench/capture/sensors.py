"""How near to the truth sensors come, calibrated as a subject would: forces, angles, fingers.

Each seed is another subject: other samples of the part, another wearing, other forces. Trials are
those of `capture.sensors.trials`; constants were chosen on seeds 0 to 99.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.capture.sensors.fsr import Fsr
from prehensile.capture.sensors.markers import Markers
from prehensile.capture.sensors.nail.blanching import nail_blanching
from prehensile.capture.sensors.nail.linear import NailLine
from prehensile.capture.sensors.nail.neighbours import DIMENSIONS, NailNeighbours
from prehensile.capture.sensors.nail.parzen import parzen_density, tracked_mode
from prehensile.capture.sensors.nail.trial import NAIL_HZ, nail_trial
from prehensile.capture.sensors.readout.fsr_line import calibrate, fsr_forces
from prehensile.capture.sensors.readout.marker_angles import angle_rms, marker_angles
from prehensile.capture.sensors.readout.tango_calibration import filtered
from prehensile.capture.sensors.readout.tango_clusters import assigned, clusters, pressing_finger
from prehensile.capture.sensors.sampling import between
from prehensile.capture.sensors.tango import COLUMNS, ROWS, Tango, taxel_areas
from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.sensors.trials import grip_trial, press_course, probed, range_trial
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of

REFERENCE = {
    "fsr_force_rmse_N": "five resistors, each by the line of its own calibration",
    "fns_force_rmse_N": "one nail, six photodiodes: neighbours with the thresholded mean (3.1); no "
    "figure without the reference data",
    "fns_tracked_rmse_N": "the mode of (3.2)–(3.4), tracked, on the same data",
    "fns_linear_rmse_N": "a linear model, on the same data",
    "marker_angle_rms_deg": "at most 1.5 after each joint's constant offset",
    "tango_assigned": "at least 0.95: clusters given to the right finger",
}

FINGER_JOINTS = tuple(k for k, n in enumerate(JOINT_NAMES) if not n.startswith("wrist"))
PAD_ERROR = 0.002
"""[m] of each coordinate of a pad's place, once a trial: what markers leave after a fit"""
TANGO_KEEP = 0.7
"""of the filter at 100 Hz: as 0.9 at 50 Hz filters, less the lag, for fingers that come and go"""
EVERY = 5
"""images of the Tango of which one is looked at"""


class NailErrors(NamedTuple):
    """Root mean square errors [N] of one finger's normal force, on the same data."""

    neighbours: float | None
    """(3.1) with the thresholded mean"""
    tracked: float | None
    """mode of (3.2)–(3.4), tracked over time"""
    linear: float | None


def sensor_figures(seeds: Sequence[int]) -> dict[str, float | None]:
    """All figures of `REFERENCE`; none of nails without the photographs that drive them."""
    nail = NailErrors(None, None, None)
    if nail_blanching().source == "measured":
        nail = fns_force_rmse(seeds)
    return {
        "fsr_force_rmse_N": fsr_force_rmse(seeds),
        "fns_force_rmse_N": nail.neighbours,
        "fns_tracked_rmse_N": nail.tracked,
        "fns_linear_rmse_N": nail.linear,
        "marker_angle_rms_deg": marker_angle_rms(seeds),
        "tango_assigned": tango_assigned(seeds),
    }


def fsr_force_rmse(seeds: Iterable[int], seconds: float = 20.0) -> float:
    """[N] root mean square error of five FSRs, each by the line of its own calibration trial."""
    square = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        sensor = Fsr().worn(rng)
        learned, judged = (press_course(rng, seconds, 100.0) for _ in range(2))
        trial, test = sensor.observe(learned, rng), sensor.observe(judged, rng)
        known = _normal(learned, trial.time)
        lines = {d: calibrate(known[:, k], trial.channel(d)) for k, d in enumerate(DIGITS)}
        off = fsr_forces(test, lines).values - _normal(judged, test.time)
        square.append((off**2).mean())
    return float(np.sqrt(np.mean(square)))


def fns_force_rmse(seeds: Iterable[int], each_led: bool = False, bends: bool = False) -> NailErrors:
    """Of an index finger's nail: 83 s of training, then 66 s of test; the lag is found in training.

    Args:
        seeds: one trial each.
        each_led: 24 readings rather than 6.
        bends: whether the last two joints' angles are inputs, too.
    """
    square = []
    for seed in seeds:
        trial = nail_trial(seed, each_led=each_led, bends=bends)
        learned = trial.learned, trial.learned_force
        model = NailNeighbours.train(*learned, DIMENSIONS + 2 * bends)
        grid = np.arange(0.0, trial.learned_force.max() + 1.0, 0.1)
        found = (
            model.estimate(trial.tested),
            tracked_mode(parzen_density(model, trial.tested, grid), NAIL_HZ),
            NailLine.train(*learned).estimate(trial.tested),
        )
        square.append([((force - trial.tested_force) ** 2).mean() for force in found])
    return NailErrors(*(float(e) for e in np.sqrt(np.mean(square, axis=0))))


def marker_angle_rms(seeds: Iterable[int], seconds: float = 4.0) -> float:
    """[°] root mean square error of the finger joints through virtual markers of a known hand, each
    joint's constant offset left out.
    """
    square = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        clip, markers = range_trial(rng, seconds), Markers()
        stream = markers.observe(clip, rng)
        found = marker_angles(stream, markers.sites, hand_of(clip.hands[0]))
        true = angles_of(clip.at_times(found.time).hands[0])
        square.append(np.degrees(angle_rms(found, true, FINGER_JOINTS)) ** 2)
    return float(np.sqrt(np.mean(square)))


def tango_assigned(seeds: Iterable[int]) -> float:
    """Share of the clusters on a calibrated Tango that are given to the finger which makes them."""
    right = total = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        tango = Tango(unit=seed)
        calibration = probed(tango, rng)
        clip = grip_trial(rng, tango.radius)
        read = tango.observe(clip, rng).values.reshape(-1, ROWS, COLUMNS)
        smooth, shrink = filtered(read, TANGO_KEEP)
        pressure = calibration.pressed(calibration.pressure(smooth), shrink)
        pads = _pads_on_ball(clip) + rng.normal(0, PAD_ERROR, (len(DIGITS), 3))
        loads = finger_loads(clip, tango)
        for k in range(0, clip.n_frames, EVERY):
            found = clusters(pressure[k], tango.radius, calibration.rest.weight)
            given = assigned(found, pads[k], tango.radius).finger
            for cluster, finger in zip(found, given, strict=True):
                right += finger == pressing_finger(cluster, loads[:, k])
                total += 1
    return right / max(total, 1)


def finger_loads(clip: Clip, tango: Tango) -> np.ndarray:
    """(5, T, 8, 32) [N] that each finger brings to the taxels."""
    contacts, loads = clip.contacts, []
    for d in range(len(DIGITS)):
        mine = contacts.a == d
        alone = replace(contacts, force=np.where(mine[:, None], contacts.force, 0.0))
        loads.append(tango.pressure(replace(clip, contacts=alone)) * taxel_areas(tango.radius))
    return np.array(loads)


def _pads_on_ball(clip: Clip) -> np.ndarray:
    """(T, 5, 3) [m] pads of the first hand in the frame of the first body."""
    track = clip.hands[0]
    root = se3.from_pose7(track.T_world_forearm)
    pads, _ = pad_positions(hand_of(track), angles_of(track), root)
    return se3.apply(se3.inverse(se3.from_pose7(clip.bodies[0].pose))[:, None], pads)


def _normal(clip: Clip, times: np.ndarray) -> np.ndarray:
    """(n, 5) [N] true normal forces of the fingertips at times."""
    return between(clip, tip_forces(clip, clip.hands[0]).normal, times)
