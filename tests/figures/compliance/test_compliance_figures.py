"""The figures of `prehensile figures compliance`: drawn, and true to what they say."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.compliance.sessions import made_session
from tests.figures.test_ik import assert_drawn

from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.joints.published import published_compliance
from prehensile.compliance.recorded.session import session_of
from prehensile.figures import compliance
from prehensile.figures.compliance import contact_plots, grasp_table, task_table
from prehensile.figures.compliance.lab_sessions import ToldSession
from prehensile.figures.compliance.table_picture import draw_table


@pytest.fixture(scope="module")
def told() -> ToldSession:
    """A session whose truth is a closed form, in the lab's place."""
    made = made_session(4, 8, noise=1e-3, force_noise=0.004)
    estimate = estimate_compliance(session_of(made.recording), Options(inertia=False))
    truth = SimpleNamespace(compliance=made.compliance)
    return ToldSession(estimate, truth)  # type: ignore[arg-type]


@pytest.mark.long
def test_every_figure_is_drawn(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    paths = compliance.draw(tmp_path)
    assert [path.name for path in paths] == list(compliance.FIGURES)
    for path in paths:
        assert_drawn(path)


def test_a_contact_is_drawn(told, tmp_path, monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(contact_plots, "told", lambda task: told)
    assert_drawn(contact_plots.draw_fits(tmp_path / "a.png"))
    assert_drawn(contact_plots.draw_knuckle(tmp_path / "b.png"))


def test_examples_have_the_sign_that_is_asked_for(told) -> None:
    estimate = told.estimate
    for joint in ("index_mcp_flex", "index_pip_flex"):
        values = published_compliance(estimate.session, [joint], 1)[:, 0]
        onsets = [w.touch.onset for w in estimate.windows]
        assert len(values) == len(onsets)
        for sign in (-1, 1):
            found = contact_plots.examples(estimate, joint, sign)
            assert len(found) == min(2, int((sign * values > 0).sum()))
            assert all(sign * values[k] > 0 for k in found)


def test_a_row_of_table_4_3_holds_the_estimate_and_the_truth(told) -> None:
    ours, published, true = task_table.task_cells(told, "index_mcp_flex")
    k = told.estimate.joints.index("index_mcp_flex")
    assert ours.startswith(f"{told.estimate.compliance[k]:.3f}\n(")
    assert float(true) == pytest.approx(told.truth.compliance["index_mcp_flex"], abs=0.005)
    found = published_compliance(told.estimate.session, ["index_mcp_flex"], 1)
    assert float(published) == pytest.approx(np.median(found), abs=0.005)


def test_grasps_count_for_their_own_digit(told) -> None:
    session = told.estimate.session
    assert len(grasp_table.grasp_estimates(session, "index_pip_flex", 5)) == 5
    assert len(grasp_table.grasp_estimates(session, "middle_pip_flex", 5)) == 0


def test_a_table_is_drawn(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    rows = [[f"joint {k}", "1.0\n(0.5)", "2"] for k in range(6)]
    path = draw_table(tmp_path / "t.png", "a title", ["joint", "ours", "thesis"], rows, "a note")
    image = pytest.importorskip("matplotlib.image").imread(path)
    assert (np.abs(image[..., :3] - image[0, 0, :3]) > 0.1).any()
