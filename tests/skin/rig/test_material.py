"""`Material`: shared by many hands, so nobody may change it, and caches tell two apart."""

from dataclasses import FrozenInstanceError

import pytest

from prehensile.skin.rig.material import Material


def test_it_cannot_be_changed() -> None:
    material = Material(b"png", None, 0.5)
    with pytest.raises(FrozenInstanceError):
        material.roughness = 0.1  # pyright: ignore[reportAttributeAccessIssue]


def test_two_of_one_content_are_two() -> None:
    """Megabytes of pictures are neither compared nor hashed."""
    one, other = Material(b"png", b"png", 0.5), Material(b"png", b"png", 0.5)
    assert one != other and len({one, other}) == 2
