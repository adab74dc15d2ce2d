"""The figures, on little work; seeds of development only."""

import pytest

from prehensile.bench import synthesis
from prehensile.bench.synthesis.held_still import REFERENCE as HELD
from prehensile.bench.synthesis.held_still import stillness_figures
from prehensile.bench.synthesis.lcp_figures import REFERENCE as LCP
from prehensile.bench.synthesis.lcp_figures import lcp_figures
from prehensile.bench.synthesis.replay import replay_figures
from prehensile.bench.synthesis.slipping import BLIND, slipping
from prehensile.bench.synthesis.step_cost import CLOSING, SWAY, carried, step_figures
from prehensile.bench.synthesis.step_cost import REFERENCE as COST


def test_the_solver_fails_nowhere() -> None:
    found = lcp_figures(problems=100, timed=5)
    assert set(found) == set(LCP)
    assert found["lcp_failures"] == 0 and found["lcp_residual_max"] < 1e-8
    assert set(found["lcp_us_by_sides"]) == {"4", "8", "16", "24"}


@pytest.mark.long
def test_closed_forms_hold() -> None:
    found = synthesis.closed_form_figures(0, inclines=2, pinches=2)
    assert found["incline_angle_err_deg"] < 0.25 and found["pinch_force_err"] < 0.02


@pytest.mark.long
def test_a_box_is_carried_along() -> None:
    s, references = carried("box:55x55x55mm")
    for to in references[:CLOSING]:
        s.step(to)
    held = s.state.T_bodies[0, 0, 3]
    for to in references[CLOSING : CLOSING + 250]:  # half a second: as far as it goes
        s.step(to)
    assert len(s.contacts.key) >= 5 and not s.unsolved
    assert abs(s.state.T_bodies[0, 0, 3] - held - 2 * SWAY) < 0.005


@pytest.mark.long
def test_what_a_step_costs_is_told() -> None:
    found = step_figures(20)
    assert set(found) == set(COST) and set(found["step_us_5_contacts"]) == {"box", "apple"}
    assert 0 < found["geometry_us"]["box"] < found["step_us_5_contacts"]["box"]


@pytest.mark.long
def test_the_reflex_holds_what_slips() -> None:
    tight, blind = slipping(0), slipping(0, BLIND)
    assert tight.held and not blind.held and 0 < tight.slip < 0.25 * blind.slip


@pytest.mark.long
def test_a_grasp_stands_still() -> None:
    found = stillness_figures([0], waited=1500, watched=100)
    assert set(found) == set(HELD) and found["grasps_held"] == 1
    assert found["stick_creep_um_per_s"] < 0.01 and found["balance_err_N"] < 1e-6
    assert found["energy_ok"] and found["unsolved_steps"] == 0


def test_without_recordings_there_is_nothing_to_play(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    assert replay_figures([0]) == {"replay_sessions": 0}


def test_every_figure_has_its_line() -> None:
    assert {"replay_rms_dev", "incline_angle_err_deg_dev", "lcp_failures"} <= set(
        synthesis.REFERENCE
    )
    assert max(synthesis.DEVELOPED) < 1000
