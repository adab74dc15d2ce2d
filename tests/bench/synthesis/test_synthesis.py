"""The figures, on little work; seeds of development only."""

import pytest

from prehensile.bench import synthesis
from prehensile.bench.synthesis.held_still import REFERENCE as HELD
from prehensile.bench.synthesis.held_still import stillness_figures
from prehensile.bench.synthesis.lcp_figures import REFERENCE as LCP
from prehensile.bench.synthesis.lcp_figures import lcp_figures
from prehensile.bench.synthesis.replay import replay_figures
from prehensile.bench.synthesis.slipping import BLIND, slipping, slipping_figures
from prehensile.bench.synthesis.step_cost import CLOSING, SWAY, carried, step_figures
from prehensile.bench.synthesis.step_cost import REFERENCE as COST


def test_the_solver_fails_nowhere() -> None:
    found = lcp_figures(problems=100, timed=5)
    assert set(found) == set(LCP)
    assert found["lcp_failures"] == 0 and found["lcp_residual_max"] < 1e-8
    assert set(found["lcp_us_by_sides"]) == {"4", "8", "16", "24"}


@pytest.mark.long
def test_closed_forms_hold() -> None:
    found = synthesis.closed_form_figures((0,), inclines=2, pinches=2)
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
    assert slipping(0).held and not slipping(0, BLIND).held
    found = slipping_figures(range(5))
    assert found["reflex_held"] == 5
    assert 0 < found["reflex_slip_mm"] < 0.25 * found["no_reflex_slip_mm"]


@pytest.mark.long
def test_a_grasp_stands_still() -> None:
    found = stillness_figures([0], waited=5000, watched=100)
    assert set(found) == {*HELD, "unsolved_steps"} and found["grasps_held"] == 1
    assert found["stick_creep_um_per_s"] < 0.01 and found["balance_err_N"] < 1e-6
    assert found["energy_ok"] and found["unsolved_steps"] == 0


def test_without_recordings_there_is_nothing_to_play(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    assert replay_figures([0]) == {"replay_sessions": 0}


def test_every_figure_has_its_line() -> None:
    asked = [
        "lcp_us_5_contacts",
        "lcp_us_10_contacts",
        "lcp_us_by_sides",
        "lcp_us_warm",
        "lcp_residual_max",
        "lcp_failures",
        "step_us_5_contacts",
        "geometry_us",
        "realtime_factor_500hz_5_contacts",
        "stick_creep_um_per_s",
        "balance_err_N",
        "incline_angle_err_deg",
        "pinch_force_err",
        "replay_rms",
        "replay_path_mm",
        "replay_rms_noisy",
        "world_force_err",
        "vibration_ratio",
        "reflex_slip_mm",
        "no_reflex_slip_mm",
        "warp_held",
        "unsolved_steps",
        "energy_ok",
    ]
    assert set(asked) <= set(synthesis.REFERENCE)
    assert {"replay_rms_dev", "warp_held_dev", "unsolved_steps_dev"} <= set(synthesis.REFERENCE)


def test_what_was_chosen_on_some_seeds_is_judged_on_others() -> None:
    assert max(synthesis.SETS["_dev"]) < 1000 <= min(synthesis.SETS[""])
