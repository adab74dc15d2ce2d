"""Steps that cannot be solved, and things that are judged."""

import numpy as np
import pytest
from tests.synthesis.lifted_ball import lifting_clip

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.tracked_hand import angles_of
from prehensile.synthesis import step as step_module
from prehensile.synthesis.lcp.solver import LcpResult
from prehensile.synthesis.play.playing import Play
from prehensile.synthesis.setting import Reference
from prehensile.world.catalogue import load_object
from prehensile.world.scene import ObjectInScene


def begun(*objects: ObjectInScene, frame: int = 0, **options) -> Play:
    track = lifting_clip(0.5)[0].hands[0]
    first = Reference(
        np.append(angles_of(track)[frame], np.zeros(3)),
        se3.from_pose7(track.T_world_forearm[frame]),
    )
    return Play(Hand(), "right", objects, None, first, **{"floor": False, **options})


def test_an_unsolvable_step_holds_the_last_forces(monkeypatch) -> None:
    play = begun(lifting_clip(0.5)[1][0], frame=-1)
    before = [play.step() for _ in range(20)][-1]

    def fails(M: np.ndarray, q: np.ndarray, start: np.ndarray | None = None) -> LcpResult:
        found = solve(M, q, start)
        return found._replace(status="ray", z=np.full_like(found.z, np.nan))

    def no_forces(built, gap, contacts, held):
        return held, False

    solve = step_module.solve_lcp
    with monkeypatch.context() as spoilt:
        spoilt.setattr(step_module, "solve_lcp", fails)
        spoilt.setattr(step_module, "projected_wrench", no_forces)
        time = play.simulation.time
        held = [play.step() for _ in range(2)]
    assert [one.solver for one in held] == ["held", "held"]
    assert np.allclose(held[0].wrench.sum(axis=0), before.wrench.sum(axis=0), atol=0.05)
    assert play.simulation.unsolved == pytest.approx([time + 0.002, time + 0.004])
    assert play.step().solver == "lemke"
    clip = play.clip()
    assert clip.meta["unsolved_s"] == play.simulation.unsolved
    assert np.isfinite(clip.bodies[0].pose).all() and np.isfinite(clip.hands[0].q).all()


def test_what_hangs_on_a_hinge_is_turned_or_not() -> None:
    play = begun(ObjectInScene(load_object("dial"), pose=(1, 0, 1, 1, 0, 0, 0)))
    for _ in range(6):
        play.step()
    verdict = play.clip().verdict
    assert verdict is not None and verdict.line == "turned: no (the hand never touched it)"


def test_without_anything_loose_nothing_is_judged() -> None:
    stand = lifting_clip(0.5)[1][1]
    play = begun(stand)
    play.step()
    assert play.clip().verdict is None
