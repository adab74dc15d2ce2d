"""A hold and its wall."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.holds.kinds.edge import edge
from prehensile.holds.kinds.hold import unit_direction, wall
from prehensile.holds.kinds.jug import jug


def test_the_wall_is_behind_every_hold():
    assert wall().vertices[:, 1].min() > 0


def test_hold_and_wall_do_not_move():
    objects = jug().scene_objects()
    assert [o.name for o in objects] == ["hold", "wall"]
    assert all(o.moves == "never" and o.object.mount is None for o in objects)


@pytest.mark.parametrize("bad", [(0, 0, 0), (0, 0, np.nan), (1, 2)])
def test_a_direction_must_point_somewhere(bad):
    with pytest.raises(InputError, match="direction"):
        unit_direction(bad)


def test_a_direction_is_made_unit():
    np.testing.assert_allclose(unit_direction((0, 3, -4)), [0, 0.6, -0.8])


def test_a_name_says_the_seed():
    assert edge(7).name == "edge:7" and edge().name == "edge"
