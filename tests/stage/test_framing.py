"""What a scene shows, as messages: the corrections of its skins, the edges of its things."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model
from tests.stage.blushing import ScatteredBlush, blushing_dress, picture, scattered_lookup
from tests.stage.bulging import bulging_dress, bulging_rig

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.export.blush_pictures import lookup_png, texture_picture
from prehensile.files.pictures.picture import png_bytes
from prehensile.files.pictures.texture import Texture
from prehensile.hand.hand import Hand
from prehensile.hand.taxels import glove_taxels
from prehensile.lie import se3
from prehensile.motion.verdict import Figure, Verdict
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import blended_skin, posed_skin
from prehensile.skin.rig.rig import Rig
from prehensile.stage.framing import Framing, shown_verdict
from prehensile.stage.messages import BodyMesh, Frame, HandRig, TaxelPatches
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody, StageHand, StageScene
from prehensile.stage.wire import decode, encode
from prehensile.world.objects.primitives import ball, box

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


class Gloved(TwoHands):
    """Two hands, the second in a glove."""

    def taxels(self):
        return {self.hands()[1].name: glove_taxels()}


def test_taxels_follow_the_rig_and_are_nought_where_nothing_presses(q):
    scene = Gloved(SKIN_DRESS, q)
    framing = Framing("gloved", scene)
    opening = framing.opening()
    (patches,) = [x for x in opening if isinstance(x, TaxelPatches)]
    names = [x.hand for x in opening if isinstance(x, HandRig)]
    assert patches.hand == names[1]
    kinds = [type(x) for x in opening]
    assert kinds.index(TaxelPatches) > kinds.index(HandRig)
    still = framing.frame(scene.frame(), 1, True, 1.0, 0)
    assert still.taxels.shape == (1, 29, 25) and not still.taxels.any()
    image = np.arange(725.0).reshape(1, 29, 25)
    shown = framing.frame(replace(scene.frame(), taxels=image), 1, True, 1.0, 0)
    came = decode(encode(shown), (type(shown),))
    np.testing.assert_array_equal(came.taxels, image)
    assert encode(patches)


class OneBody(TwoHands):
    """A thing, and no hand."""

    def __init__(self, vertices: np.ndarray, faces: np.ndarray):
        super().__init__(SKIN_DRESS, np.zeros((0, 23)))
        self.body = StageBody("thing", vertices, faces, (1, 0, 0, 1), movable=True)

    def hands(self):
        return []

    def bodies(self):
        return [self.body]


def mesh_of(vertices: np.ndarray, faces: np.ndarray) -> BodyMesh:
    return next(
        x for x in Framing("one", OneBody(vertices, faces)).opening() if type(x) is BodyMesh
    )


def test_sharp_edges_of_a_thing_are_drawn_sharp():
    thing = box((0.1, 0.2, 0.3), 1.0)
    mesh = mesh_of(thing.vertices, thing.faces)
    assert len(mesh.vertices) == 24  # three normals at each of eight corners
    np.testing.assert_allclose(np.sort(np.abs(mesh.normals), axis=1)[:, ::-1], np.eye(3)[[0] * 24])
    corners = mesh.vertices[mesh.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("fi,fki->fk", across, mesh.normals[mesh.faces]) > 0).all()


def test_a_ball_is_smooth_even_where_its_vertices_were_doubled():
    thing = ball(0.05, 1.0)
    loose = thing.vertices[thing.faces].reshape(-1, 3)  # every triangle by itself
    mesh = mesh_of(loose, np.arange(len(loose)).reshape(-1, 3))
    assert len(mesh.vertices) == len(thing.vertices)
    radial = mesh.vertices / np.linalg.norm(mesh.vertices, axis=1, keepdims=True)
    assert (radial * mesh.normals).sum(axis=1).min() > 0.99


def test_a_picture_lies_on_its_thing_and_is_had_by_its_name():
    made = ball(0.03, 0.1)
    uv = np.random.default_rng(0).random((len(made.faces), 3, 2)).astype(np.float32)
    paint = Texture(uv, png_bytes(np.full((2, 2, 3), 7, np.uint8)))
    scene = OneBody(made.vertices, made.faces)
    scene.body = scene.body._replace(name="my ball", texture=paint)
    framing = Framing("one", scene)
    (sent,) = (x for x in framing.opening() if type(x) is BodyMesh)
    sent = decode(encode(sent), (BodyMesh,))
    np.testing.assert_allclose(sent.uv[sent.faces], uv, atol=1e-7)
    corners = made.vertices[made.faces]
    np.testing.assert_allclose(sent.vertices[sent.faces], corners, atol=1e-6)
    assert sent.color_picture == "skin/my%20ball/thing"
    assert framing.picture("my ball", "thing") == paint.picture
    assert framing.picture("other", "thing") is None
    scene.body = scene.body._replace(opacity=0.5)
    (glass,) = (x for x in Framing("one", scene).opening() if type(x) is BodyMesh)
    assert glass.color_picture == "" and len(glass.uv) == 0


def test_a_verdict_keeps_its_words_and_its_finite_figures():
    assert shown_verdict(None) is None
    shown = shown_verdict(
        Verdict(False, "No.", "No.", "Grip.", {"a": Figure(1.5, "mm"), "b": Figure(np.inf, "N")})
    )
    assert shown is not None and (shown.ok, shown.line, shown.advice) == (False, "No.", "Grip.")
    assert [(f.name, f.value, f.unit) for f in shown.figures] == [("a", 1.5, "mm")]


def test_a_rig_says_where_blood_shows_and_how(q):
    dress = blushing_dress()
    (left, right), frame = framed(dress, q)
    blush = dress.blush
    assert blush is not None
    for name, rig in (("one", left), ("other", right)):
        assert rig.lookup_picture == f"skin/{name}/lookup"
        assert rig.texture_picture == f"skin/{name}/textures"
        np.testing.assert_allclose(rig.pigment, blush.pigment)
        np.testing.assert_allclose(rig.texture_scale[:2], np.abs(blush.textures).max((0, 1))[:2])
        assert rig.blood_space == "srgb"
    assert frame.blood.shape == (2, 5, 4) and not frame.blood.any()
    scene = TwoHands(dress, q)
    blood = np.arange(40.0).reshape(2, 5, 4)
    shown = replace(scene.frame(), blood=blood)
    sent = Framing("two", scene).frame(shown, 0, True, 1.0, 0)
    np.testing.assert_array_equal(decode(encode(sent), (Frame,)).blood, blood)


@pytest.mark.parametrize("dress", [Dress(), Dress(bare=True, blush=blushing_dress().blush)])
def test_nothing_says_so_where_fingertips_do_not_colour(q, dress):
    rigs, _ = framed(dress, q)
    assert all(rig.lookup_picture == rig.texture_picture == "" for rig in rigs)
    framing = Framing("two", TwoHands(dress, q))
    assert framing.picture("one", "lookup") is None and framing.picture("nobody", "color") is None


class WithGhost(TwoHands):
    """The right one is not there."""

    def hands(self):
        return [StageHand("one", LEFT), StageHand("other", RIGHT, 0.3)]


def test_a_ghost_has_its_shape_and_no_pictures(q):
    rigs = [
        x
        for x in Framing("toy", WithGhost(blushing_dress(), q)).opening()
        if isinstance(x, HandRig)
    ]
    assert [rig.opacity for rig in rigs] == [1.0, 0.3]
    assert rigs[0].color_picture and rigs[0].lookup_picture
    assert not (rigs[1].color_picture or rigs[1].normal_picture or rigs[1].lookup_picture)
    assert len(rigs[1].vertices) == len(rigs[0].vertices)


def test_pictures_are_had_by_hand_and_kind(q):
    framing = Framing("two", TwoHands(blushing_dress(), q))
    assert framing.picture("other", "lookup") == lookup_png(scattered_lookup())
    assert framing.picture("other", "textures") == texture_picture(ScatteredBlush(toy_model())).png
    assert framing.picture("other", "color") == png_bytes(picture())
    assert framing.picture("other", "secret") is None
