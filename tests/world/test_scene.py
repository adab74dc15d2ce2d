import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball, box
from prehensile.world.scene import (
    HandInScene,
    ObjectInScene,
    Scene,
    build_scene,
    checked_pose,
    name_hands,
    name_objects,
)

RIGHT, LEFT = (HandSpec.mean(side).build() for side in ("right", "left"))


def test_names_are_filled_in():
    assert [h.name for h in name_hands([RIGHT, HandInScene(LEFT)])] == ["right", "left"]
    assert name_hands(RIGHT)[0].hand is RIGHT and name_hands(()) == ()
    placed = HandInScene(RIGHT, wrist="fixed", forearm=(1, 2, 3, 1, 0, 0, 0), q=np.zeros(23))
    (named,) = name_hands(placed)
    assert (named.wrist, named.forearm, named.q) == ("fixed", placed.forearm, placed.q)
    (thing,) = name_objects(ObjectInScene(ball(0.03, 0.1), fixed=True, pose=(1, 2, 3, 1, 0, 0, 0)))
    assert thing.name == "ball" and thing.fixed and thing.pose == (1, 2, 3, 1, 0, 0, 0)


def test_two_hands_of_one_side_and_different_size():
    big = HandSpec.at_percentile(95, "right").build()
    scene = Scene(name_hands([HandInScene(RIGHT, "mine"), HandInScene(big, "yours")]), ())
    model = scene.compile()
    assert model.joint("mine/index_mcp_flex").id != model.joint("yours/index_mcp_flex").id
    assert model.body("yours/wrist").mass > model.body("mine/wrist").mass


def test_every_contact_is_soft_in_the_same_way_and_has_torsion_and_a_ball_rolls():
    things = name_objects([ball(0.03, 0.1), box((0.1, 0.1, 0.1), 1)])
    model = Scene(name_hands(RIGHT), things).compile()
    np.testing.assert_array_equal(model.geom_solref, np.tile([0.008, 1.0], (model.ngeom, 1)))
    rolls = model.geom_bodyid == model.body("ball").id
    assert (model.geom_condim[rolls] == 6).all() and (model.geom_condim[~rolls] == 4).all()


def test_the_floor_can_be_left_out():
    assert build_scene((), (), floor=True).geom("floor") is not None
    assert build_scene((), (), floor=False).geom("floor") is None


def test_same_scene_same_model():
    def compiled():
        return Scene(name_hands(RIGHT), name_objects(box((0.1, 0.2, 0.1), 1))).compile()

    a, b = (np.zeros(mujoco.mj_sizeModel(compiled()), np.uint8) for _ in range(2))
    mujoco.mj_saveModel(compiled(), None, a)
    mujoco.mj_saveModel(compiled(), None, b)
    np.testing.assert_array_equal(a, b)


def test_bases_of_mounts_are_added():
    dial = load_object("dial")
    plate, knob = name_objects(dial)
    assert (plate.name, knob.name, knob.mounted_on) == ("dial_plate", "dial", "dial_plate")
    assert plate.moves == "never" and knob.moves == "hinge"
    two = name_objects([ObjectInScene(dial, "a"), ObjectInScene(dial, "b")])
    assert [o.name for o in two] == ["a_dial_plate", "a", "b_dial_plate", "b"]
    assert name_objects(two) == two  # once is enough
    assert Scene((), two).compile().njnt == 2


@pytest.mark.parametrize("wrist", ["fixed", "free", "driven"])
def test_wrists(wrist):
    model = Scene(name_hands(HandInScene(RIGHT, wrist=wrist)), ()).compile()
    assert model.nv == 23 + 6 * (wrist != "fixed")
    assert model.neq == model.nmocap == (wrist == "driven")


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: name_hands("right"), InputError, "not a Hand"),
        (lambda: name_hands([HandInScene("right")]), InputError, "not a Hand"),
        (lambda: name_hands([RIGHT, RIGHT]), InputError, "two hands are named 'right'"),
        (lambda: name_hands(HandInScene(RIGHT, "a/b")), InputError, "cannot be the name"),
        (lambda: name_objects("mug"), InputError, "load_object"),
        (lambda: name_objects([ball(0.03, 1)] * 2), InputError, "two objects are named 'ball'"),
        (lambda: name_objects(ball(0.03, 1, name="floor")), InputError, "cannot be the name"),
        (
            lambda: name_objects(ObjectInScene(ball(0.03, 1), presented_by="stand")),
            UnknownNameError,
            "unknown object 'stand'",
        ),
        (
            lambda: name_objects(ObjectInScene(ball(0.03, 1), presented_by="ball")),
            InputError,
            "presenter must be fixed",
        ),
        (lambda: Scene((), (), timestep=0.0), InputError, "timestep"),
        (lambda: Scene((), (), timestep=float("nan")), InputError, "timestep"),
        (lambda: Scene((), (), timestep=1.0), InputError, "at most 1/30"),
        (lambda: Scene((), (), preset="slow").compile(), UnknownNameError, "hold, rehearse, fast"),
        (
            lambda: Scene(name_hands(HandInScene(RIGHT, wrist="loose")), ()).compile(),
            UnknownNameError,
            "fixed, driven, free",
        ),
        (lambda: checked_pose([0, 0, 0], "it"), InputError, "shape"),
        (lambda: checked_pose([0, 0, 0, 0, 0, 0, 0], "it"), InputError, "zero quaternion"),
        (lambda: checked_pose([0, 0, np.nan, 1, 0, 0, 0], "it"), InputError, "not finite"),
    ],
)
def test_bad_scenes(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_quaternions_are_normalised():
    np.testing.assert_array_equal(checked_pose([0, 0, 0, 2, 0, 0, 0], "it")[3:], [1, 0, 0, 0])
