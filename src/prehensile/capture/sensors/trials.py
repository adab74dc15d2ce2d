"""Calibration trials: what a subject is asked to do in front of a sensor, as a clip of known truth.

A hand presses with given forces, moves through its range, or grips a ball. No physics: contacts are
where and as strong as asked, so that a sensor's own errors are all that is left.
"""

import numpy as np

from prehensile.capture.sensors.readout.tango_calibration import (
    Probe,
    TangoCalibration,
    calibrate_tango,
    rest_of,
)
from prehensile.capture.sensors.tango import COLUMNS, ROWS, Tango, taxel_areas
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.mesh.decimate import solid_triangles
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.pad_load import tip_transforms
from prehensile.motion.tracks import BodyTrack, HandTrack

LEAST = 1e-6
"""[N] below which a finger does not touch"""
SLOW_HZ = 0.3
"""of the waves that movements and forces are made of, the slowest three of them"""


HARDEST = 4.0
"""[N] normal force of a course (Figure 3.7)"""
SLANT = 0.3
"""tangential over normal force, at most"""


def press_trial(
    time: np.ndarray, force: np.ndarray, q: np.ndarray | None = None, body: str = "plate"
) -> Clip:
    """Fingertips that press on something with given forces, in the middle of their pads.

    Args:
        time: (T,) [s]
        force: (T, 5, 3) [N] exerted, in the frames of the last segments; −z is out of the pad, and
            where it is not above zero the finger does not touch.
        q: (dof,) or (T, dof) [rad]; the relaxed hand if left out.
        body: name of what is pressed.

    Raises:
        InputError: shapes that do not fit.
    """
    hand = HandSpec.mean().build()
    force = np.asarray(force, float)
    if force.shape != (len(time), len(DIGITS), 3):
        raise InputError(f"forces must have shape ({len(time)}, 5, 3), got {force.shape}.")
    angles = np.broadcast_to(hand.spec.rest if q is None else q, (len(time), hand.dof))
    forearm = np.tile(se3.to_pose7(np.eye(4)), (len(time), 1))
    T = tip_transforms(hand, angles, forearm)
    pads = np.array([hand.segments[TIP_SEGMENT[d]].pad for d in DIGITS])
    touching = -force[..., 2] > LEAST
    frame, digit = np.nonzero(touching)
    R = T[..., :3, :3]
    return _clip(
        hand, time, angles, forearm, (), body, frame, digit,
        pos=se3.apply(T, pads)[touching],
        normal=-R[touching][:, :, 2],
        force=np.einsum("tdij,tdj->tdi", R, force)[touching],
    )  # fmt: skip


def press_course(rng: np.random.Generator, seconds: float, rate_hz: float) -> Clip:
    """All fingers press and let go, slowly and fast, and push a little sideways."""
    time = np.arange(int(seconds * rate_hz) + 1) / rate_hz
    force = np.zeros((len(time), len(DIGITS), 3))
    normal = HARDEST * np.maximum(waves(time, len(DIGITS), rng), 0.0)
    force[..., 2] = -normal
    for axis in (0, 1):
        force[..., axis] = SLANT * normal * waves(time, len(DIGITS), rng)
    q = np.tile(HandSpec.mean().rest, (len(time), 1))
    bends = [k for k, name in enumerate(JOINT_NAMES) if name.endswith(("pip_flex", "dip_flex"))]
    q[:, bends] += 0.2 * waves(time, len(bends), rng)
    return press_trial(time, force, q)


def range_trial(rng: np.random.Generator, seconds: float = 8.0, rate_hz: float = 500.0) -> Clip:
    """Every joint of the fingers through most of its range, palm turning: slow smooth waves."""
    hand = HandSpec.mean().build()
    time = np.arange(int(seconds * rate_hz) + 1) / rate_hz
    middle, reach = 0.5 * (hand.lower + hand.upper), 0.35 * (hand.upper - hand.lower)
    angles = middle + reach * waves(time, hand.dof, rng)
    angles[:, [k for k, name in enumerate(hand.joint_names) if name.startswith("wrist")]] = 0.0
    turn = se3.exp(waves(time, 6, rng) * np.repeat([0.1, 0.4], 3))
    none = np.zeros(0, int)
    return _clip(
        hand, time, angles, se3.to_pose7(turn), (), "plate", none, none,
        *(np.zeros((0, 3)) for _ in range(3)),
    )  # fmt: skip


def grip_trial(
    rng: np.random.Generator,
    radius: float,
    seconds: float = 3.0,
    rate_hz: float = 100.0,
    body: str = "tango",
) -> Clip:
    """Fingertips that grip a ball and let go one after the other, each at its own time.

    The ball lies where a sphere of its radius comes nearest to the five pads of a half closed hand.
    """
    from scipy.optimize import least_squares

    hand = HandSpec.mean().build()
    time = np.arange(int(seconds * rate_hz) + 1) / rate_hz
    bend = 1.0 + 0.15 * rng.normal()
    angles = hand.spec.rest * bend + 0.05 * rng.normal(size=hand.dof)
    angles = np.clip(angles, hand.lower, hand.upper)
    forearm = np.tile(se3.to_pose7(np.eye(4)), (len(time), 1))
    T = tip_transforms(hand, angles[None], forearm[:1])[0]
    pads = np.array([hand.segments[TIP_SEGMENT[d]].pad for d in DIGITS])
    at = se3.apply(T, pads)
    start = (at - radius * T[:, :3, 2] * -1.0).mean(0)
    centre = least_squares(lambda c: np.linalg.norm(at - c, axis=1) - radius, start).x
    out = (at - centre) / np.linalg.norm(at - centre, axis=1, keepdims=True)
    strength = np.maximum(rng.uniform(0.5, 3.0, 5) * (0.6 + waves(time, 5, rng)), 0.0)
    frame, digit = np.nonzero(strength > LEAST)
    vertices, faces = solid_triangles("sphere", np.array([radius, 0, 0]))
    pose = np.tile(np.concatenate([centre, [1.0, 0, 0, 0]]), (len(time), 1))
    return _clip(
        hand, time, np.tile(angles, (len(time), 1)), forearm,
        (BodyTrack(body, vertices, faces, pose),), body, frame, digit,
        pos=centre + radius * out[digit],
        normal=-out[digit],
        force=-strength[frame, digit][:, None] * out[digit],
    )  # fmt: skip


def probed(tango: Tango, rng: np.random.Generator) -> TangoCalibration:
    """A Tango calibrated with a probe on every taxel, half a second each, up to 30 kPa."""
    time = np.arange(50) / tango.rate_hz
    areas, course = taxel_areas(tango.radius), np.sin(np.pi * time / time[-1]) ** 2

    def images(pressure: np.ndarray) -> np.ndarray:
        return tango.read(time, pressure, rng).values.reshape(-1, ROWS, COLUMNS)

    nothing = np.zeros((len(time), ROWS, COLUMNS))
    rest = rest_of(np.concatenate([images(nothing) for _ in range(4)]))
    probes = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            pressure = nothing.copy()
            pressure[:, row, column] = 30e3 * course
            force = 30e3 * course * areas[row, column]
            probes.append(Probe(row, column, force, images(pressure)))
    return calibrate_tango(rest, probes, tango.radius)


def waves(time: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """(T, count) smooth, within −1 … 1: three waves of random phase each."""
    total = np.zeros((len(time), count))
    for k in range(1, 4):
        phase = rng.uniform(0, 2 * np.pi, count)
        rate = SLOW_HZ * k * rng.uniform(0.7, 1.3, count)
        total += np.sin(2 * np.pi * rate * time[:, None] + phase) / (3 * k)
    return total * 1.5


def _clip(
    hand: Hand, time: np.ndarray, q: np.ndarray, forearm: np.ndarray,
    bodies: tuple[BodyTrack, ...], body: str, frame: np.ndarray, digit: np.ndarray,
    pos: np.ndarray, normal: np.ndarray, force: np.ndarray,
) -> Clip:  # fmt: skip
    counts = np.bincount(frame, minlength=len(time))
    normal_force = np.zeros((len(time), 1, len(DIGITS)))
    normal_force[frame, 0, digit] = (force * normal).sum(1)
    contacts = ContactTrack(
        names=(*(f"{hand.side}/{TIP_SEGMENT[d]}" for d in DIGITS), body),
        offsets=np.concatenate([[0], np.cumsum(counts)]),
        a=digit.astype(np.int32),
        b=np.full(len(frame), len(DIGITS), np.int32),
        pos=pos,
        normal=normal,
        force=force,
        torsion=np.zeros(len(frame)),
        depth=np.zeros(len(frame)),
    )
    track = HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, forearm)
    return Clip(time, (track,), bodies, contacts, normal_force, np.zeros((len(time), 1)))
