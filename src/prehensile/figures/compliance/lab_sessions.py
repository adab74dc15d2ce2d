"""The virtual recording sessions that figures and tables are drawn from, each recorded once."""

from functools import cache
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.truth import Truth
from prehensile.capture.recording.recording import Recording
from prehensile.capture.sensors.fsr import Fsr
from prehensile.capture.sensors.readout.fsr_line import calibrate, fsr_forces
from prehensile.capture.sensors.trials import HARDEST
from prehensile.compliance.joints.estimate import Estimate, estimate_compliance
from prehensile.compliance.recorded.session import Session, session_of

SEED, GRASP_SEED = 0, 1
"""of development"""
TOUCHES, GRASPS = 24, 8


class ToldSession(NamedTuple):
    """An estimate beside what was true."""

    estimate: Estimate
    truth: Truth


class Grasps(NamedTuple):
    """Grasps of the small box, felt by resistors under the fingertips."""

    session: Session
    truth: Truth
    recording: Recording


@cache
def told(task: str, touches: int = TOUCHES, seed: int = SEED) -> ToldSession:
    """One finger on a plate, ``explore`` or ``scratch``."""
    recording, truth = lab_session(task, seed, contacts=touches)
    return ToldSession(estimate_compliance(session_of(recording)), truth)


@cache
def grasps(count: int = GRASPS, seed: int = GRASP_SEED) -> Grasps:
    """The box, forces by one line for all fingers, as the thesis reads them (3.2.2)."""
    recording, truth = lab_session("box", seed, contacts=count)
    stream = recording["fsr"]
    force = np.tile(np.linspace(0.0, HARDEST, 200)[:, None], 5)
    volts = Fsr().voltage(force, 0 * force, 0 * force)
    line = calibrate(force[:, 1], volts[:, 1])
    felt = fsr_forces(stream, dict.fromkeys(stream.channels, line))
    recording = recording.with_streams(felt)
    return Grasps(session_of(recording), truth, recording)
