import numpy as np
import pytest

from prehensile.bench import forks
from prehensile.forks.models.shipped import fork, robot_arm, shipped
from prehensile.forks.reduced.model import reduce


@pytest.mark.long
def test_figures_are_those_asked_for(monkeypatch) -> None:
    monkeypatch.setattr(forks, "REPEATS", 2)
    mechanism = robot_arm()
    model = reduce(mechanism)
    figures = forks.step_times(model) | forks.errors(model)
    assert {
        "links", "mujoco_us", "aba_us", "forks_us", "forks_us_2", "ratio", "ratio_aba",
        "static_rel_err_1pct", "static_rel_err_5pct", "static_rel_err_5pct_blended",
        "mode1_rel_err", "constraint_err_at_10pct", "constraint_err_at_30pct", "max_stretch",
        "energy_ok",
    } <= set(figures)  # fmt: skip
    assert figures["links"] == 20
    assert figures["static_rel_err_5pct_blended"] <= 0.03
    assert figures["constraint_err_at_10pct"] <= 0.015
    assert figures["max_stretch"] <= 0.05 and figures["energy_ok"] is True
    assert figures["mujoco_us"] > 0 and np.isfinite(figures["ratio"])


def test_bases_are_held_for_the_comparison() -> None:
    robot = forks.on_fixed_base(shipped("hexapod"))
    assert not robot.free_base and robot.moving == 18
    y = fork()
    assert forks.on_fixed_base(y) is y
