"""Mass, friction and scale of single worlds."""

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.nan_guard import STATE
from prehensile.world.objects.primitives import ball, box, cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

RIGHT = HandSpec.mean("right").build()
K = np.where(np.arange(23) < 3, 40.0, 1.0)


def busy_scene():
    """A ball over a palm, hanging from a stand; a box above the floor."""
    stand = cylinder(0.02, 0.28, 1.0)
    return HandInScene(RIGHT, forearm=(0, 0, 0.3, 0, 1, 0, 0)), [
        ObjectInScene(stand, "stand", (0.09, 0, 0.5, 1, 0, 0, 0), fixed=True),
        ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0, 0.36, 1, 0, 0, 0), presented_by="stand"),
        ObjectInScene(box((0.05, 0.05, 0.05), 0.2), pose=(-0.3, 0, 0.03, 1, 0, 0, 0)),
    ]


def states_of(batch):
    return np.stack([batch.world_snapshot(i).state for i in range(batch.count)])


@pytest.mark.long
def test_fields_of_single_worlds_equal_models_of_their_own():
    """Mass, friction and scale: the same bits as one model for each world, stepped by MuJoCo."""
    scene = busy_scene()
    batch = WorldBatch(*scene, 4)
    batch.set_mass("ball", [0.05, 0.1, 0.2, 0.4])
    batch.set_friction("ball", [1.0, 1.5, 2.0, 2.5])
    batch.set_friction("right", 0.3)
    batch.set_scale("box", [0.5, 1.0, 1.5, 2.0])
    batch.place("box", [-0.3, 0, 0.1, 1, 0, 0, 0])
    batch.release("ball")
    start = states_of(batch)
    squeeze = Command(RIGHT.spec.rest + 0.6 * (np.arange(23) >= 3), K, 0.05 * K)
    for _ in range(200):
        batch.step(squeeze)
    for i in range(4):
        model = batch._batch.get_model(i)
        data = mujoco.MjData(model)
        mujoco.mj_setState(model, data, start[i], STATE)
        for _ in range(200):
            mujoco.mj_step(model, data)
        np.testing.assert_array_equal(data.qpos, batch._qpos[i])
        body, geom = model.body("ball"), model.geom("ball/part0")
        assert body.mass[0] == pytest.approx([0.05, 0.1, 0.2, 0.4][i])
        assert body.inertia[0] == pytest.approx(0.4 * body.mass[0] * 0.03**2, rel=1e-2)
        assert geom.friction[0] == pytest.approx([1.0, 1.5, 2.0, 2.5][i])
        assert body.subtreemass[0] == body.mass[0]
    # The boxes, dropped, lie on the floor by their own size.
    height = batch.object_pose("box")[:, 2]
    np.testing.assert_allclose(height, 0.025 * np.array([0.5, 1, 1.5, 2]), atol=1e-3)


def test_a_scaled_and_heavier_object_is_like_one_made_so():
    place = (-0.3, 0, 0.06, 0.96, 0.28, 0, 0)
    small = ObjectInScene(box((0.03, 0.04, 0.05), 0.2), "box", place)
    large = ObjectInScene(box((0.045, 0.06, 0.075), 0.6), "box", place)
    batch, world = WorldBatch((), small, 2), World((), large)
    batch.set_mass("box", [0.6, 0.2])
    batch.set_scale("box", [1.5, 1.0])
    for _ in range(120):
        batch.step()
        world.step()
    np.testing.assert_allclose(batch.object_pose("box")[0], world.object_pose("box"), atol=1e-6)


def test_what_no_object_can_have_is_refused():
    batch = WorldBatch(*busy_scene(), 3)
    with pytest.raises(InputError, match=r"mass of 'ball' must be finite and positive.*not 0"):
        batch.set_mass("ball", [1, 0, 1])
    with pytest.raises(InputError, match=r"mass of 'ball' has shape \(2,\); expected \(3,\)"):
        batch.set_mass("ball", [1, 1])
    with pytest.raises(InputError, match=r"friction of 'ball'.*not negative, not nan"):
        batch.set_friction("ball", np.nan)
    with pytest.raises(InputError, match=r"scale of 'box' must be from 0.1 to 10"):
        batch.set_scale("box", 100)
    with pytest.raises(InputError, match="'stand' is fixed"):
        batch.set_scale("stand", 1.1)


def test_mesh_parts_cannot_be_scaled():
    hulls = next(o for o in map(load_object, ("mug", "bulb", "apple", "climbing_hold"))
                 if any(p.kind == "hull" for p in o.parts) and o.mount is None)  # fmt: skip
    batch = WorldBatch((), hulls, 2)
    with pytest.raises(InputError, match="parts that are meshes"):
        batch.set_scale(hulls.name, 1.1)
