"""Presses of the lab: its plank flexes by 1/5000 m/N, and its pad follows its law."""

import numpy as np
import pytest

from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.tip.presses import presses_of


@pytest.fixture(scope="module")
def presses(pressed):
    return presses_of(pressed.recording, session_of(pressed.recording))


def test_the_plank_flexes_as_it_is_made(presses) -> None:
    assert presses.flex == pytest.approx(2e-4, rel=0.2)
    assert 0 < presses.least < 0.1


def test_every_press_is_found_and_goes_both_ways(pressed, presses) -> None:
    assert len(presses.presses) == len(pressed.truth.plans)
    for press, plan in zip(presses.presses, pressed.truth.plans, strict=True):
        assert press.force.max() == pytest.approx(0.9 * plan["planned_force"], rel=0.15)
        assert press.time[press.loading].max() < press.time[press.unloading].min()


def test_depth_is_the_law_s(pressed, presses) -> None:
    law = pressed.truth.laws["fingerpad"]
    for press in presses.presses:
        rows = press.loading & (press.force > 0.05) & (press.force < 1) & np.isfinite(press.depth)
        k, _ = np.polyfit(press.force[rows] ** (2 / 3), press.depth[rows], 1)
        assert k == pytest.approx(law["k"], rel=0.35)


def test_a_recording_without_a_plate_has_none(perturbed, pressed) -> None:
    session = session_of(pressed.recording)
    light = type(session)(session.motion, session.loads, (), session.task)
    assert presses_of(pressed.recording, light) is None
