import mujoco
import numpy as np
import pytest

from prehensile.world.objects.body import add_object
from prehensile.world.things.dial import FRICTION_TORQUE, LIMITS, PLATE_HEIGHT, dial


@pytest.fixture
def mounted() -> tuple[mujoco.MjModel, mujoco.MjData]:
    spec = mujoco.MjSpec()
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    add_object(spec, dial().mount.base, "plate", fixed=True)
    add_object(spec, dial(), "dial")
    model = spec.compile()
    return model, mujoco.MjData(model)


def turned(mounted, torque: float, seconds: float = 0.5) -> float:
    """[rad] after a steady torque [Nm]."""
    model, data = mounted
    data.qfrc_applied[0] = torque
    mujoco.mj_step(model, data, round(seconds / model.opt.timestep))
    return float(data.qpos[0])


@pytest.mark.parametrize("way", [-1, 1])
def test_less_than_its_friction_does_not_turn_it_and_more_does(mounted, way):
    assert abs(turned(mounted, 0.9 * way * FRICTION_TORQUE)) < np.radians(0.5)
    assert turned(mounted, 1.3 * way * FRICTION_TORQUE) * way > np.radians(10)


@pytest.mark.parametrize("way", [-1, 1])
def test_it_stops_five_sixths_of_half_a_turn_away(mounted, way):
    assert turned(mounted, 3 * way * FRICTION_TORQUE, 3.0) == pytest.approx(
        way * np.radians(150), abs=np.radians(2)
    )


def test_the_endless_one_turns_for_ever_with_the_same_friction():
    spec = mujoco.MjSpec()
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    add_object(spec, dial(endless=True), "dial")
    model = spec.compile()
    there = (model, mujoco.MjData(model))
    assert abs(turned(there, 0.9 * FRICTION_TORQUE)) < np.radians(0.5)
    assert turned(there, 3 * FRICTION_TORQUE, 3.0) > 4 * np.pi
    assert dial(endless=True).mount.friction_torque == dial().mount.friction_torque == 0.03
    np.testing.assert_array_equal(dial(endless=True).vertices, dial().vertices)


def test_marks_of_the_endless_one_stand_all_round():
    plate = dial(endless=True).mount.base.vertices
    raised = plate[plate[:, 2] > PLATE_HEIGHT + 0.0005]
    marks = np.sort(np.arctan2(raised[:, 0], -raised[:, 1]))
    gaps = np.diff(marks)[np.diff(marks) > 0.1]
    assert len(gaps) in (11, 12) and np.ptp(gaps) < np.radians(2)


def test_at_every_tenth_of_its_range_the_pointer_shows_a_mark():
    plate = dial().mount.base.vertices
    raised = plate[plate[:, 2] > PLATE_HEIGHT + 0.0005]
    marks = np.arctan2(raised[:, 0], -raised[:, 1])  # from −y, counter-clockwise
    gaps = np.flatnonzero(np.diff(np.sort(marks)) > 0.1)
    middles = [part.mean() for part in np.split(np.sort(marks), gaps + 1)]
    assert len(middles) == 11
    tip = dial().vertices[dial().vertices[:, 2] > 0.0425]
    pointer = np.arctan2(tip[:, 0].mean(), -tip[:, 1].mean())
    shown = [pointer + LIMITS[0] + k / 10 * (LIMITS[1] - LIMITS[0]) for k in range(11)]
    np.testing.assert_allclose(middles, shown, atol=np.radians(0.2))


def test_the_grip_has_24_flutes_and_is_the_same_on_both_sides_of_the_pointer():
    thing = dial()
    x, y, z = thing.vertices.T
    grip = (z > 0.022) & (z < 0.034) & (np.hypot(x, y) > 0.02)
    angle, radius = np.arctan2(y, x)[grip], np.hypot(x, y)[grip]
    wave = [abs(np.mean((radius - radius.mean()) * np.exp(1j * n * angle))) for n in range(1, 60)]
    assert 1 + int(np.argmax(wave)) == 24
    assert radius.max() == pytest.approx(0.026, abs=1e-4)
    assert abs(thing.com[0]) < 1e-9 and thing.com[1] < 0
    assert np.abs(thing.inertia[0, 1:]).max() < 1e-9 * thing.inertia[0, 0]
