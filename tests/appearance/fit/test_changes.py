import numpy as np

from prehensile.appearance.fit.changes import basis_of, quantity_changes
from prehensile.appearance.fit.pigment import typical_pigment


def test_components_are_the_singular_vectors_about_zero(rng):
    changes = rng.normal(size=(7, 12, 10)) + 0.5
    found = basis_of(changes, alike=False)
    u, s, v = np.linalg.svd(changes.reshape(7, -1), full_matrices=False)
    np.testing.assert_allclose(found.variance, s[:4] ** 2 / (s**2).sum(), atol=1e-10)
    rebuilt = found.coefficients @ found.textures
    np.testing.assert_allclose(rebuilt, (u[:, :4] * s[:4]) @ v[:4], atol=1e-8)
    np.testing.assert_allclose(found.textures @ found.textures.T, np.eye(4), atol=1e-9)
    peak = np.abs(found.coefficients).argmax(axis=0)
    assert (found.coefficients[peak, range(4)] > 0).all()


def test_a_light_press_counts_as_much_as_hard_ones(rng):
    """Five hard presses of four patterns and noise, and a light one of a pattern of its own."""
    pattern = np.linalg.qr(rng.normal(size=(400, 5)))[0].T
    hard = rng.normal(size=(5, 4)) @ pattern[:4] * [[10.0]] + 0.3 * rng.normal(size=(5, 400))
    light = 4.0 * pattern[4]
    changes = np.vstack([hard, light])
    held = []
    for alike in (False, True):
        found = basis_of(changes, alike=alike)
        np.testing.assert_allclose(found.textures @ found.textures.T, np.eye(4), atol=1e-9)
        np.testing.assert_allclose(found.coefficients, changes @ found.textures.T, atol=1e-8)
        share = (found.coefficients**2).sum(axis=0) / (changes**2).sum()
        np.testing.assert_allclose(found.variance, share, atol=1e-10)
        assert (np.diff(found.variance) <= 0).all()
        held.append((found.coefficients[-1] ** 2).sum() / (light @ light))
    assert held[1] > 2 * held[0]


def test_fewer_photographs_than_components_leave_the_rest_empty(rng):
    found = basis_of(rng.normal(size=(2, 50)))
    assert not found.textures[2:].any() and not found.coefficients[:, 2:].any()


def test_quantities_are_changes_along_the_pigment(rng):
    zero = rng.uniform(0.2, 1, (16, 16, 3))
    amount = rng.normal(size=(3, 16, 16))
    pressed = zero + amount[..., None] * typical_pigment()
    mask = np.ones((16, 16))
    mask[:4] = 0
    found = quantity_changes(zero, pressed, typical_pigment(), mask)
    np.testing.assert_allclose(found, amount * mask, atol=1e-12)


def test_blur_keeps_what_is_even_up_to_the_edge(rng):
    zero = rng.uniform(0.2, 1, (32, 32, 3))
    pressed = zero[None] + 0.3 * typical_pigment()
    mask = np.zeros((32, 32))
    mask[8:24, 8:24] = 1
    found = quantity_changes(zero, pressed, typical_pigment(), mask, blur=2.0)
    np.testing.assert_allclose(found[0], 0.3 * mask, atol=1e-9)
