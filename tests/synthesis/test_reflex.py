"""A pinched block that gets too heavy: nothing before the delay, then a grip that holds it."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import pinch
from prehensile.errors import InputError
from prehensile.synthesis.reflex import DELAY, GripReflex, ReflexLaw
from prehensile.synthesis.simulation import Simulation

MU, MASS, AZIMUTH = 0.5, 0.1, 0.3
FORCE = 1.1 * MASS * 9.81 / (2 * MU)


def loaded(law: ReflexLaw | None = None, times: float = 1.4) -> tuple[Simulation, GripReflex]:
    """Held for 0.2 s, and then so many times as heavy."""
    reflex, s = GripReflex(law), pinch(FORCE, MASS, MU, AZIMUTH, sagged=True)
    s.reflex = reflex
    for _ in range(100):
        s.step()
    assert reflex.level == 0 and not reflex.slipped.any()
    gravity = tuple(times * np.asarray(s.setting.gravity))
    s.setting = replace(s.setting, gravity=gravity)
    return s, reflex


def test_slip_is_answered_after_the_delay_and_ends() -> None:
    s, reflex = loaded()
    began = s.time
    levels, slips, felt = [], [], np.inf
    done = s.step()
    for _ in range(400):
        done = s.step()
        if np.abs(done.slip).max() > 0.002:
            felt = min(felt, s.time)
        levels.append((s.time, reflex.level))
        slips.append(float(reflex.slipped.max()))
    risen = next(time for time, level in levels if level > 0)
    assert felt - began < 0.02 and np.isclose(risen - felt, DELAY, atol=0.0045)
    assert slips[-1] == slips[200] < 0.02  # it ends
    # Stiffness times 1 + g, and the reference deeper by as much again: 1 + 2 g in all.
    assert np.allclose(np.abs(done.wrench[:, 0]), FORCE * (1 + 2 * reflex.level), rtol=1e-3)


def test_a_reflex_that_only_feels_lets_it_slip() -> None:
    s, reflex = loaded(ReflexLaw(most=0.0))
    done = s.step()
    for _ in range(200):
        done = s.step()
    assert reflex.level == 0 and reflex.slipped.max() > 0.04
    assert np.allclose(np.abs(done.wrench[:, 0]), FORCE)


def test_what_sticks_is_left_alone() -> None:
    s, reflex = loaded(times=1.05)
    for _ in range(150):
        s.step()
    assert reflex.level == 0 and not reflex.slipped.any()


def test_bad_input() -> None:
    with pytest.raises(InputError, match="negative"):
        ReflexLaw(delay=-0.1)
