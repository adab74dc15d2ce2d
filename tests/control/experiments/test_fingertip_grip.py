"""A grip on a box: as hard as it is told, and a box that leaves the hand."""

import numpy as np
import pytest

from prehensile.control.experiments.fingertip_grip import growing_grip, pulled_away, repeated_grip
from prehensile.hand.spec import HandSpec
from prehensile.motion.pad_load import pad_loads


def test_a_grip_grows_to_what_was_wanted():
    clip = growing_grip(low=2.0, high=12.0, seconds=3.0)
    force, wanted = pad_loads(clip).force[:, 0], np.array(clip.meta["grip"])
    assert wanted[0] == 2 and wanted[-1] == pytest.approx(12)
    for k in (int(np.searchsorted(wanted, 2.0, side="right")) - 1, clip.n_frames - 1):
        assert force[k].sum() == pytest.approx(wanted[k], rel=0.1)
        assert force[k, 0] == pytest.approx(force[k, 1:].sum(), rel=0.2), "thumb against fingers"
        assert (force[k] > 0).all()


def test_squeezes_follow_what_was_wanted():
    clip = repeated_grip(highs=(12.0, 8.0), low=3.0, seconds=2.0)
    force, wanted = pad_loads(clip).force[:, 0].sum(axis=1), np.array(clip.meta["grip"])
    time = clip.time - clip.time[0]
    first, second = ((time > 1.5 + 2 * k) & (time < 3.5 + 2 * k) for k in range(2))
    assert (wanted[first].max(), wanted[second].max()) == pytest.approx((12, 8), rel=0.01)
    assert (wanted[0], wanted[-1]) == (3, 3)
    assert force[first].max() > force[second].max() + 1.5
    assert force[-1] < 0.6 * force[second].max()


@pytest.mark.parametrize("side", ["right", "left"])
def test_a_pulled_box_leaves_the_hand(side):
    clip = pulled_away(HandSpec.mean(side).build(), grip=6.0)
    began, lost = clip.meta["pulled"]
    force = pad_loads(clip).force[:, 0].sum(axis=1)
    at = np.searchsorted(clip.time, [began, clip.time[-1]])
    assert force[at[0]] > 4 and force[-1] == 0
    assert 0.5 < lost - began < 20
    box = clip.body("box").pose
    assert np.linalg.norm(box[-1, :3] - box[at[0], :3]) > 0.06
