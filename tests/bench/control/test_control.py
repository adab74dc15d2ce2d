"""The bench of the grasp controller: what it counts is what it says."""

import pytest

from prehensile.bench import control
from prehensile.bench.control.one_example import MASSES, named_object, object_names, try_object
from prehensile.world.catalogue import CATALOGUE, load_object


def test_every_liftable_thing_is_tried():
    names = object_names()
    assert {n for n in CATALOGUE if load_object(n).mount is None} <= set(names)
    assert not {"jar", "dial", "hold"} & set(names)


@pytest.mark.long
def test_meshes_have_masses_of_their_own(reference_data):
    reference_data("objects", "object_sim")
    assert len(object_names()) >= 16
    assert named_object("mesh:phone").mass == pytest.approx(MASSES["phone"])
    assert named_object("mesh:apple").mass == pytest.approx(MASSES["apple"])


@pytest.mark.long
def test_an_object_is_held_and_the_clip_shows_it():
    result = try_object("ball")
    assert result.held and result.verdict.startswith("held: yes")
    assert result.clip is not None and result.clip.meta["example"] == "leap_grab"
    assert any(name == "shake" for name, _, _ in result.clip.meta["phases"])


def test_every_figure_of_the_table_is_explained():
    wanted = {
        "realtime_factor", "timestep_s", "held", "tried", "strength_factor", "wave_reduction",
        "wave_reduction_wrong_mass", "limit_overshoot_deg", "tracking_rms_deg",
        "alpha_force_monotone", "handshake_newtons", "handshake_depth_mm",
        "fit_seconds", "arm_path_error_mm", "arm_ok", "tracking_shipped_deg", "friction_ok",
        "friction_held", "hard_held", "creep_default_um_s_median", "creep_default_um_s_p90",
        "random_held_sizes", "marker_residual_mm_median", "kernels",
    }  # fmt: skip
    assert wanted <= set(control.REFERENCE)


def test_the_run_names_every_figure_and_the_kernels_that_ran(monkeypatch):
    """With everything that takes long left out: areas say what they measured of nothing."""
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    monkeypatch.setattr(control, "realtime_factor", lambda preset: (20.0, True))
    monkeypatch.setattr(
        control, "in_parallel", lambda parts, progress: {name: [] for name in parts}
    )
    monkeypatch.setattr(control, "recorded", dict)
    areas = ("handshake", "on_table", "slippery", "hard_things", "still", "arm")
    for area in areas:
        monkeypatch.setattr(getattr(control, area), "figures", lambda *found: {})
    figures = control.run(lambda text: None)
    assert figures["kernels"] == "plain"
    assert set(figures) <= set(control.REFERENCE)


def test_without_recordings_their_figures_are_absent(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    assert set(control.recorded().values()) == {None}


@pytest.mark.long
def test_a_grasp_is_timed_and_held(monkeypatch):
    monkeypatch.setitem(control.REPEATS, "fast", 1)
    factor, held = control.realtime_factor("fast")
    assert factor > 1 and held


def test_parts_are_measured_in_parallel_and_come_back_in_order():
    said = []
    parts = {"sizes": control.Part(abs, [-3, 2, -1], 1), "texts": control.Part(str, [5, 6], 2)}
    found = control.in_parallel(parts, said.append)
    assert found == {"sizes": [3, 2, 1], "texts": ["5", "6"]}
    assert said[0] == "grasping 2 texts, 3 sizes"
    assert any(line.startswith("sizes: done") for line in said)


def test_everything_that_is_judged_is_in_some_part():
    parts = {name: list(part.things) for name, part in control.parts().items()}
    own = [name for name in object_names() if ":" not in name]
    assert parts["catalogue"] == parts["arm"] == own
    assert sorted(own + parts["meshes"]) == sorted(object_names())
    counts = {name: len(parts[name]) for name in ("random", "sized", "slippery", "hard", "still")}
    assert counts == {"random": 45, "sized": 24, "slippery": 60, "hard": 16, "still": 5}
