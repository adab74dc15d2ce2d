"""Rods inside a real skin."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.shipped import template
from prehensile.skin.tissue.bones import Rod, bone_surface, tissue_bones

HAND = Hand()


@pytest.fixture(scope="module")
def bones():
    return tissue_bones(HAND, segment_transforms(HAND, bind_angles()), template().vertices)


def test_every_segment_with_skin_has_a_bone(bones) -> None:
    assert set(bones) == {PALM, *(name for digit in DIGITS for name in digit_segments(digit))}


@pytest.mark.long
def test_bones_lie_within_the_flesh(bones) -> None:
    """By the flesh's own distance, at the ends of every rod and between them."""
    for name, rods in bones.items():
        for rod in rods:
            along = np.linspace(0, 1, 9)[:, None]
            depth = -RestFlesh(HAND).distance(rod.start + along * (rod.end - rod.start))
            assert (depth > rod.radius).all(), name


def test_the_surface_of_a_rod_is_where_its_distance_is_nought() -> None:
    rod = Rod(np.zeros(3), np.array([0.03, 0, 0]), 0.004)
    vertices, faces = bone_surface((rod,), 0.08)
    assert np.abs(rod.distance(vertices)).max() < 2e-4
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    exact = np.pi * 0.004**2 * (0.03 + 4 / 3 * 0.004)
    assert 0.8 * exact < volume < exact


def test_a_skin_that_lies_elsewhere_is_refused() -> None:
    poses = segment_transforms(HAND, bind_angles())
    with pytest.raises(InputError, match="no bone fits into"):
        tissue_bones(HAND, poses, template().vertices + 0.5 * np.eye(3)[2])
