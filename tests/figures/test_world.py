"""The stability figure tells the two integrators apart, as measured."""

import mujoco
import pytest

from prehensile.figures.world import SETTLED, draw, left_speed


def test_our_integrator_settles_where_the_usual_one_does_not():
    ours, usual = mujoco.mjtIntegrator.mjINT_DISCRETE, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    assert left_speed(1.0, 1.0, ours) < SETTLED
    assert not left_speed(1.0, 1.0, usual) < SETTLED


@pytest.mark.long
def test_all_figures_are_drawn(tmp_path, monkeypatch, store):
    monkeypatch.setattr("prehensile.figures.world.STIFFNESS", [0.5])
    monkeypatch.setattr("prehensile.figures.world.RATIOS", [1.0])
    monkeypatch.setattr("prehensile.figures.world.grasp", store.grasped)
    paths = draw(tmp_path)
    assert len(paths) == 2
    for path in paths:
        assert path.stat().st_size > 5000
