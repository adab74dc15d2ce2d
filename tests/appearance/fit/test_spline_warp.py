import numpy as np
import pytest

from prehensile.appearance.fit.spline_warp import SplineWarp, bending, spline_basis


@pytest.mark.parametrize(("size", "cells"), [(64, 1), (100, 3), (256, 8)])
def test_the_basis_sums_to_one_and_holds_straight_lines(size, cells):
    basis = spline_basis(size, cells)
    np.testing.assert_allclose(basis.sum(axis=1), 1)
    line = (np.arange(cells + 3) - 1) / cells
    np.testing.assert_allclose(basis @ line, (np.arange(size) + 0.5) / size, atol=1e-12)


def test_a_grid_refined_by_whole_numbers_is_the_same_warp(rng):
    warp = SplineWarp(0.01 * rng.normal(size=(6, 6, 2)))
    np.testing.assert_allclose(warp.refined(6).displacement(96), warp.displacement(96), atol=1e-9)


def test_one_warp_serves_all_sizes(rng):
    warp = SplineWarp(0.01 * rng.normal(size=(6, 6, 2)))
    fine = warp.displacement(256).reshape(128, 2, 128, 2, 2).mean(axis=(1, 3))
    np.testing.assert_allclose(warp.displacement(128), fine / 2, atol=2e-3)


def test_affine_warps_do_not_bend_and_others_do_as_their_second_derivatives(rng):
    cells = 24
    place = (np.arange(cells + 3) - 1) / cells
    y, x = np.meshgrid(place, place, indexing="ij")
    for flat in (1 + 0 * y, y, x, 3 * x - y):
        assert abs(flat.ravel() @ bending(cells) @ flat.ravel()) < 1e-9
    bent = np.sin(2 * np.pi * x) * y**2
    found = bent.ravel() @ bending(cells) @ bent.ravel()
    # ∫ u_xx² + 2 u_xy² + u_yy² over the square, in closed form.
    k = 2 * np.pi
    exact = k**4 * 0.5 / 5 + 2 * k**2 * 0.5 * 4 / 3 + 4 * 0.5
    assert 1 < found / exact < (27 / 24) ** 2 + 0.1  # the grid reaches beyond the square


def test_a_shifted_picture_comes_back(rng):
    from scipy.ndimage import gaussian_filter

    picture = gaussian_filter(rng.normal(size=(128, 128, 2)), (4, 4, 0))
    moved = np.roll(picture, (3, -5), axis=(0, 1))
    warp = SplineWarp(np.full((4, 4, 2), (3 / 128, -5 / 128)))
    inner = (slice(10, -10), slice(10, -10))
    np.testing.assert_allclose(warp.warped(moved)[inner], picture[inner], atol=1e-6)
