"""Compiled skinning equals its plain twin."""

import numpy as np
import pytest
from tests.skin.rig.test_plain import blended, random_skin

from prehensile.skin.rig import _plain

_kernels = pytest.importorskip("prehensile.skin.rig._kernels", reason="Numba is missing")


@pytest.mark.parametrize("influences", [1, 2, 4])
def test_both_write_the_same(rng: np.random.Generator, influences: int) -> None:
    skin = random_skin(rng, influences=influences)
    fast, plain = blended(_kernels.blend, skin), blended(_plain.blend, skin)
    for one, other in zip(fast, plain, strict=True):
        np.testing.assert_allclose(one, other, atol=3e-6)


def test_a_skin_without_corrections(rng: np.random.Generator) -> None:
    skin = random_skin(rng)
    bare = skin._replace(
        start=np.zeros_like(skin.start), column=skin.column[:0], entries=skin.entries[:0]
    )
    fast, plain = blended(_kernels.blend, bare), blended(_plain.blend, bare)
    np.testing.assert_allclose(fast[0], plain[0], atol=3e-6)
    assert np.abs(blended(_plain.blend, skin)[0] - plain[0]).max() > 0.01
