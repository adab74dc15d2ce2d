import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball, box
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World


@pytest.mark.parametrize("seed", range(6))
def test_every_mixture_of_fixed_and_moving_things_is_read_where_it_is(seed):
    rng = np.random.default_rng(seed)

    def pose():
        return [*rng.uniform(-1, 1, 3), *so3.to_quat(so3.random(rng))]

    hands = [
        HandInScene(HandSpec.mean(side).build(), f"h{k}", wrist, pose())
        for k, (side, wrist) in enumerate(
            zip(
                ("right", "left", "right"),
                rng.permutation(["fixed", "free", "driven"]),
                strict=True,
            )
        )
    ]
    objects = [
        ObjectInScene(
            box((0.05, 0.05, 0.05), 0.1) if rng.random() < 0.5 else ball(0.02, 0.1),
            f"o{k}", pose(), fixed=bool(rng.random() < 0.5),
        )
        for k in range(int(rng.integers(0, 5)))
    ]  # fmt: skip
    world = World(hands, objects, floor=False)
    frame = world.step()
    for h, q, forearm in zip(world.hands, frame.q, frame.forearm, strict=True):
        np.testing.assert_array_equal(q, h.hand.spec.rest)
        np.testing.assert_allclose(forearm, h.forearm, atol=1e-12)
        np.testing.assert_allclose(forearm, world_pose(world, f"{h.name}/forearm"), atol=1e-12)
    assert frame.bodies.shape == (len(objects), 7)
    for o, body in zip(world.objects, frame.bodies, strict=True):
        np.testing.assert_allclose(body, o.pose, atol=1e-12)
        np.testing.assert_allclose(body, world_pose(world, o.name), atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_what_turns_on_a_hinge_is_where_its_angle_says(seed):
    rng = np.random.default_rng(seed)
    pose = [*rng.uniform(-1, 1, 3), *so3.to_quat(so3.random(rng))]
    world = World((), ObjectInScene(load_object("dial"), pose=pose), floor=False)
    assert [o.name for o in world.objects] == ["dial_plate", "dial"]
    world.data.joint("dial/hinge").qvel[0] = 9.0
    angles = []
    for _ in range(20):
        now = world.object_pose("dial")
        angles.append(world.data.joint("dial/hinge").qpos[0])
        frame = world.step()
        np.testing.assert_array_equal(frame.bodies[1], now)
        np.testing.assert_allclose(frame.bodies[1, :3], world.data.body("dial").xpos, atol=1e-12)
        same = abs(frame.bodies[1, 3:] @ world.data.body("dial").xquat)
        assert same == pytest.approx(1, abs=1e-12)
        assert frame.contacts.a.size == 0  # it does not rub on its plate
    assert angles[-1] > 0.05
    np.testing.assert_allclose(frame.bodies[0], pose, atol=1e-12)
    with pytest.raises(InputError, match="mounted, so it cannot be pulled"):
        world.pull("dial", np.zeros(3), np.zeros(3))


def world_pose(world, body):
    """MuJoCo's own, of the state before the step."""
    return np.concatenate([world.data.body(body).xpos, world.data.body(body).xquat])
