import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.models.from_hand import from_hand
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.pose_blend import PosedSimulation, hand_blend
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand

HAND = Hand()
OPEN, CLOSED = np.full(23, 0.05), corpus()["fist"].q


def along(share: float) -> np.ndarray:
    return OPEN + share * (CLOSED - OPEN)


def path(count: int) -> np.ndarray:
    return np.stack([along(s) for s in np.linspace(0.05, 0.95, count)])


def worst(count: int) -> tuple[float, float]:
    """Error of the fingertips' compliance between poses: blended, and of the nearest pose."""
    blend = hand_blend(HAND, path(count))
    blended, nearest = [], []
    for share in np.linspace(0.1, 0.9, 7):
        right = reduce(from_hand(HAND, along(share))).linearisation.compliance
        X = blend.at(along(share)).basis[blend.rows].reshape(30, -1)
        k = int(np.argmax(blend.weights(along(share))))
        near = blend.models[k].linearisation.compliance
        for found, errors in ((X @ X.T, blended), (near, nearest)):
            errors.append(np.linalg.norm(found - right) / np.linalg.norm(right))
    return max(blended), max(nearest)


def test_a_hand_closes_with_the_right_compliance_all_the_way() -> None:
    blended, nearest = worst(9)
    assert blended < 0.03 and nearest > 2 * blended


def test_at_its_poses_it_is_exact() -> None:
    blend = hand_blend(HAND, path(4))
    for q, model in zip(blend.keys, blend.models, strict=True):
        X = blend.at(q).basis[blend.rows].reshape(30, -1)
        right = model.linearisation.compliance
        assert np.allclose(X @ X.T, right, atol=1e-9 * np.abs(right).max())


def test_it_follows_a_motion_and_yields_to_a_push() -> None:
    blend = hand_blend(HAND, path(5))
    free, pushed = (PosedSimulation(blend, along(0.1)) for _ in range(2))
    wrench = np.zeros((5, 6))
    wrench[1, :3] = [0.0, 0, 0.3]  # up on the index fingertip
    for k in range(240):
        q = along(0.1 + 0.7 * k / 240)
        rest = free.step(q)
        moved = pushed.step(q, wrench)
    row = blend.rows[1]
    assert np.allclose(rest, blend.at(q).T_rest, atol=1e-12)
    lifted = moved[row, :3, 3] - rest[row, :3, 3]
    compliance = reduce(from_hand(HAND, q)).linearisation.compliance[6:12, 6:12]
    R = rest[row, :3, :3]
    right = R @ (compliance[:3, :3] @ R.T @ wrench[1, :3])
    assert np.linalg.norm(lifted - right) < 0.15 * np.linalg.norm(right)


def test_poses_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="expected"):
        hand_blend(HAND, OPEN)
    with pytest.raises(InputError, match="the same"):
        hand_blend(HAND, np.stack([OPEN, OPEN]))
