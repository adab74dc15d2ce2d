"""What is tried of many candidates, on a hammer whose handle is known from how it was made."""

import numpy as np
import pytest

from prehensile.control.place.candidate import Candidate
from prehensile.control.place.limbs import limbs
from prehensile.control.place.medial import medial_balls
from prehensile.control.place.picked import AT_EASE, gently, picked, promises, varied
from prehensile.control.place.places import prior_of
from prehensile.control.place.preferred import Preferred
from prehensile.control.place.surroundings import surroundings
from prehensile.control.place.wishes import Wishes
from prehensile.world.catalogue import load_object

ON_HANDLE, AT_HEAD = [-0.1, 0.016, 0.013], [0.136, -0.06, 0.013]
HAMMER = load_object("hammer")


def way(number, place=ON_HANDLE, need=3.0):
    q, T = np.zeros(23), np.eye(4)
    T[0, 3] = number
    touched = np.array([place] * 3)
    return Candidate("", q, q, q, T, T, q[:3], 0.0, 3, q, q > 0, 0.0, need, touched)


def test_what_lies_on_the_handle_serves_use_and_anything_serves_to_carry():
    use, carry = prior_of(HAMMER), prior_of(HAMMER, Wishes(purpose="carry"))
    assert promises(way(0), use) and not promises(way(0, AT_HEAD), use)
    assert promises(way(0, AT_HEAD), carry)


@pytest.mark.parametrize("purpose", [None, "carry"])
def test_at_a_handle_some_other_places_are_kept(purpose):
    prior = prior_of(HAMMER, Wishes(purpose=purpose))
    at_handle, others = [way(k) for k in range(20)], [way(k, AT_HEAD) for k in range(20)]
    chosen = picked(at_handle, others, 12, prior)
    kept = sum(c.touched[0, 0] > 0.1 for c in chosen)
    assert len(chosen) == 12 and kept == (3 if purpose is None else 0)
    assert [c.touched[0, 0] > 0.1 for c in chosen] == [False] * (12 - kept) + [True] * kept


def test_what_could_bear_the_weight_comes_first_at_a_handle():
    hopeless, able = way(0, need=np.inf), way(1)
    assert picked([hopeless, able], [], 2, prior_of(HAMMER)) == [able, hopeless]


def test_a_handle_is_pressed_no_harder_than_serves():
    prior = prior_of(HAMMER)
    assert gently(way(0, need=np.inf), prior).need == AT_EASE / prior.weight
    assert gently(way(0, need=2.0), prior).need == 2.0
    assert gently(way(0, AT_HEAD, 30.0), prior).need == 30.0


def test_where_nobody_knows_the_weight_the_need_stays_as_it_is():
    rng = np.random.default_rng(0)
    scene = surroundings(HAMMER, np.eye(4), rng, "table")
    medial = medial_balls(HAMMER, scene.points, scene.normals, rng)
    prior = Preferred(scene, medial, limbs(scene.points, scene.normals, medial))
    assert prior.weight == 0 and prior.rather_by_handle
    for need in (2.0, 30.0, np.inf):
        assert gently(way(0, need=need), prior).need == need


def test_what_is_alike_is_tried_once():
    assert [c.T_object_palm[0, 3] for c in varied([way(0), way(0.1), way(1), way(2)], 2)] == [0, 1]


def test_along_a_handle_other_places_are_tried_after_what_differs():
    along = [way(0.05 * k) for k in range(4)]
    turned = way(1)
    chosen = picked([*along, turned], [], 4, prior_of(HAMMER))
    assert [c.T_object_palm[0, 3] for c in chosen] == pytest.approx([0, 1, 0.05, 0.1])
    carried = picked([*along, turned], [], 4, prior_of(HAMMER, Wishes(purpose="carry")))
    assert [c.T_object_palm[0, 3] for c in carried] == [0, 1]
