import mujoco
import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import FOREARM, SEGMENT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.world.scene import HandInScene
from prehensile.world.world import World


def test_the_model_carries_the_hands_numbers(compiled):
    c = compiled("right:seed=9")
    hand, model = c.hand, c.model
    assert model.nv == model.nq == 23
    for k, name in enumerate(hand.joint_names):
        joint = model.joint(name)
        np.testing.assert_allclose(joint.range, [hand.lower[k], hand.upper[k]])
        assert joint.stiffness[0] == hand.spec.stiffness[k]
        assert joint.damping[0] == hand.spec.damping[k]
        assert joint.qpos_spring[0] == hand.spec.rest[k]
        assert joint.armature[0] == 0, "true inertias, no armature tricks"
    for name, segment in hand.segments.items():
        assert model.body(name).mass[0] == pytest.approx(segment.mass)
    whole = model.body_mass.sum() - hand.segments[FOREARM].mass
    assert whole == pytest.approx(hand.mass)


@pytest.mark.parametrize(
    ("wrist", "dofs", "mocaps"), [("fixed", 0, 0), ("free", 6, 0), ("driven", 6, 1)]
)
def test_wrists_are_fixed_free_or_driven(wrist, dofs, mocaps):
    model = build_hand_model(Hand(), wrist).compile()
    assert (model.nv, model.nmocap) == (23 + dofs, mocaps)


def test_an_unknown_wrist_lists_the_valid_ones():
    with pytest.raises(UnknownNameError, match="fixed, driven, free"):
        build_hand_model(Hand(), "loose")  # pyright: ignore[reportArgumentType]


def test_compiled_left_and_right_are_mirror_images(compiled, rng):
    right, left = compiled("right:p5"), compiled("left:p5")
    q = rng.uniform(right.hand.lower, right.hand.upper)
    mirror = np.array([1, -1, 1])
    right.place(q)
    left.place(q)
    np.testing.assert_allclose(right.inertia(), left.inertia(), atol=1e-15)
    np.testing.assert_allclose(right.data.xipos * mirror, left.data.xipos, atol=1e-12)
    np.testing.assert_allclose(right.data.geom_xpos * mirror, left.data.geom_xpos, atol=1e-12)
    gravity = [c.data.qfrc_bias[c.dof] for c in (right, left)]
    np.testing.assert_allclose(*gravity, atol=1e-12)


def test_fingers_collide_with_each_other_and_with_the_palm(compiled, hand):
    c = compiled("right")
    crossed = np.zeros(23)
    crossed[hand.joint_index("index_mcp_abd")] = hand.lower[hand.joint_index("index_mcp_abd")]
    crossed[hand.joint_index("middle_mcp_abd")] = 0.3
    c.place(crossed)
    fingers = {name.split("-")[0] for pair in c.overlaps() for name in pair}
    assert fingers == {"index", "middle"}
    curled = np.zeros(23)
    for joint in ("mcp", "pip", "dip"):
        k = hand.joint_index(f"little_{joint}_flex")
        curled[k] = hand.upper[k]
    c.place(curled)
    assert any(
        {"wrist", "pinky"} == {n.split("/")[0].split("-")[0] for n in p} for p in c.overlaps()
    )


@pytest.mark.parametrize("text", ["right", "left:p5", "right:p95"])
def test_a_flat_hand_touches_nothing(compiled, text):
    c = compiled(text)
    c.place(corpus()["flat"].q)
    assert not c.overlaps()


def test_two_hands_of_one_side_and_different_size_live_in_one_world():
    small, large = parse_hand("right:p5").build(), parse_hand("right:p95").build()
    world = World(
        [
            HandInScene(small, "small", forearm=(0, 0.3, 0.3, 1, 0, 0, 0)),
            HandInScene(large, "large", forearm=(0, -0.3, 0.3, 1, 0, 0, 0)),
        ]
    )
    names = {world.model.body(i).name for i in range(world.model.nbody)}
    for name in ("small", "large"):
        assert {f"{name}/{segment}" for segment in SEGMENT_NAMES} <= names
    for _ in range(30):
        frame = world.step()
    assert len(frame.q) == 2 and len(frame.contacts.a) == 0
    for placed in world.hands:
        palm = world.data.body(f"{placed.name}/wrist").xpos
        knuckle = world.data.body(f"{placed.name}/middle-finger-phalanx-proximal").xpos
        length = placed.hand.segments["wrist"].length
        assert np.linalg.norm(knuckle - palm) == pytest.approx(length, rel=1e-6)


def test_a_driven_forearm_stays_where_its_target_is():
    model = build_hand_model(HandSpec.mean().build(), "driven").compile()
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
    data = mujoco.MjData(model)
    for _ in range(200):
        mujoco.mj_step(model, data)
    assert np.linalg.norm(data.body(FOREARM).xpos - data.mocap_pos[0]) < 1e-3
