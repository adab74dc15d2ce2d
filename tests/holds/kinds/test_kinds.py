"""Six kinds: their sizes are what their names promise, measured on what hands touch."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.holds.kinds.kinds import KINDS, find_hold, random_holds
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.things.hold import CENTRE
from prehensile.world.things.hold import hold as catalogue_hold

SEEDS = (None, 0, 1, 2, 3)


def hull(hold, part=0):
    return hold.object.parts[part].vertices


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_hold_is_a_closed_solid_in_front_of_the_wall(kind, seed):
    hold = KINDS[kind](seed)
    assert hold.object.vertices[:, 1].max() < 1e-4  # nothing behind the wall
    assert solid_moments(hold.object.vertices, hold.object.faces).volume > 0
    assert hold.object.friction[0] == 0.8
    assert np.linalg.norm(hold.pull) == pytest.approx(1)
    assert hold.needed == (75 if kind == "pocket" else 150)
    low, high = hold.object.bounds
    assert (hold.grip > low - 0.002).all() and (hold.grip < high + 0.002).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_hold(kind):
    one, same, other = (KINDS[kind](seed) for seed in (4, 4, 5))
    np.testing.assert_array_equal(one.object.vertices, same.object.vertices)
    assert one.sizes == same.sizes and one.sizes != other.sizes


def test_the_jug_is_the_catalogues():
    np.testing.assert_array_equal(KINDS["jug"](None).object.vertices, catalogue_hold().vertices)


@pytest.mark.parametrize(("kind", "depth"), [("edge", 0.020), ("crimp", 0.010)])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_ledge_is_as_deep_as_it_says_and_its_lip_is_sharp(kind, depth, seed):
    hold = KINDS[kind](seed)
    points = hull(hold)
    assert -points[:, 1].min() == pytest.approx(depth, abs=1e-6)
    # The lip is an arc: its points lie on one circle of at most 3 mm, found by three of them.
    outline = points[: len(points) // 2, 1:]
    arc = outline[(-outline[:, 0] > depth - 0.004) & (outline[:, 1] > hold.grip[2] - 0.004)]
    middle, radius = circle(arc[0], arc[len(arc) // 2], arc[-1])
    np.testing.assert_allclose(np.linalg.norm(arc - middle, axis=1), radius, rtol=1e-6)
    assert radius <= 0.003 + 1e-9


def circle(a, b, c):
    rows = 2 * np.array([b - a, c - a])
    middle = np.linalg.solve(rows, [b @ b - a @ a, c @ c - a @ a])
    return middle, np.linalg.norm(a - middle)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sloper_is_flat_and_round(seed):
    """Curvature and slope of the true ellipse, by finite differences."""
    hold = KINDS["sloper"](seed)
    (part,) = hold.object.parts
    out, up = part.size[1:]

    def height(y):
        return up * np.sqrt(1 - (y / out) ** 2)

    h = 1e-5
    second = (height(h) - 2 * height(0.0) + height(-h)) / h**2
    assert -1 / second >= 0.080 - 1e-6  # radius on top
    y = -hold.grip[1]
    slope = (height(y + h) - height(y - h)) / (2 * h)
    assert 0 < np.degrees(np.arctan(-slope)) < 20
    assert hold.grip[2] == pytest.approx(part.pos[2] + height(y), abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pinch_is_40_to_60_mm_wide_and_wider_below(seed):
    hold = KINDS["pinch"](seed)
    points = hull(hold)
    back = points[points[:, 1] > -1e-9]  # at the wall the sides are straight lines
    half = np.abs(back[:, 0])
    top, low = back[:, 2].argmax(), back[:, 2].argmin()
    share = (CENTRE - back[low, 2]) / (back[top, 2] - back[low, 2])
    assert 0.040 <= 2 * (half[low] + share * (half[top] - half[low])) <= 0.060
    assert half[low] > half[top]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pocket_has_room_for_two_fingers(seed):
    hold = KINDS["pocket"](seed)
    floor, roof, left, right = (hull(hold, k) for k in range(4))
    assert 0.040 <= right[:, 0].min() - left[:, 0].max() <= 0.046
    assert 0.026 <= roof[:, 2].min() - floor[:, 2].max() <= 0.032
    assert hold.fingers == ("index", "middle")


def test_holds_are_found_by_name():
    assert find_hold("crimp").name == "crimp"
    assert find_hold("crimp:12").name == "crimp:12"
    with pytest.raises(UnknownNameError, match="crimp"):
        find_hold("crim")
    with pytest.raises(InputError, match="a seed"):
        find_hold("crimp:x")


def test_random_holds_take_kinds_in_turn_and_seeds_one_after_another():
    names = [h.name for h in random_holds(8, 30)]
    assert names[:3] == ["jug:30", "edge:31", "crimp:32"] and names[6:] == ["jug:36", "edge:37"]
