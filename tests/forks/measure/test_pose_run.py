import numpy as np
import pytest

from prehensile.errors import InputError, SimulationError
from prehensile.forks.measure.pose_run import along, follow_and_release, path_blend
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms

HAND = Hand()
POSES = np.stack([named_pose(HAND, name).q for name in ("neutral", "medium_wrap")])


@pytest.fixture(scope="module")
def blend():
    return path_blend(HAND, POSES)


def test_a_way_through_three_poses_spends_as_long_on_each_leg() -> None:
    poses = np.array([[0.0], [1.0], [5.0]])
    found = [along(poses, share)[0] for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert found == pytest.approx([0.0, 0.5, 1.0, 3.0, 5.0])


def test_left_alone_it_goes_there_and_back(blend) -> None:
    run = follow_and_release(blend, POSES, np.zeros((5, 6)), 1.0)
    assert len(run.time) == 61 and run.released == 0.5
    for frame, q in ((0, POSES[0]), (30, POSES[1]), (60, POSES[0])):
        right = np.stack(list(segment_transforms(HAND, q).values()))
        assert np.allclose(run.poses[frame], right, atol=1e-9)


def test_pulled_it_gives_way_until_it_is_let_go(blend) -> None:
    wrench = np.zeros((5, 6))
    wrench[1, :3] = [0, 0, 0.3]
    free = follow_and_release(blend, POSES, np.zeros((5, 6)), 4.0)
    run = follow_and_release(blend, POSES, wrench, 4.0)
    away = np.linalg.norm((run.poses - free.poses)[:, blend.rows[1], :3, 3], axis=1)
    assert away[120] > 0.003 and away[-1] < 0.1 * away[120]


def test_what_cannot_run_is_refused(blend) -> None:
    with pytest.raises(InputError, match="a run of"):
        follow_and_release(blend, POSES, np.zeros((5, 6)), 0.0)
    with pytest.raises(SimulationError, match="pull less"):
        follow_and_release(blend, POSES, np.full((5, 6), 1e200), 0.2)
