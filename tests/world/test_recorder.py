from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.files.pictures.picture import png_bytes
from prehensile.files.pictures.texture import Texture
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.world.objects.primitives import ball, cylinder
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

HAND = HandSpec.mean("right").build()


def presented_ball():
    stand = ObjectInScene(cylinder(0.02, 0.1, 1.0), "stand", (0.3, 0, 0.05, 1, 0, 0, 0), fixed=True)
    shown = ObjectInScene(ball(0.02, 0.1), pose=(0.3, 0, 0.12, 1, 0, 0, 0), presented_by="stand")
    return World(HandInScene(HAND, forearm=(0, 0, 0.02, 1, 0, 0, 0)), [stand, shown])


def test_a_clip_holds_what_the_frames_held(tmp_path):
    world = presented_ball()
    recorder = Recorder(world)
    frames = []
    for _ in range(30):
        frames.append(world.step())
        recorder.add(frames[-1])
    clip = recorder.clip({"seed": 4})
    assert clip.n_frames == 30
    np.testing.assert_array_equal(clip.time, [f.time for f in frames])
    np.testing.assert_array_equal(clip.hand("right").q, [f.q[0] for f in frames])
    np.testing.assert_array_equal(clip.body("ball").pose, [f.bodies[1] for f in frames])
    np.testing.assert_array_equal(clip.finger_force[:, 0], [f.group_force[0, :5] for f in frames])
    np.testing.assert_array_equal(clip.palm_force[:, 0], [f.group_force[0, 5] for f in frames])
    assert clip.contacts.names == world.contact_names
    for k in (0, 15, 29):
        for x, y in zip(clip.contacts.frame(k), frames[k].contacts[:7], strict=True):
            np.testing.assert_array_equal(x, y)
    assert len(clip.contacts.a) > 0  # the hand lies on the floor
    assert clip.meta["seed"] == 4 and clip.meta["timestep"] == world.timestep
    assert clip.meta["bodies"]["ball"]["friction"] == 0.8
    loaded = Clip.load(clip.save(tmp_path / "clip.npz"))
    np.testing.assert_array_equal(loaded.hand("right").q, clip.hand("right").q)
    assert loaded.meta == clip.meta
    assert HandSpec.from_json(loaded.hand("right").model) == HAND.spec


@pytest.mark.parametrize("every", [1, 7])
def test_how_long_an_object_was_aided_is_noted(every):
    world = presented_ball()
    recorder = Recorder(world, every)
    for k in range(40):
        if k == 21:
            world.release("ball")
        if k == 30:
            world.pull("ball", np.zeros(3), [0.3, 0, 0.2])
        if k == 33:
            world.let_go()
        recorder.add(world.step())
        if k in (25, 39):
            facts = recorder.clip().meta["bodies"]
            expected = (20 if k == 25 else 32) / 120
            assert facts["ball"]["aided_until"] == pytest.approx(expected)
            assert facts["stand"]["aided_until"] is None
    assert recorder.clip().n_frames == -(-40 // every)


def test_one_frame_in_several():
    world = presented_ball()
    recorder = Recorder(world, every=4)
    for _ in range(10):
        recorder.add(world.step())
    np.testing.assert_allclose(np.diff(recorder.clip().time), 4 / 120)


def test_nothing_recorded_and_a_senseless_rate():
    world = presented_ball()
    with pytest.raises(InputError, match="step the world first"):
        Recorder(world).clip()
    with pytest.raises(InputError, match="1 or more"):
        Recorder(world, every=0)


def test_a_clip_shows_the_picture_of_its_object():
    plain = ball(0.02, 0.1)
    picture = png_bytes(np.full((2, 2, 3), 50, np.uint8))
    paint = Texture(np.zeros((len(plain.faces), 3, 2), np.float32), picture)
    world = World(HandInScene(HAND), [ObjectInScene(replace(plain, texture=paint))])
    recorder = Recorder(world)
    recorder.add(world.step())
    assert recorder.clip().body("ball").texture is paint
    with pytest.raises(InputError, match="the texture of object 'ball' is of"):
        replace(plain, texture=Texture(np.zeros((1, 3, 2), np.float32), picture))
