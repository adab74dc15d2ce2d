"""What hands are drawn in: our skin, a mesh of their own, or what collides."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.errors import InputError
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
