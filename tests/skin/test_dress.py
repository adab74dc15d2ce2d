"""What hands are drawn in: our skin, a mesh of their own, or what collides."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import SKIN_DRESS, Blush
from prehensile.errors import InputError
from prehensile.export.glb_skin import add_skin_material
from prehensile.files.gltf_writer import Gltf
from prehensile.files.pictures.picture import picture_array
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.material import Material
from prehensile.skin.rig.rig import joint_transforms

HAND = Hand()


@pytest.fixture(scope="module")
def worn() -> Dress:
    """A right hand of other sizes that wears something of its own."""
    spec = HandSpec.at_percentile(80)
    rig = hand_rig(spec.build())
    uv = np.zeros((len(rig.vertices), 2), np.float32)
    return Dress(worn={spec: replace(rig, uv=uv, material=Material(b"\x89PNG", None, 0.5))})


def test_a_hand_wears_our_skin_unless_it_has_a_mesh(worn: Dress) -> None:
    assert SKIN_DRESS.rig(HAND) is hand_rig(HAND)
    assert worn.rig(HAND) is hand_rig(HAND)
    (spec,) = worn.worn
    own = worn.rig(spec.build())
    assert own is worn.worn[spec]
    assert worn.material(spec.build()) is own.material
    assert worn.pictures(spec.build()) == (True, False, 0.5)
    assert worn.pictures(HAND)[:2] == (True, True)


def test_a_mesh_stays_on_when_the_tissue_changes(worn: Dress) -> None:
    (spec,) = worn.worn
    assert isinstance(spec, HandSpec)
    limp = replace(spec, stiffness=np.zeros(23), damping=np.zeros(23))
    assert worn.rig(limp.build()) is worn.worn[spec]
    assert worn.rig(spec.mirrored().build()) is not worn.worn[spec]


def test_bare_hands_wear_nothing(worn: Dress) -> None:
    (spec,) = worn.worn
    bare = replace(worn, bare=True)
    rig = bare.rig(spec.build())
    assert not rig.is_skin and rig is bare.rig(spec.build())
    assert bare.material(spec.build()) is None and not bare.pictures(spec.build()).color


def test_bare_shapes_hang_on_their_segments(rng: np.random.Generator) -> None:
    """The capsules' ends go where the segments take them."""
    q, T = rng.uniform(HAND.lower, HAND.upper), se3.exp(rng.normal(size=6))
    rig = Dress(bare=True).rig(HAND)
    posed, _ = blended_skin(rig, joint_transforms(rig, HAND, q, T))
    poses = segment_transforms(HAND, q, T)
    for row, name in enumerate(rig.joint_names[2:], 2):  # below forearm and palm: one capsule each
        (capsule,) = HAND.segments[name].collides
        own = posed[rig.joints[:, 0] == row]
        middle = se3.apply(poses[name], 0.5 * (capsule.start + capsule.end))
        np.testing.assert_allclose(0.5 * (own.min(0) + own.max(0)), middle, atol=2e-4)


def test_tones_colour_the_vertices() -> None:
    light, dark = (Dress(tone=f"tone-{k}").rig(HAND).colors.mean() for k in (1, 8))
    assert light > dark + 0.3
    with pytest.raises(InputError, match="tone-9"):
        Dress(tone="tone-9")


def test_a_clips_hand_takes_the_sizes_of_the_mesh(hand_clip, worn: Dress) -> None:
    """Angles and path stay; the hand of the other side, too."""
    (spec,) = worn.worn
    resized = worn.on(hand_clip)
    right, left = resized.hands
    assert hand_of(right).spec == spec
    np.testing.assert_array_equal(right.q, hand_clip.hands[0].q)
    assert left is hand_clip.hands[1]
    assert worn.on(resized).hands[0] is right
    assert SKIN_DRESS.on(hand_clip) is hand_clip


def test_a_mesh_that_fits_no_hand_of_the_clip_is_refused(hand_clip, worn: Dress) -> None:
    only_left = replace(
        hand_clip,
        hands=hand_clip.hands[1:],
        finger_force=hand_clip.finger_force[:, 1:],
        palm_force=hand_clip.palm_force[:, 1:],
    )
    with pytest.raises(InputError, match=r"is a right hand, but the clip's hands are: left"):
        worn.on(only_left)


@pytest.fixture(scope="module")
def blushing() -> Dress:
    return Dress(blush=Blush(toy_model()))


PALE = np.tile([-1.0, 0.2, 0, 0], (5, 1))


def test_blood_changes_the_picture_on_the_fingertips_alone(blushing: Dress) -> None:
    rest, lookup = blushing.picture(HAND), blushing.lookup(HAND)
    assert rest is not None and lookup is not None and rest.shape[:2] == lookup.mask.shape
    np.testing.assert_array_equal(rest, picture_array(SKIN_DRESS.material(HAND).base_color))
    pale = blushing.picture(HAND, PALE)
    changed = (pale != rest).any(axis=2)
    assert changed.mean() > 0.02 and not changed[lookup.mask == 0].any()
    assert pale[changed].mean() > rest[changed].mean(), "blood went away"
    assert blushing.picture(HAND, np.zeros((5, 4))) is rest


def test_the_material_of_a_moment_holds_that_picture(blushing: Dress) -> None:
    rest, pale = blushing.material(HAND), blushing.material(HAND, blood=PALE)
    assert rest is not None and pale is not None
    assert pale.normal is rest.normal and pale.roughness == rest.roughness
    np.testing.assert_array_equal(picture_array(pale.base_color), blushing.picture(HAND, PALE))


def test_without_colour_or_skin_there_is_no_lookup_and_no_blood(blushing, hand_clip) -> None:
    plain, bare = Dress(), replace(blushing, bare=True)
    for dress in (plain, bare):
        assert dress.lookup(HAND) is None and dress.blood(hand_clip) is None
    assert bare.picture(HAND, PALE) is None
    assert plain.picture(HAND, PALE) is plain.picture(HAND)
    assert blushing.blood(hand_clip).shape == (9, 2, 5, 4)


def test_a_mesh_without_pictures_gets_its_colours_as_one() -> None:
    """So that there is something for colour to come and go on."""
    spec = HandSpec.at_percentile(70)
    rig = replace(hand_rig(spec.build(), 0), material=None)
    plain = Dress(worn={spec: rig})
    assert plain.material(spec.build()) is None and not plain.pictures(spec.build()).color
    dress = replace(plain, blush=Blush(toy_model()))
    hand = spec.build()
    assert dress.pictures(hand).color and dress.material(hand) is dress.material(hand)
    picture = dress.picture(hand)
    column, row = np.clip((rig.uv * len(picture)).astype(int), 0, len(picture) - 1).T
    off = np.abs(picture[row, column] / 255 - rig.colors).max(axis=1)
    assert np.quantile(off, 0.95) < 0.05, "each vertex has the colour that it had"
    assert (dress.picture(hand, PALE) != picture).any()
    # A file with colour is as rough as one without.
    gltf = Gltf()
    looks = [
        gltf.item("materials", add_skin_material(gltf, name, worn.material(hand)))
        for name, worn in (("plain", plain), ("colored", dress))
    ]
    rough = [look["pbrMetallicRoughness"]["roughnessFactor"] for look in looks]
    assert rough[0] == rough[1] == dress.pictures(hand).roughness


def test_a_mesh_without_places_stays_as_it_is() -> None:
    spec = HandSpec.at_percentile(60)
    rig = replace(hand_rig(spec.build(), 0), uv=None)
    dress = Dress(worn={spec: rig}, blush=Blush(toy_model()))
    assert dress.material(spec.build()) is None and dress.lookup(spec.build()) is None
