"""Pressure images: force kept, centre where it presses, nothing from the back of the hand."""

import numpy as np
import pytest
from tests.motion.test_pad_load import clip_of, pressed, touch, track

from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.hand.taxels import glove_taxels, taxel_places
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.pressure_images import PATCH_SPREAD, pressure_images, unrolled

TAXELS = glove_taxels()


def palm_press(hand: Hand, at: tuple[float, float], out: float):
    """A clip with 3 N on one point of the palm; ``out`` is −1 on its palmar side."""
    q, T = np.zeros((1, 23)), se3.exp([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])[None]
    pose = segment_transforms(hand, q, T)[PALM][0]
    normal = pose[:3, :3] @ [0.0, 0.0, out]
    pos = se3.apply(pose, np.array([[*at, 0.01 * out]]))
    names = [f"{hand.side}/{PALM}", "plate"]
    return clip_of([track(hand, q, T)], names, [touch([0], [1], pos, [normal], [3 * normal])])


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("digit", ["thumb", "index", "little"])
def test_a_pressed_pad_reads_its_force_around_its_place(side, digit, rng) -> None:
    hand = HandSpec.mean(side).build()
    q, T, at = pressed(hand, rng, digit)
    pos, normal, force = at([[0.001, -0.0005]], [5.0])
    names = [f"{side}/{TIP_SEGMENT[digit]}", "plate"]
    images = pressure_images(
        clip_of([track(hand, q, T)], names, [touch([0], [1], pos, normal, force)])
    )
    cells = TAXELS.cells(f"{digit} tip")
    read = images.force[0]
    assert read[~cells].max() == 0
    # Four taxels across, ±8 mm: 99 % of a Gaussian of 2.8 mm lies between.
    assert read.sum() == pytest.approx(5, rel=0.015)
    assert images.unread[0] == pytest.approx(5 - read.sum())
    places = taxel_places(hand, TAXELS, f"{digit} tip")
    pad = hand.segments[TIP_SEGMENT[digit]].pad
    assert pad is not None
    centre = read[cells] @ places / read.sum()
    assert centre == pytest.approx([pad[0] + 0.001, -0.0005], abs=3e-4)


def test_taxels_read_the_share_of_the_patch_that_lies_on_them(rng) -> None:
    """Against a million random points of the same patch, each counted where it falls."""
    hand, at = Hand(), (0.08, 0.003)
    read = pressure_images(palm_press(hand, at, -1)).force[0][TAXELS.cells("knuckles")]
    places = taxel_places(hand, TAXELS, "knuckles")
    fallen = rng.normal(at, PATCH_SPREAD, (1_000_000, 2))
    first = places.max(axis=0) + 0.5 * TAXELS.pitch
    row, column = ((first - fallen) // TAXELS.pitch).T.astype(int)
    inside = (row >= 0) & (row < 4) & (column >= 0) & (column < 19)
    counted = np.bincount(19 * row[inside] + column[inside], minlength=76)
    assert read == pytest.approx(3e-6 * counted, abs=0.006)


def test_the_palm_reads_on_its_palmar_side_only() -> None:
    front, back = (pressure_images(palm_press(Hand(), (0.035, 0.02), o)) for o in (-1, 1))
    assert front.force[0].sum() == pytest.approx(3, rel=0.05)
    assert front.force[0][~TAXELS.cells("thenar")].max() < 0.01
    assert back.force.max() == 0 and back.unread == pytest.approx([3])


def test_a_left_hand_is_the_mirror_image() -> None:
    left = HandSpec.mean("left").build()
    right = pressure_images(palm_press(Hand(), (0.04, 0.02), -1))
    mirrored = pressure_images(palm_press(left, (0.04, -0.02), -1))
    assert mirrored.force == pytest.approx(right.force, abs=1e-9)


def test_round_the_end_of_a_finger_distances_count_along_the_skin() -> None:
    hand = Hand()
    segment = hand.segments[TIP_SEGMENT["index"]]
    assert segment.pad is not None
    radius = -segment.pad[2]
    centre = segment.length - radius
    angle = np.array([0.0, 0.5, 1.2])
    along = np.column_stack([centre + radius * np.sin(angle), 0 * angle, -radius * np.cos(angle)])
    places = unrolled(hand, segment, along, along)
    assert places[:, 0] == pytest.approx(centre + radius * angle)
    round_it = np.column_stack([0 * angle + 0.005, radius * np.sin(angle), -radius * np.cos(angle)])
    assert unrolled(hand, segment, round_it, along)[:, 1] == pytest.approx(radius * angle)


def test_frames_are_the_taxels_alone_and_images_give_them_back(rng) -> None:
    images = pressure_images(palm_press(Hand(), (0.04, 0.02), -1))
    assert images.frames.shape == (1, 361)
    assert np.array_equal(images.image(images.frames), images.force)
    assert images.pressure.max() == pytest.approx(images.force.max() / TAXELS.area)


def test_a_hand_is_chosen_by_name(hand_clip) -> None:
    assert pressure_images(hand_clip, "left").force.shape == (9, 29, 25)
    with pytest.raises(UnknownNameError, match="right, left"):
        pressure_images(hand_clip, "third")
