import numpy as np
import pytest

from prehensile.capture.signals.one_pole import one_pole


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.95])
def test_every_sample_keeps_its_share_of_the_last(keep, rng):
    values = rng.normal(size=(30, 2, 3))
    y = [values[0]]
    for x in values[1:]:
        y.append(keep * y[-1] + (1 - keep) * x)
    np.testing.assert_allclose(one_pole(values, keep), y, atol=1e-12)
