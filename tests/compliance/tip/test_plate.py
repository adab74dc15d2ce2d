"""A plate's face against a plane's equation, and forces against the lab's."""

import numpy as np
import pytest

from prehensile.capture.lab.touches import contact_force
from prehensile.capture.recording.recording import Recording
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.tip.plate import Plate, plate_of, touched


def test_the_face_of_a_tilted_plate_is_a_plane(perturbed) -> None:
    recording = perturbed.recording
    session = session_of(recording)
    plate = plate_of(recording, session)
    assert plate is not None
    assert plate.normal == pytest.approx([0, 0, 1], abs=1e-6)
    tilt = 0.03
    facing = np.array([[np.sin(tilt), 0, np.cos(tilt)]])
    tilted = Plate(plate.load, np.array([0, 0, 1.0]), np.array([[1.0, 2, 3]]), facing)
    at = tilted.height_at(np.array([0]), np.array([[1.5, 9.0, 7.0]]))
    assert at == pytest.approx(3 - 0.5 * np.tan(tilt))


def test_force_and_place_are_the_lab_s(perturbed) -> None:
    recording, truth = perturbed
    session = session_of(recording)
    plate = plate_of(recording, session)
    assert plate is not None
    plan = truth.plans[0]
    rows = np.flatnonzero(np.abs(session.time - plan["released"] + 0.1) < 0.05)
    rows = rows[np.isfinite(session.motion.q[rows]).all(1)]
    now = touched(session, plate, rows, session.motion.q[rows])
    clip = truth.clip
    true = -contact_force(clip, f"{clip.hands[0].name}/index-finger-phalanx-distal", "plank")
    at = np.searchsorted(clip.time, session.time[rows])
    assert now.force.mean(0) == pytest.approx(true[at].mean(0), abs=0.03)
    assert now.point[:, 2].mean() == pytest.approx(plate.height_at(rows, now.point).mean() + 0.006,
                                                   abs=0.002)  # fmt: skip


def test_without_its_markers_there_is_no_plate(perturbed) -> None:
    own = perturbed.recording
    streams = tuple(own[name] for name in own.names if name != "plank_pose")
    other = Recording(streams, contacts=own.contacts, hand=own.hand, meta=own.meta)
    assert plate_of(other, session_of(other)) is None
