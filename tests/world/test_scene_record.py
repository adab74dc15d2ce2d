import json

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import cylinder
from prehensile.world.scene import HandInScene, ObjectInScene, Scene, name_hands, name_objects
from prehensile.world.scene_record import scene_from_json, scene_to_json


def mug_scene():
    """Two hands, the mug with its inline hulls, presented by a stand."""
    left = HandInScene(HandSpec.sample(3, "left").build(), wrist="fixed", q=np.full(23, 0.01))
    right = HandInScene(HandSpec.mean("right").build(), forearm=(0.1, 0.3, 0.2, 0.6, 0, 0.8, 0))
    stand = ObjectInScene(cylinder(0.02, 0.1, 1.0), "stand", (0, 0, 0.05, 1, 0, 0, 0), fixed=True)
    mug = ObjectInScene(load_object("mug"), pose=(0, 0, 0.1, 1, 0, 0, 0), presented_by="stand")
    knob = ObjectInScene(load_object("dial"), "knob", pose=(0.5, 0, 0.1, 0, 1, 0, 0))
    objects = name_objects([stand, mug, knob])
    return Scene(name_hands([left, right]), objects, "fast", 1 / 90, False)


def model_bytes(scene):
    model = scene.compile()
    buffer = np.zeros(mujoco.mj_sizeModel(model), np.uint8)
    mujoco.mj_saveModel(model, None, buffer)
    return buffer.tobytes()


def test_the_same_model_comes_back_bit_for_bit():
    scene = mug_scene()
    again = scene_from_json(json.loads(json.dumps(scene_to_json(scene))))
    assert model_bytes(again) == model_bytes(scene)
    assert [o.name for o in again.objects] == [o.name for o in scene.objects]
    assert again.objects[1].presented_by == "stand"
    np.testing.assert_array_equal(again.objects[1].object.bounds, scene.objects[1].object.bounds)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("hands"),
        lambda d: d.pop("timestep"),
        lambda d: d.update(hands=[3]),
        lambda d: d.update(objects="mug"),
        lambda d: d["objects"][1]["object"].update(mass="heavy"),
        lambda d: d["objects"][1]["object"].update(mass=-1),
        lambda d: d["objects"][1]["object"]["parts"][0].update(kind="file"),
        lambda d: d["objects"][1]["object"]["parts"][0].update(size=[float("nan")] * 3),
        lambda d: d["objects"][1]["object"].update(bounds=[[0, 0, 0]]),
        lambda d: d["hands"][0]["spec"].update(breadth=7.0),
        lambda d: d.update(timestep=1e9),
        lambda d: d["objects"][3]["object"]["mount"].update(joint="ball"),
    ],
)
def test_a_spoilt_record_is_refused(spoil):
    data = scene_to_json(mug_scene())
    spoil(data)
    with pytest.raises(InputError):
        scene_from_json(data)
