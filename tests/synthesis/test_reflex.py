"""A pinched block that gets too heavy: nothing before the delay, then a grip that holds it.

And a thumb and two fingers that are told to slip: what counts, how often, how much.
"""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import pinch
from prehensile.errors import InputError
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.reflex import (
    DELAY,
    GAIN,
    MOST,
    RISE,
    WAY,
    GripReflex,
    ReflexLaw,
    squeezing,
)
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
    s, reflex = loaded(times=1.25)
    levels, slips, way, felt = [], [], 0.0, np.inf
    done = s.step()
    for _ in range(400):
        done = s.step()
        speed = float(np.linalg.norm(done.slip, axis=1).mean())
        way += s.setting.timestep * speed if speed > 0.002 else 0.0
        felt = min(felt, s.time) if way >= WAY else felt
        levels.append((s.time, reflex.level))
        slips.append(float(reflex.slipped.max()))
    risen = next(time for time, level in levels if level > 0)
    assert np.isclose(risen - felt, DELAY, atol=0.0045)
    # It ends. The springs sag before it slides, and their dampers press too while the grip rises.
    assert slips[-1] == slips[200] and np.isclose(slips[-1], slid(1.25), rtol=0.1)
    # Stiffness times 1 + g, and the reference deeper by as much again: 1 + 2 g in all. It still
    # slides when the first answer has risen, so there are two.
    assert np.isclose(1 + 2 * reflex.level, GAIN**2)
    assert np.allclose(np.abs(done.wrench[:, 0]), FORCE * (1 + 2 * reflex.level), rtol=1e-3)


def slid(times: float) -> float:
    """[m] that a block slides between rigid fingers, so many times as heavy as it was: until half a
    millimetre is felt, for the delay, while the first answer rises, and until it stands.
    """
    g, side = 9.81, np.pi / 16
    cone = np.cos(side) / np.cos(AZIMUTH % (2 * side) - side)  # of sixteen sides, along gravity
    before, after = ((times - 1.1 * cone * grip) * g for grip in (1.0, GAIN))
    t = np.sqrt(2 * WAY / before) + DELAY
    way, speed = 0.5 * before * t**2, before * t
    way += speed * RISE + (2 * before + after) * RISE**2 / 6  # the force rises evenly
    speed += 0.5 * (before + after) * RISE
    return float(way - speed**2 / (2 * after))


def test_a_reflex_that_only_feels_lets_it_slip() -> None:
    s, reflex = loaded(ReflexLaw(most=1.0))
    done = s.step()
    for _ in range(150):
        done = s.step()
    assert reflex.level == 0 and reflex.slipped.max() > 0.04
    assert np.allclose(np.abs(done.wrench[:, 0]), FORCE)


def test_what_sticks_is_left_alone() -> None:
    s, reflex = loaded(times=1.05)
    for _ in range(150):
        s.step()
    assert reflex.level == 0 and not reflex.slipped.any()


def told(
    reflex: GripReflex, begin: float, seconds: float, speeds: tuple[float, ...]
) -> list[float]:
    """Grips (1 + 2 g) step by step, as a thumb (2 N) and two fingers (1 N each) slide [m/s]."""
    h, x, zeros = 2e-3, np.array([[-1.0, 0, 0], [1, 0, 0], [1, 0, 0]]), np.zeros((3, 3))
    contacts = Contacts(
        np.arange(3), np.full(3, HAND), np.zeros(3, np.int64), 0.02 * x, 0.02 * x, x,
        np.full(3, 0.5), np.zeros(3), np.arange(3),
    )  # fmt: skip
    wrench = np.hstack([x * np.array([[2.0], [1], [1]]), zeros])
    slip = np.array([[0.0, 0.0, speed] for speed in speeds])
    grips = []
    for k in range(round(seconds / h)):
        reflex.tightened(begin + k * h, h, np.zeros(2), np.eye(2))
        reflex.watch(begin + (k + 1) * h, h, contacts, np.ones((3, 6, 2)), wrench, slip)
        grips.append(1 + 2 * reflex.level)
    return grips


def test_fingers_that_settle_while_the_thumb_sticks_are_left_alone() -> None:
    reflex = GripReflex()
    told(reflex, 0.0, 0.1, (0.0, 0.0, 0.0))
    assert told(reflex, 0.1, 0.5, (0.0, 0.03, 0.03))[-1] == 1
    assert told(GripReflex(), 0.0, 0.5, (0.03, 0.03, 0.03))[-1] == 1  # nothing has stuck yet


def test_a_slip_is_answered_once_by_a_bounded_step() -> None:
    reflex = GripReflex()
    told(reflex, 0.0, 0.1, (0.0, 0.0, 0.0))
    told(reflex, 0.1, 0.05, (0.02, 0.02, 0.02))
    assert np.isclose(told(reflex, 0.15, 1.0, (0.0, 0.0, 0.0))[-1], GAIN)
    grips = told(reflex, 1.15, 3.0, (0.02, 0.02, 0.02))
    assert np.isclose(grips[-1], MOST)  # however long it slips
    assert np.diff(grips).min() >= 0
    rising = np.flatnonzero(np.diff(grips) > 0) * 2e-3
    assert rising[0] > DELAY and np.diff(rising).max() > DELAY  # the last answer has acted first


def test_squeezing_is_in_balance_and_the_rest_carries(rng: np.random.Generator) -> None:
    r, f = rng.normal(size=(5, 3)), rng.normal(size=(5, 3))
    lower = np.array([0, 0, 0, 0, 1])
    found = squeezing(lower, r, f)
    on = lower == 0
    assert np.allclose(found[on].sum(axis=0), 0)
    assert np.allclose(np.cross(r[on], found[on]).sum(axis=0), 0)
    assert np.isclose((found[on] * (f - found)[on]).sum(), 0)  # the smallest forces were taken away
    assert np.allclose(found[4], 0)  # nothing presses against it


def test_of_a_pinch_what_squeezes_is_normal() -> None:
    r = np.array([[-0.02, 0, 0], [0.02, 0, 0]])
    found = squeezing(np.zeros(2, int), r, np.array([[-3.0, 0, 0.7], [3.0, 0, 0.7]]))
    assert np.allclose(found, [[-3, 0, 0], [3, 0, 0]])


def test_bad_input() -> None:
    with pytest.raises(InputError, match="negative"):
        ReflexLaw(delay=-0.1)
    with pytest.raises(InputError, match="1 or more"):
        ReflexLaw(most=0.5)
