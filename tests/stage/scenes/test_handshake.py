"""The handshake scene, driven without a page."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.spec import HandSpec
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scene_table import find_scene
from prehensile.stage.scenes.handshake import HandshakeStage


def _run(scene, seconds):
    """Frames of the world for so long."""
    frames = []
    for _ in range(round(seconds / scene.timestep)):
        scene.step()
        frames.append(scene.last)
    return frames


def _force(scene, frames):
    """[N] mean of the sum of forces between the hands."""
    names = [name.partition("/")[0] for name in scene.world.contact_names]
    owner = np.array(names)
    sums = [
        f.contacts.normal_force[owner[f.contacts.a] != owner[f.contacts.b]].sum() for f in frames
    ]
    return float(np.mean(sums))


def _ready(scene):
    return {s.name for s in scene.steps() if s.state == "ready"}


def _digits(frames, scene):
    """(T, n) [rad] of the first hand's digits."""
    names = scene.world.hands[0].hand.joint_names
    keep = [n not in WRIST_JOINTS for n in names]
    return np.stack([f.q[0] for f in frames])[:, keep]


def test_it_is_in_the_table():
    assert find_scene("handshake").missing() == ""


@pytest.mark.long
def test_a_hand_with_its_own_mesh_is_the_host():
    mine = HandSpec.at_percentile(60)
    rig = hand_rig(mine.build())
    scene = HandshakeStage(SceneOptions(dress=Dress(worn={mine: rig})))
    host, guest = (h.hand for h in scene.hands())
    assert scene.options.dress.rig(host) is rig and scene.options.dress.rig(guest) is not rig
    with pytest.raises(InputError, match="right hands"):
        HandshakeStage(SceneOptions(dress=Dress(worn={mine.mirrored(): rig})))


@pytest.mark.long
def test_a_handshake_from_beginning_to_end():
    scene = HandshakeStage()
    assert _ready(scene) == {"shake", "wave"}
    assert _force(scene, _run(scene, 0.3)) == 0
    scene.press("shake")
    assert _ready(scene) == set() and scene.steps()[0].state == "running"
    _run(scene, 3.0)
    shaking = _run(scene, 1.5)
    assert scene.phase == "shake"
    heights = [f.forearm[0][2] for f in shaking]
    assert np.ptp(heights) > 0.03
    _run(scene, 1.2)
    assert scene.phase == "clasped"
    assert 5 < _force(scene, _run(scene, 0.3)) < 20
    assert _ready(scene) == {"let_go"}
    assert scene.verdict().ok and "shook hands" in str(scene.verdict())
    scene.press("let_go")
    _run(scene, 3.5)
    assert scene.phase == "apart"
    assert _force(scene, _run(scene, 0.2)) == 0
    assert _ready(scene) == {"wave", "again"}
    scene.press("shake")  # and once more
    _run(scene, 5.8)
    assert scene.phase == "clasped" and _force(scene, _run(scene, 0.2)) > 5


@pytest.mark.long
def test_a_stronger_hand_presses_harder():
    forces = []
    for strength in (1.0, 4.0):
        scene = HandshakeStage()
        scene.set("strength", strength)
        scene.press("shake")
        _run(scene, 5.4)
        forces.append(_force(scene, _run(scene, 0.3)))
    assert forces[1] > 1.5 * forces[0]


@pytest.mark.long
def test_the_switch_shows_the_wave():
    """Fingers of a hand shaken in the air, with and without τ_ARM."""
    waves = {}
    for arm in (True, False):
        scene = HandshakeStage()
        scene.set("arm", arm)
        _run(scene, 1.0)
        scene.press("wave")
        q = _digits(_run(scene, 2.4), scene)
        waves[arm] = np.sqrt(((q - q[0]) ** 2).mean())
    assert waves[True] < 0.2 * waves[False]
    assert np.degrees(waves[False]) > 1


def test_again_and_what_is_refused():
    scene = HandshakeStage()
    with pytest.raises(InputError, match="apart"):
        scene.press("let_go")
    scene.press("shake")
    with pytest.raises(InputError, match="busy"):
        scene.press("shake")
    _run(scene, 1.0)
    scene.reset()
    assert scene.frame().time == 0 and scene.phase == "apart"
    scene.press("shake")
