"""A reference that closes round a ball and goes up, played on balls."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.synthesis.lifted_ball import RISE, lifting_clip

from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import pad_loads
from prehensile.motion.tracked_hand import angles_of
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.play import PlayStage
from prehensile.synthesis.clip_reference import clip_hand, clip_references
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.resynthesize import Resynthesis, resynthesize
from prehensile.world.scene import ObjectInScene


@pytest.fixture(scope="module")
def lifted() -> Resynthesis:
    clip, objects = lifting_clip()
    return resynthesize(clip, objects, floor=False)


def test_the_ball_is_picked_up(lifted: Resynthesis) -> None:
    clip = lifted.clip
    path = clip.bodies[0].pose[:, 2]
    assert 0.8 * RISE < path[-1] - path[0] < 1.3 * RISE
    assert not lifted.unsolved and not lifted.left
    # what it weighs hangs on the fingers at last
    last = clip.contacts.frame(clip.n_frames - 1)
    on_ball = np.array(clip.contacts.names)[last.b] == "ball"
    assert np.allclose(last.force[on_ball].sum(axis=0), [0, 0, 0.05 * 9.81], atol=0.1)
    assert np.isclose(clip.finger_force[-1].sum(), (last.force * last.normal)[on_ball].sum())
    # normals go from the hand into the ball
    inward = clip.bodies[0].pose[-1, :3] - last.pos[on_ball]
    assert (np.einsum("ij,ij->i", inward, last.normal[on_ball]) > 0).all()


def test_the_clip_says_that_it_was_held(lifted: Resynthesis) -> None:
    verdict = lifted.clip.verdict
    assert verdict is not None and verdict.ok
    assert verdict.line.startswith("held: yes (carried 3 cm")


def test_the_clip_goes_where_others_go(lifted: Resynthesis, tmp_path: Path) -> None:
    """To a file and back, to colour, and to the Stage."""
    clip = lifted.clip.at_times(lifted.clip.time[-8:])
    assert Clip.load(clip.save(tmp_path / "made.npz")).allclose(clip)
    # blood is pressed out of fingertips by what presses on them
    load = pad_loads(clip).force[:, 0]
    assert (load > 0.1).any(axis=0).sum() >= 2
    assert (load <= clip.finger_force[:, 0] + 1e-9).all()
    scene = PlayStage(SceneOptions(clip=tmp_path / "made.npz"))
    assert [body.name for body in scene.bodies()] == ["ball", "stand"]
    shown = scene.frame().group_force
    assert shown is not None and shown[0, :5] == pytest.approx(clip.finger_force[0, 0])


@pytest.mark.long
def test_the_clip_goes_to_blender(lifted: Resynthesis, tmp_path: Path) -> None:
    clip = lifted.clip.at_times(lifted.clip.time[-8:])
    again = Clip.load(clip.save(tmp_path / "made.glb"))
    assert [body.name for body in again.bodies] == ["ball", "stand"]
    assert np.allclose(again.bodies[0].pose[-1, :3], clip.bodies[0].pose[-1, :3], atol=1e-5)


@pytest.mark.long
def test_a_heavy_ball_stays(lifted: Resynthesis) -> None:
    """Figure 5.7: the same reference, and more to lift than friction can."""
    clip, (ball, stand) = lifting_clip()
    slippery = replace(ball.object, friction=(0.1, 0.0, 0.0)).with_mass(5.0)
    found = resynthesize(clip, [replace(ball, object=slippery), stand], floor=False)
    assert found.clip.bodies[0].pose[-1, 2] - found.clip.bodies[0].pose[0, 2] < 0.2 * RISE
    assert found.clip.verdict is not None and not found.clip.verdict.ok


def test_forces_tell_the_reference_of_any_clip(lifted: Resynthesis) -> None:
    """(4.14) undone: from the made clip's angles and forces back to what was followed.

    Joints at their limits are held by another spring, of which forces do not tell.
    """
    hand = clip_hand(lifted.clip)
    C = assumed_compliance(hand).of(hand)
    told = clip_references(lifted.clip, hand, C, 50.0)
    given = clip_references(lifting_clip()[0], hand, C, 50.0)
    # A frame's forces are those of the end of its step, 2 ms later.
    k = len(told) - 1
    q = angles_of(lifted.clip.hands[0])[-1]
    free = (q > hand.lower) & (q < hand.upper)
    assert free.sum() >= 20
    assert np.allclose(told[k].theta[:-3][free], given[k].theta[:-3][free], atol=2e-3)
    assert np.allclose(told[k].T_base, given[k].T_base, atol=2e-4)


@pytest.mark.long
def test_an_object_that_leaves_the_room_ends_it() -> None:
    clip, (ball, _) = lifting_clip(1.1)
    away = ObjectInScene(ball.object, "ball", (0.0, 0.0, -4.0, 1, 0, 0, 0))
    found = resynthesize(clip, away, floor=False)
    assert found.left == "ball" and found.clip.meta["left"] == "ball"
    assert found.clip.duration < 0.6


def test_bad_input() -> None:
    clip, objects = lifting_clip(0.2)
    n = clip.n_frames
    empty = replace(clip, hands=(), finger_force=np.zeros((n, 0, 5)), palm_force=np.zeros((n, 0)))
    with pytest.raises(InputError, match="two frames"):
        clip_references(empty, Hand(), np.eye(26), 100.0)
    with pytest.raises(InputError, match="no hand"):
        resynthesize(empty, objects)
    left = Hand(HandSpec.mean("left"))
    with pytest.raises(InputError, match="left hand"):
        resynthesize(clip, objects, HandCompliance.assumed(left, np.ones(23)))
    with pytest.raises(InputError, match="even"):
        resynthesize(clip, objects, sides=3)
