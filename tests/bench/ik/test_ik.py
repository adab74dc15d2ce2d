"""`prehensile bench ik` on small samples: every figure is there, and the rivals solve the task."""

import importlib

import numpy as np
import pytest

from prehensile.bench import ik
from prehensile.bench.ik import mink
from prehensile.bench.ik.gradient import TOLERANCE, descend
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.keypoints import fit_keypoints
from prehensile.kinematics.ik.anchor_table import draw_fingers
from prehensile.kinematics.ik.finger import FingerIK
from prehensile.kinematics.ik.finger_target import FingerTarget

ROW = {
    "theta_u_over_pi", "failures", "fingers", "lambda_signed_mean", "lambda_sd_published",
    "pip_mean_mm", "pip_sd_mm", "pip_max_mm", "dip_mean_mm", "dip_sd_mm", "dip_max_mm",
    "lambda_mean", "lambda_sd", "lambda_max",
}  # fmt: skip
ABSENT_WITHOUT_MINK = {
    "mink_us", "mink_iterations", "mink_max_pose_difference_mm", "ratio_vs_mink",
    "ratio_vs_mink_scalar",
}  # fmt: skip


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(ik, "BATCH", 500)
    monkeypatch.setattr(ik, "HANDS", 50)
    monkeypatch.setattr(ik, "CALLS", 5)
    monkeypatch.setattr(ik, "FINGERS", 4000)
    monkeypatch.setattr(ik, "ADULTS", 5)
    monkeypatch.setattr(ik, "POPULATION", (20, 10))
    monkeypatch.setattr(mink, "TARGETS", 12)
    monkeypatch.setattr("prehensile.bench._turns.REPEATS", 1)


@pytest.fixture
def no_mink(monkeypatch):
    load = importlib.import_module

    def refuse(name, *rest):
        if name == "mink":
            raise ModuleNotFoundError(name)
        return load(name, *rest)

    monkeypatch.setattr("importlib.import_module", refuse)


@pytest.mark.long
def test_every_figure_is_there(small, no_mink, monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path / "absent"))
    said = []
    found = ik.run(said.append)
    assert set(found) == set(ik.REFERENCE)
    assert len(said) == len(set(said)) > 3
    absent = {name for name, value in found.items() if value is None}
    assert absent == ABSENT_WITHOUT_MINK | {
        "leap_residual_mm_median",
        "landmarks_residual_mm_median",
    }
    assert found.pop("kernels") == "compiled"
    for name, value in found.items():
        assert name == "table1" or value is None or (np.isfinite(value) and value >= 0), name
    assert found["max_tip_error_mm"] <= 1e-9
    assert found["exact_max_ratio_error"] <= 1e-9
    assert found["free_dip_unreachable"] == 0
    assert 0.03 < found["free_dip_gave_way"] < 0.15
    assert [set(row) for row in found["table1"]] == [ROW] * 7
    assert all(set(one) < ROW for row in found["table1"] for one in row["fingers"].values())


@pytest.mark.long
def test_residuals_of_the_recordings(reference_data, monkeypatch):
    reference_data("motion", "leap")
    monkeypatch.setattr(ik, "fit_keypoints", lambda p, layout: fit_keypoints(p[::12], layout))
    found = ik.keypoint_residuals()
    assert 0 < found["leap_residual_mm_median"] < 4
    assert 0 < found["landmarks_residual_mm_median"] < 8


def test_pads_to_time_are_within_reach(small):
    hand = Hand()
    pads = ik.reachable_pads(hand, 40)
    angles, miss = ik.HandTarget(hand).solve(pads)
    assert miss.max() < 1e-9
    fingers = angles[:, 1:]
    np.testing.assert_allclose(fingers[..., 3], ik.COUPLING * fingers[..., 2], atol=1e-12)
    assert np.ptp(pads, axis=0).min() > 0.01, "they are not all the same pose"


def test_fingers_called_unreachable_are_counted(small, monkeypatch):
    """With the coupling held, as many are as have no coupled pose."""
    free = ik.free_dip()
    hold = ik.HandTarget.solve

    def coupled(self, targets, reach):
        pose = hold(self, targets, reach)
        return pose._replace(miss=np.where(ik._gave_way(pose), 1e-3, pose.miss))

    monkeypatch.setattr(ik.HandTarget, "solve", coupled)
    held = ik.free_dip()
    assert free["free_dip_unreachable"] == 0 < free["free_dip_us_batched"]
    assert held["free_dip_unreachable"] == free["free_dip_gave_way"] > 0.03


@pytest.mark.parametrize("finger", range(4))
def test_gradient_descent_lands_where_the_exact_solver_does(rng, finger):
    for bones in draw_fingers(rng, finger, 5):
        exact = FingerIK(bones, exact=True)
        d = rng.uniform(exact.nearest, 0.98 * exact.farthest, 300)
        around = rng.uniform(-np.pi, np.pi, 300)
        target = np.stack([d * np.cos(around), d * np.sin(around)], axis=-1)
        found = descend(bones, target)
        off = np.linalg.norm(exact.forward(found.angles) - target, axis=-1)
        assert off.max() <= TOLERANCE
        # A tenth of a micrometre of distance is a few microradians of bend.
        assert np.abs(found.angles - exact.solve(target).angles).max() < 1e-4
        assert 5 <= found.steps.mean() <= 15  # "within 10 to 15 iterations"


def test_gradient_descent_is_compiled_where_our_solvers_are(rng, monkeypatch):
    bones = draw_fingers(rng, 0, 1)[0]
    target = np.array([[0.06, 0.01], [0.05, -0.02]])
    compiled = descend(bones, target).angles
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    monkeypatch.setattr("prehensile.bench.ik.gradient._compiled", None)
    np.testing.assert_allclose(descend(bones, target).angles, compiled, atol=1e-12)


def test_gradient_descent_reaches_the_ends_of_the_range(rng):
    bones = draw_fingers(rng, 0, 1)[0]
    exact = FingerIK(bones, exact=True)
    target = np.array([[exact.farthest, 0.0], [exact.nearest, 0.0]])
    found = descend(bones, target)
    assert np.abs(exact.forward(found.angles) - target).max() <= TOLERANCE
    assert (found.angles[:, 1] >= 0).all()


@pytest.mark.parametrize(("tolerance", "apart"), [(1e-5, 3e-5), (1e-8, 1e-7)])
def test_mink_ends_in_our_pose(monkeypatch, tolerance, apart):
    pytest.importorskip("mink")
    monkeypatch.setattr(mink, "TOLERANCE", tolerance)
    hand = Hand()
    path, angles = mink.finger_path(hand, 30)
    reached, iterations = mink.MinkFinger(hand).follow(path, angles[-1])
    ours = FingerTarget(hand, mink.FINGER).solve(path).angles
    assert mink.joint_distance(hand, ours, angles) < 1e-12, "the path's poses are its only ones"
    assert mink.joint_distance(hand, reached, ours) <= apart
    assert len(path) / 2 < iterations < 10 * len(path)


def test_the_model_for_mink_is_our_finger(rng):
    mujoco = pytest.importorskip("mujoco")
    hand = Hand()
    model = mink.finger_model(hand)
    path, angles = mink.finger_path(hand, 5)
    assert (model.nv, model.ngeom, model.neq) == (4, 0, 1)
    data = mujoco.MjData(model)
    for pose, pad in zip(angles, path, strict=True):
        data.qpos[:] = pose
        mujoco.mj_forward(model, data)
        assert data.site_xpos[0] == pytest.approx(pad, abs=1e-12)
        assert abs(data.efc_pos[0]) < 1e-12, "the coupling holds along the path"
