"""Blood over time, both twins, against the exact decay of each stretch of constant load."""

import numpy as np
import pytest

from prehensile.appearance import _kernels, _plain


@pytest.mark.parametrize("twin", [_plain, _kernels], ids=["plain", "compiled"])
def test_a_press_blanches_and_refills_with_its_own_times(twin, rng):
    """Pressed from 0 to 1 s, then not: (1 − e^(−t/τ₁)) while it leaves, and e^(−t/τ₂) after."""
    time = np.sort(rng.uniform(0, 3, 200))
    time[0] = 0.0
    load = rng.normal(size=(5, 4))
    pressed = time < 1
    targets = np.where(pressed[:, None, None], load, 0.0)
    targets[0] = 0.0
    blood = np.empty_like(targets)
    twin.follow(time, targets, 0.2, 0.7, blood)
    assert not blood[0].any(), "it begins at rest under the first load"
    # A frame's load acts from it to the next: the first acts not at all, the last press to `end`.
    begin, end = time[1], time[int((~pressed).argmax())]
    full = 1 - np.exp(-(end - begin) / 0.2)
    share = np.where(
        time < end, 1 - np.exp(-(time - begin) / 0.2), full * np.exp(-(time - end) / 0.7)
    )
    np.testing.assert_allclose(blood[1:], share[1:, None, None] * load, atol=1e-12)
