"""Ways in plain words."""

import numpy as np
import pytest

from prehensile.quality.judge.way_taken import Way
from prehensile.quality.judge.way_words import way_words, whence


def way(*comes_from, middle=(0.0, 0.0, 0.0), pressing=()):
    along = np.array(comes_from, dtype=float)
    return Way(np.array(middle), along / np.linalg.norm(along), frozenset(pressing))


@pytest.mark.parametrize(
    ("comes_from", "words"),
    [
        ((0, 0, 1), "above"),
        ((0, -1, 3), "above"),
        ((0, -1, 0), "the front"),
        ((0, -1, 1), "above the front"),
        ((1, -0.5, 0), "the right"),
        ((-1, 0, 0.7), "above the left"),
        ((0.1, 1, -0.2), "behind"),
        ((0, 1, -1), "below behind"),
        ((0, 0, -1), "below"),
    ],
)
def test_whence(comes_from, words):
    assert whence(way(*comes_from)) == words


def test_a_line_says_whence_by_what_and_where_as_the_option_takes_it():
    taken = way(0, 0, 1, middle=(0.0123456, -0.0000001, -0.05), pressing=("index", "palm", "thumb"))
    assert way_words(taken) == "from above, by thumb, index, palm, around 0.012,0,-0.05"
