"""The shipped grasp: small, of a development session, and a grasp indeed."""

from pathlib import Path

import numpy as np
import pytest

from prehensile.synthesis.captured import box_grasp as shipped
from prehensile.synthesis.clip_reference import clip_hand, clip_references
from prehensile.synthesis.resynthesize import resynthesize
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene


def test_files_are_small_and_say_where_they_come_from():
    folder = Path(shipped.__file__).parent
    sizes = {name: (folder / name).stat().st_size for name in (shipped.CLIP, shipped.COMPLIANCE)}
    assert sizes[shipped.CLIP] < 100_000 and sizes[shipped.COMPLIANCE] < 20_000
    assert shipped.box_grasp().meta["recording"] == "virtual lab, box, seed 2, grasp 3"
    assert shipped.box_hand().meta["source"] == "virtual lab, box, seed 2"


def test_it_is_a_reference_of_the_hand_whose_compliances_come_with_it():
    clip = shipped.box_grasp()
    hand = clip_hand(clip)
    C = shipped.box_hand().of(hand)
    assert np.diag(C)[:-3].min() > 0 and not C[-3:].any()
    steps = clip_references(clip, hand, C, 50.0)
    # A reference is taken as it is: nothing bent it.
    np.testing.assert_allclose(steps[0].theta[:-3], clip.hands[0].q[0], atol=1e-12)
    assert 4.0 < clip.duration < 6.0


def test_thumb_and_fingers_pick_its_own_box_up_again():
    clip, (thing,) = shipped.box_grasp(), shipped.box_grasp().bodies
    solid = box((0.03, 0.05, 0.07), 0.012, friction=(0.8, 0.003, 1e-4))
    x, y, z = thing.pose[0, :3]
    post = box((0.02, 0.02, z - 0.035), 1.0)
    stand = ObjectInScene(post, "stand", (x, y, (z - 0.035) / 2, 1, 0, 0, 0), fixed=True)
    made = resynthesize(
        clip, [ObjectInScene(solid, "box", thing.pose[0]), stand], shipped.box_hand(),
        timestep=1 / 250,
    )  # fmt: skip
    assert made.unsolved == () and made.left == ""
    lifted = made.clip.bodies[0].pose[:, 2] - z
    captured = thing.pose[:, 2] - z
    assert lifted.max() == pytest.approx(captured.max(), abs=0.002)
    assert lifted[-1] == pytest.approx(0.0, abs=0.001)  # and put down
    up = int(lifted.argmax())
    assert made.clip.finger_force[up, 0, 0] > 1.0
