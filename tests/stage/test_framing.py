"""What a scene shows, as messages: the corrections of its skins."""

from dataclasses import replace

import numpy as np
import pytest
from tests.stage.bulging import bulging_dress, bulging_rig

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.skin.dress import SKIN_DRESS, Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import blended_skin, posed_skin
from prehensile.skin.rig.rig import Rig
from prehensile.stage.framing import Framing
from prehensile.stage.messages import Frame, HandRig
from prehensile.stage.scene import SceneFrame, SceneOptions, StageHand, StageScene
from prehensile.stage.wire import decode, encode

RIGHT = Hand()
LEFT = RIGHT.spec.mirrored().build()


class TwoHands(StageScene):
    """A left and a right hand in the air, at joint angles q (2, 23) [rad]."""

    def __init__(self, dress: Dress, q: np.ndarray):
        super().__init__(SceneOptions(dress=dress))
        self.q = q

    def hands(self):
        return [StageHand("one", LEFT), StageHand("other", RIGHT)]

    def frame(self):
        return SceneFrame(0.0, q=list(self.q), forearm=[se3.to_pose7(np.eye(4))] * 2)

    def step(self):
        raise NotImplementedError

    reset = step


def plain(hand: Hand) -> Rig:
    """Its skin without corrections."""
    return replace(hand_rig(hand), corrections=None)


def framed(dress: Dress, q: np.ndarray) -> tuple[list[HandRig], Frame]:
    """Both rigs and a frame, after a journey over the wire."""
    scene = TwoHands(dress, q)
    framing = Framing("two", scene)
    sent = [*framing.opening(), framing.frame(scene.frame(), 0, True, 1.0, 0)]
    came = [decode(encode(message), (type(message),)) for message in sent]
    return [x for x in came if isinstance(x, HandRig)], came[-1]


@pytest.fixture
def q(rng):
    return rng.uniform(-0.2, 0.8, (2, 23))


def test_a_page_can_make_our_skin_from_rig_and_frame(q):
    """Equation 7.2 from the messages alone; the first hand is bare of corrections."""
    dress = Dress(worn={**bulging_dress().worn, LEFT.spec: plain(LEFT)})
    (bare, rig), frame = framed(dress, q)
    assert (bare.shapes, len(bare.shape_start), len(bare.shape_column)) == ((), 0, 0)
    assert len(frame.shape) == len(rig.shapes) == rig.shape_column.max() + 1
    vertex = np.repeat(np.arange(len(rig.vertices)), np.diff(rig.shape_start))
    at_rest, normals = rig.vertices.copy(), rig.normals.copy()
    amount = frame.shape[rig.shape_column, None]
    np.add.at(at_rest, vertex, amount * rig.shape_shift)
    np.add.at(normals, vertex, amount * rig.shape_turn)
    wanted, turned = posed_skin(bulging_rig(), RIGHT, q[1])
    corrected = replace(plain(RIGHT), vertices=at_rest, normals=normals)
    joints = se3.from_pose7(frame.joints[len(bare.joint_names) :])
    found = blended_skin(corrected, joints)
    np.testing.assert_allclose(found[0], wanted, atol=1e-6)
    np.testing.assert_allclose(found[1], turned, atol=1e-5)


def test_coordinates_come_hand_after_hand(q):
    rig = bulging_rig()
    dress = Dress(
        worn={RIGHT.spec: rig, LEFT.spec: replace(plain(LEFT), corrections=rig.corrections)}
    )
    _, frame = framed(dress, q)
    assert rig.corrections is not None
    wanted = np.concatenate([rig.corrections.coordinates(one) for one in q])
    np.testing.assert_allclose(frame.shape, wanted, rtol=1e-6, atol=1e-6)


def test_bare_shapes_are_not_corrected(q):
    rigs, frame = framed(replace(SKIN_DRESS, bare=True), q)
    assert [rig.shapes for rig in rigs] == [(), ()]
    assert frame.shape.shape == (0,)
