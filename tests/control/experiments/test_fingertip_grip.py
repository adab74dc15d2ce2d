"""A grip on a box: as hard as it is told, and a box that leaves the hand."""

import numpy as np
import pytest

from prehensile.control.experiments.fingertip_grip import growing_grip, pulled_away
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
