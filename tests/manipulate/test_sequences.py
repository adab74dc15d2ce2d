import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.manipulate.pose_space import pose_space
from prehensile.manipulate.sequences import exemplary_actions
from prehensile.manipulate.tasks.catalogue import NUMBERS


@pytest.fixture(scope="module")
def poses():
    return pose_space(Hand(), 4)


def test_a_sequence_is_the_nearest_that_the_space_has_to_its_poses(poses):
    (action,) = exemplary_actions(poses, ["flat > fist > neutral"])
    for row, name in zip(action, ("flat", "fist", "neutral"), strict=True):
        np.testing.assert_array_equal(row, poses.coordinates(corpus_pose(name).q))


@pytest.mark.parametrize("task", NUMBERS)
def test_those_of_every_task_are_of_the_corpus(poses, task):
    sequences = NUMBERS[task].sequences
    assert exemplary_actions(poses, sequences).shape == (len(sequences), 3, 4)


def test_all_end_at_rest_where_there_is_one(poses):
    sequences, rest = ["flat > fist > neutral", "fist > flat > palmar"], (0.1, 0.2, 0.3, 0.4)
    free, ending = exemplary_actions(poses, sequences), exemplary_actions(poses, sequences, rest)
    np.testing.assert_array_equal(ending[:, :2], free[:, :2])
    np.testing.assert_array_equal(ending[:, 2], [rest, rest])
    with pytest.raises(InputError, match="has 2 coordinates; expected 4"):
        exemplary_actions(poses, sequences, (0.1, 0.2))


def test_what_is_no_sequence_is_refused(poses):
    with pytest.raises(InputError, match="at least one"):
        exemplary_actions(poses, [])
    with pytest.raises(InputError, match="has 2 poses"):
        exemplary_actions(poses, ["flat > fist"])
    with pytest.raises(UnknownNameError):
        exemplary_actions(poses, ["flat > fits > neutral"])
