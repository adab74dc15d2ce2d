"""Markers against forward kinematics that another module computes, and a real recording."""

import numpy as np
import pytest
from tests.motion.marked_hand import NAMES, MarkedHand

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.bones import size_derivatives, spec_from, vector_of
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.marker_readout import MarkerReadout
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.kinematics.fit.marker_swaps import Swap, swap_all_along, swap_at_a_frame
from prehensile.kinematics.fit.markers import fit_markers
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.mocap.marker_names import marker_places
from prehensile.motion.mocap.qualisys_tsv import read_qualisys_tsv

STEP, TOLERANCE = 1e-6, 1e-8
SITES = marker_places(NAMES).sites
EVERYWHERE = [MarkerSite(s, 0.5) for s in list(HandSpec.mean().build().segments)[1:]]


@pytest.fixture(scope="module")
def marked():
    return MarkedHand()


@pytest.fixture(scope="module")
def fit(marked):
    return fit_markers(SITES, marked.points)


@pytest.fixture
def readout(rng):
    chain = KeypointChain(HandSpec.sample(3).build())
    return MarkerReadout(chain, EVERYWHERE, 0.02 * rng.normal(size=(len(EVERYWHERE), 3)))


@pytest.fixture
def q(readout, rng):
    hand = readout.chain.hand
    q = rng.uniform(hand.lower, hand.upper, (5, 23))
    q[:, :3] = 0.0
    return q


def test_markers_ride_on_their_segments(readout, q):
    poses = segment_transforms(readout.chain.hand, q)
    own = readout.points(readout.chain.place(q[:, DIGIT_COLUMNS]))
    for k, site in enumerate(EVERYWHERE):
        expected = se3.apply(poses[site.segment], readout.offsets[k])
        np.testing.assert_allclose(own[:, k], expected, atol=1e-14)


def test_pose_jacobian_against_differences(readout, q):
    angles, chain = q[:, DIGIT_COLUMNS], readout.chain
    J = readout.pose_jacobian(chain.place(angles))
    for column, step in enumerate(STEP * np.eye(26)):

        def moved(by):
            points = readout.points(chain.place(angles + by[6:].reshape(5, 4)))
            return se3.apply(se3.exp(by[:6]), points)

        np.testing.assert_allclose(
            J[..., column], (moved(step) - moved(-step)) / (2 * STEP), atol=TOLERANCE
        )


def test_size_and_offset_jacobians_against_differences(readout, q):
    angles, chain = q[:, DIGIT_COLUMNS], readout.chain
    at = vector_of(chain.hand.spec.bone_lengths, chain.hand.spec.breadth)
    placed = chain.place(angles)
    J = readout.size_jacobian(placed, size_derivatives(chain.hand.spec))
    for column, step in enumerate(STEP * np.eye(len(at))):
        ahead, behind = (
            MarkerReadout(c, EVERYWHERE, readout.offsets).points(c.place(angles))
            for c in (KeypointChain(spec_from(at + s).build()) for s in (step, -step))
        )
        np.testing.assert_allclose(J[..., column], (ahead - behind) / (2 * STEP), atol=1e-7)
    J = readout.offset_jacobian(placed)
    for m in range(len(EVERYWHERE)):
        for axis in range(3):
            by = np.zeros_like(readout.offsets)
            by[m, axis] = STEP
            ahead, behind = (
                MarkerReadout(chain, EVERYWHERE, readout.offsets + s).points(placed)
                for s in (by, -by)
            )
            np.testing.assert_allclose(
                J[:, :, :, m, axis], (ahead - behind) / (2 * STEP), atol=TOLERANCE
            )


def test_a_marked_hand_comes_back(marked, fit):
    """Two markers a finger do not fix bones and offsets: angles come back to a few degrees, the
    markers to a fraction of a millimetre.
    """
    assert fit.hand.side == "right"
    assert fit.median_residual < 3e-4
    assert abs(fit.hand.length - marked.hand.length) < 0.015
    off = np.degrees(fit.q - marked.q)[:, 3:]
    assert np.median(np.abs(off)) < 5
    # Motion is told better than zero: it holds no error that is the same in all frames.
    still = np.abs(off - off.mean(0))
    assert np.median(still) < 1.5 and np.quantile(still, 0.95) < 8


def test_fingers_bend_towards_the_palm(marked, fit):
    flexions = [
        k for k, n in enumerate(fit.hand.joint_names) if n.endswith(("mcp_flex", "pip_flex"))
    ]
    middle = len(fit.q) // 2
    assert (fit.q[middle, flexions] > fit.q[0, flexions] + 0.1).all()
    assert np.corrcoef(fit.q[:, flexions].sum(1), marked.q[:, flexions].sum(1))[0, 1] > 0.99


def test_with_known_bones_angles_are_nearer(marked, fit):
    known = fit_markers(SITES, marked.points, hand=marked.hand)
    assert known.hand is marked.hand and known.median_residual < 3e-4
    assert np.median(np.abs(known.q - marked.q)) < np.median(np.abs(fit.q - marked.q))


def test_a_left_hand_is_told_and_mirrors(marked, fit):
    left, right = fit_markers(SITES, marked.points * [1, -1, 1]), fit
    assert left.hand.side == "left"
    np.testing.assert_allclose(left.q, right.q, atol=1e-9)
    np.testing.assert_allclose(left.residual, right.residual, atol=1e-12)


def test_the_wrong_side_is_refused(marked):
    with pytest.raises(InputError, match=r"right hand .* not of a left one"):
        fit_markers(SITES, marked.points, side="left")


def test_hidden_markers(marked, fit):
    """Where a tip is hidden its digit follows what is before and after; the others stay."""
    points = marked.points.copy()
    gap, tip = slice(30, 45), NAMES.index("index_tip")
    points[gap, tip] = np.nan
    part = fit_markers(SITES, points)
    assert np.isnan(part.residual[gap, tip]).all()
    index = [k for k, n in enumerate(fit.hand.joint_names) if n.startswith("index")]
    assert np.degrees(np.abs(np.diff(part.q[:, index], axis=0)).max()) < 8
    off = np.linalg.norm(part.points[gap, tip] - marked.points[gap, tip], axis=-1)
    assert off.max() < 0.012


def test_labels_exchanged_at_a_frame_are_named(marked):
    assert swap_at_a_frame(NAMES, marked.points) is None
    swapped = marked.swapped("index_tip", "ring_tip", 50)
    assert swap_at_a_frame(NAMES, swapped) == Swap("index_tip", "ring_tip", 50)


@pytest.mark.long
def test_labels_exchanged_all_along_are_named(marked, fit):
    assert swap_all_along(SITES, fit, marked.points) is None
    points = marked.swapped("index_middle", "ring_middle")
    swap = swap_all_along(SITES, fit_markers(SITES, points, side="right"), points)
    assert swap is not None
    assert {swap.first, swap.second} == {"index_middle", "ring_middle"} and swap.frame is None
    # A marker that was never seen does not keep the others from being compared.
    points[:, NAMES.index("little_tip")] = np.nan
    unseen = fit_markers(SITES, points, side="right")
    again = swap_all_along(SITES, unseen, points)
    assert again is not None and {again.first, again.second} == {"index_middle", "ring_middle"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: 1e3 * p, "Give their unit"),
        (lambda p: p[:, :5], "expected"),
        (lambda p: np.where(np.arange(13)[None, :, None] == 4, np.inf, p), "infinite"),
        (lambda p: np.full_like(p, np.nan), "hidden in all"),
        (lambda p: p[:0], "no frame"),
        (lambda p: np.where(np.arange(80)[:, None, None] == 7, np.nan, p), "frame 7 with 0"),
        (lambda p: np.random.default_rng(0).uniform(-0.1, 0.1, p.shape), "fit these markers"),
    ],
    ids=["millimetres", "too few", "infinite", "nothing", "empty", "a lost frame", "no hand"],
)
def test_bad_points_are_one_line(marked, change, message):
    with pytest.raises(InputError, match=message) as caught:
        fit_markers(SITES, change(marked.points))
    assert "\n" not in str(caught.value)


def test_a_real_recording(reference_data):
    """21 Qualisys markers, two a finger; every twentieth of 6000 frames."""
    recording = read_qualisys_tsv(reference_data("motion", "dfki_markers", "recording.tsv"))
    sites = marker_places(recording.names).sites
    rows = [recording.names.index(name) for name in sites]
    fit = fit_markers(sites, recording.points[::20, rows])
    assert fit.hand.side == "right" and 0.17 < fit.hand.length < 0.22
    assert fit.median_residual < 1e-3 and np.nanquantile(fit.residual, 0.95) < 3e-3
    flexions = [k for k, n in enumerate(fit.hand.joint_names) if n.endswith("mcp_flex")]
    assert np.degrees(np.quantile(fit.q[:, flexions], 0.98)) > 40
