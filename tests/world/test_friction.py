"""Whose friction acts: the object's, in every contact of it."""

import mujoco
import numpy as np
import pytest

from prehensile.control.place.stand import STAND_HEIGHT, TABLE, stand_under
from prehensile.hand.hand import Hand
from prehensile.hand.model import CONTACT_SOLIMP, FRICTION
from prehensile.world.objects.primitives import box
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

LOW = (0.3, 0.001, 1e-4)


@pytest.fixture(scope="module")
def touching() -> dict[frozenset[str], np.ndarray]:
    """A palm pressed on a slippery block on a table, and fingers on the table beside it: friction
    and softness of every pair that touches.
    """
    block = box((0.06, 0.06, 0.04), 0.2, name="block", friction=LOW)
    at = (0, 0, STAND_HEIGHT + 0.0195, 1, 0, 0, 0)
    forearm = (-0.06, 0, STAND_HEIGHT + 0.045, 1, 0, 0, 0)
    q = np.zeros(Hand().dof)
    q[[Hand().joint_index(f"{f}_mcp_flex") for f in ("index", "middle", "ring", "little")]] = 0.8
    world = World(
        HandInScene(Hand(), forearm=forearm, q=q),
        [stand_under(block, "table"), ObjectInScene(block, pose=at)],
    )
    world.step()
    model, found = world.model, {}
    for contact in world.data.contact:
        names = frozenset(
            model.body(int(model.geom_bodyid[g])).name.partition("/")[0] for g in contact.geom
        )
        found[names] = np.concatenate([contact.friction[[0, 2]], contact.solimp])
    return found


def test_between_skin_and_an_object_the_objects_acts_with_the_skins_softness(touching):
    assert touching[frozenset({"right", "block"})] == pytest.approx([*LOW[:2], *CONTACT_SOLIMP])


def test_between_an_object_and_the_table_the_objects_acts(touching):
    assert touching[frozenset({"block", TABLE})][:2] == pytest.approx(LOW[:2])


def test_a_hand_on_the_table_keeps_its_own(touching):
    assert touching[frozenset({"right", TABLE})][:2] == pytest.approx(FRICTION[:2])


@pytest.mark.parametrize("friction", [0.2, 0.5])
def test_a_block_slides_down_a_slope_steeper_than_its_friction_and_no_other(friction):
    slopes = []
    for angle in (0.8 * np.arctan(friction), 1.25 * np.arctan(friction)):
        block = box((0.06, 0.06, 0.03), 0.2, name="block", friction=(friction, 0.003, 1e-4))
        world = World(Hand(), [ObjectInScene(block, pose=(0, 0, 0.0145, 1, 0, 0, 0))])
        world.model.opt.gravity[:] = 9.81 * np.array([np.sin(angle), 0, -np.cos(angle)])
        for _ in range(60):
            world.step()
        mujoco.mj_forward(world.model, world.data)
        slopes.append(world.object_pose("block")[0])
    assert abs(slopes[0]) < 1e-3 and slopes[1] > 0.02
