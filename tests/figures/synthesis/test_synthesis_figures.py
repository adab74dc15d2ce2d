"""The figures of `prehensile figures synthesis`: drawn, and true to what they say."""

from dataclasses import replace

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn
from tests.synthesis.lifted_ball import RISE, lifting_clip

from prehensile.figures import synthesis
from prehensile.figures.synthesis import (
    captured_grasp,
    closed_form_plots,
    grip_reflex,
    heavy_box,
    solver_plot,
    stillness_plot,
)
from prehensile.figures.synthesis.captured_grasp import CapturedGrasp, height, played_on
from prehensile.motion.clip import BodyTrack, Clip


@pytest.fixture(scope="module")
def grasp() -> CapturedGrasp:
    """Five fingers lift a ball, in the place of what the lab captured."""
    clip, (ball, _) = lifting_clip()
    pose = np.tile(np.asarray(ball.pose, float), (clip.n_frames, 1))
    pose[:, 2] += RISE * np.clip((clip.time - 0.5) / 0.4, 0, 1)
    vertices = ball.object.vertices.astype(np.float32)
    track = BodyTrack("ball", vertices, ball.object.faces, pose, np.zeros(3))
    return CapturedGrasp(replace(clip, bodies=(track,)), (0.95, 1.1))


@pytest.fixture(scope="module")
def played(grasp) -> Clip:
    from prehensile.world.catalogue import load_object

    return played_on(load_object("ball:d=60mm,mass=0.05"), grasp).clip


@pytest.mark.long
def test_every_figure_is_drawn(drawing, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    paths = synthesis.draw(tmp_path)
    assert [path.name for path in paths] == list(synthesis.FIGURES)
    for path in paths:
        assert_drawn(path)


def test_what_is_played_stands_on_something_and_is_lifted(played) -> None:
    assert [body.name for body in played.bodies] == ["ball", "stand"]
    assert played.verdict is not None
    risen = height(played)
    assert risen[0] == 0
    assert risen[-1] == pytest.approx(RISE, abs=0.01)  # fingers that close push it up a little


def test_frames_are_told_from_the_open_hand_until_it_holds(grasp) -> None:
    times = captured_grasp.told_times(grasp)
    assert sorted(times) == times
    assert grasp.held[0] < times[-1] < grasp.held[1]


@pytest.mark.parametrize("name", ["draw_slip", "draw_heights"])
def test_a_plot_of_the_captured_grasp_is_drawn(name, grasp, played, tmp_path, monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    module = grip_reflex if name == "draw_slip" else heavy_box
    monkeypatch.setattr(module, "captured_grasp", lambda digits: grasp)
    monkeypatch.setattr(grip_reflex, "gripped", lambda name: played)
    monkeypatch.setattr(grip_reflex, "SEEDS", (0,))
    monkeypatch.setattr(heavy_box, "heavier", lambda mass: played)
    assert_drawn(getattr(module, name)(tmp_path / "a.png"))


def test_the_way_over_a_body_is_how_far_it_falls_through_still_fingers(played) -> None:
    body, track = played.bodies[0], played.hands[0]
    still = replace(
        track, q=track.q[-1:].repeat(played.n_frames, 0),
        T_world_forearm=track.T_world_forearm[-1:].repeat(played.n_frames, 0),
    )  # fmt: skip
    pose = body.pose[-1:].repeat(played.n_frames, 0)
    fallen = np.maximum(played.time - 1.0, 0) * 0.1
    pose[:, 2] -= fallen
    clip = replace(played, hands=(still,), bodies=(replace(body, pose=pose),))
    assert grip_reflex.slipped_way(clip, 1.0) == pytest.approx(fallen, abs=1e-12)


@pytest.mark.parametrize("name", ["draw_incline", "draw_pinch"])
def test_a_closed_form_is_drawn(name, tmp_path, monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(closed_form_plots, "INCLINES", 2)
    monkeypatch.setattr(closed_form_plots, "PINCHES", 2)
    assert_drawn(getattr(closed_form_plots, name)(tmp_path / "a.png"))


@pytest.mark.long
def test_a_held_ball_settles(tmp_path, monkeypatch) -> None:
    time, way = stillness_plot.settling(0, 1.0)
    assert time[0] == pytest.approx(0.002)
    assert way[-1] == 0
    assert way[: len(way) // 4].max() > 20 * way[-len(way) // 4 :].max()
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(stillness_plot, "settling", lambda seed: (np.array([1.0, 20]), way[:2]))
    assert_drawn(stillness_plot.draw_creep(tmp_path / "a.png"))


def test_the_solver_takes_longer_for_more(tmp_path, monkeypatch) -> None:
    few, many = solver_plot.solver_us(1, 4, 5), solver_plot.solver_us(5, 16, 5)
    assert (np.diff(few) >= 0).all()
    assert 0 < few[1] < many[1]
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(solver_plot, "solver_us", lambda contacts, sides: few * contacts)
    assert_drawn(solver_plot.draw_solver_time(tmp_path / "a.png"))
