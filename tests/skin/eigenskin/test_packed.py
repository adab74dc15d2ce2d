import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.skin.eigenskin.blend import own_blend, posed
from prehensile.skin.eigenskin.packed import pack_examples, unpack_examples
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.template.shipped import template
from prehensile.skin.tissue.record import Examples

HAND = Hand()


@pytest.fixture(scope="module")
def examples():
    """Two poses of a blended hand with a bump."""
    shape = template()
    blend = own_blend(HAND, shape.vertices, shape.faces)
    q = np.tile(bind_angles(), (2, 1))
    q[0, JOINT_NAMES.index("index_pip_flex")] = 1.5
    q[1] += 0.3
    bump = np.random.default_rng(0).normal(0, 1e-3, shape.vertices.shape)
    return Examples(
        hand=HAND.spec,
        rest=shape.vertices,
        faces=shape.faces,
        names=("one", "two"),
        groups=("index_pip", "mixed"),
        unseen=np.array([False, True]),
        q=q,
        skin=posed(blend.maps(HAND, q), blend.rest + bump).astype(np.float32),
        volume_change=np.array([0.001, -0.002]),
        seconds=np.array([1.0, 2.0]),
        failed={"three": "no balance"},
    )


def test_what_is_packed_comes_back_within_a_micrometre(examples, tmp_path):
    pack_examples(examples, tmp_path / "e.npz")
    found = unpack_examples(tmp_path / "e.npz")
    np.testing.assert_allclose(found.skin, examples.skin, atol=1.1e-6)
    for name in ("names", "groups", "failed", "hand"):
        assert getattr(found, name) == getattr(examples, name)
    for name in ("unseen", "q", "volume_change", "seconds", "rest", "faces"):
        np.testing.assert_array_equal(getattr(found, name), getattr(examples, name))


def test_a_damaged_file_is_refused(examples, tmp_path):
    (tmp_path / "e.npz").write_bytes(b"no archive")
    with pytest.raises(FileError, match="example shapes, or damaged"):
        unpack_examples(tmp_path / "e.npz")
    with pytest.raises(FileError, match=r"missing\.npz"):
        unpack_examples(tmp_path / "missing.npz")


def test_a_vertex_that_flew_away_is_refused(examples, tmp_path):
    from dataclasses import replace

    flown = examples.skin.copy()
    flown[0, 7] += 1.0
    with pytest.raises(InputError, match="from its bone's place"):
        pack_examples(replace(examples, skin=flown), tmp_path / "e.npz")
