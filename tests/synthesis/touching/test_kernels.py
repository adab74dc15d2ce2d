"""Compiled choice of contacts against its plain twin, and by hand."""

import numpy as np

from prehensile.synthesis.touching import _kernels, _plain

LINK_OF, BODY_OF = np.array([3, 4, -1, -1, -1]), np.array([-1, -1, 0, 0, 1])
"""Two geoms of the hand, two of one body, a floor"""


def found(rng: np.random.Generator, n: int) -> tuple[np.ndarray, ...]:
    """As a collision engine gives them: any order, the same pair several times."""
    pairs = np.array([[0, 2], [3, 0], [1, 3], [2, 4], [4, 3]], np.int32)
    frame = np.linalg.qr(rng.normal(size=(n, 3, 3)))[0].reshape(n, 9)
    return (
        rng.choice(pairs, n), rng.normal(0, 1e-3, n), rng.uniform(0, 0.004, (n, 3)), frame,
        rng.uniform(0.1, 1, (n, 5)), LINK_OF, BODY_OF,
    )  # fmt: skip


def test_both_keep_the_same(rng: np.random.Generator) -> None:
    for n in (1, 2, 7, 40):
        given = found(rng, n)
        one, other = _plain.kept_contacts(*given), _kernels.kept_contacts(*given)
        for plain, compiled in zip(one, other, strict=True):
            assert plain.dtype == compiled.dtype and np.allclose(plain, compiled, atol=1e-15)


def test_few_are_kept_the_deepest_among_them(rng: np.random.Generator) -> None:
    given = found(rng, 60)
    link, above, below, r, x, normal, _, torsion, key = _kernels.kept_contacts(*given)
    pairs = list(zip(link, above, below, strict=True))
    assert max(pairs.count(p) for p in pairs) <= 4 and len(set(key)) == len(key)
    assert (
        (above != 1).all() and (torsion[above == 0] == 0).all() and (torsion[above < 0] > 0).all()
    )
    gap = ((r - x) * normal).sum(axis=1)
    assert gap.min() < given[1].min() + 1e-6
    for i, p in enumerate(pairs):
        near = [np.linalg.norm(r[i] + x[i] - r[j] - x[j]) / 2 for j in range(i) if pairs[j] == p]
        assert not near or min(near) >= 0.002


def test_what_lies_flat_lies_on_the_same_far_corners_whatever_the_rounding(
    rng: np.random.Generator,
) -> None:
    """Sixteen points of a ring on the floor: four a quarter apart, the same with any noise."""
    angle = 2 * np.pi * np.arange(16) / 16
    pos = 0.04 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    frame = np.tile([0.0, 0, -1, 1, 0, 0, 0, 1, 0], (16, 1))
    geom, friction = np.tile([2, 4], (16, 1)).astype(np.int32), np.full((16, 5), 0.5)
    chosen = set()
    for _ in range(5):
        gap = 1e-8 * rng.normal(size=16)
        r = _kernels.kept_contacts(geom, gap, pos, frame, friction, LINK_OF, BODY_OF)[3]
        chosen.add(tuple(np.round(r, 6).ravel()))
        apart = np.linalg.norm(r[:, None] - r, axis=2)[np.triu_indices(4, 1)]
        assert np.allclose(sorted(apart)[:4], 0.04 * np.sqrt(2), atol=1e-6)
    assert len(chosen) == 1
