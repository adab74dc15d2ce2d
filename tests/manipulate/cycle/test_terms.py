import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from prehensile.manipulate.cycle import terms


def test_quality_counts_only_where_it_lacks():
    np.testing.assert_allclose(terms.quality_short(np.array([0.1, 0.5, 0.9]), 0.5), [0.4, 0.0, 0.0])


@settings(deadline=None, max_examples=50)
@given(seed=st.integers(0, 1000))
def test_participation_is_the_printed_sum(seed):
    rng = np.random.default_rng(seed)
    force, p = rng.uniform(0, 5, (4, 5)), rng.uniform(size=5) < 0.5
    expected = np.zeros(4)
    for n in range(4):
        for j in range(5):
            if force[n, j] < 2.0 and p[j]:
                expected[n] += 2.0 - force[n, j]
            elif force[n, j] > 2.0 and not p[j]:
                expected[n] += force[n, j] - 2.0
    np.testing.assert_allclose(terms.participation(force, p, 2.0), expected)


def test_effort_is_the_spring_torque():
    K, q = np.array([2.0, 1.0]), np.zeros((1, 2))
    np.testing.assert_allclose(terms.effort(K, np.array([[1.5, 4.0]]), q), [5.0])


def test_small_ones():
    np.testing.assert_allclose(terms.speed(np.array([[3.0, 4.0, 0.0]])), [5.0])
    np.testing.assert_allclose(terms.backs(np.array([[True, False, True]])), [2.0])
    np.testing.assert_allclose(terms.too_deep(np.array([0.001, 0.005]), 0.002), [0.0, 0.003])
    np.testing.assert_allclose(terms.value_lost(np.array([-3.0])), [3.0])
    assert terms.per_step(1 / 60) == 1.0
    assert terms.per_step(1 / 120) == 0.5
