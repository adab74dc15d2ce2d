"""Windows that the data choose: shorter where a finger reacts to what it felt."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, made_session

from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.joints.window_choice import (
    WINDOWS_S,
    SampleLikelihood,
    chosen_window,
    longest_as_likely,
)
from prehensile.compliance.recorded.session import session_of

MASSLESS = Options(inertia=False, window="auto")


def test_the_longest_of_equals_is_taken() -> None:
    each = [SampleLikelihood(v, 0.01) for v in (-0.5, -0.49, -0.505, -0.8)]
    assert longest_as_likely(each) == 2


@pytest.mark.long
def test_a_reaction_makes_windows_short() -> None:
    """From 0.27 s after each onset all joints shake, as no smooth reference does."""
    made = made_session(1, 8, noise=1e-3, force_noise=0.004)
    quiet = session_of(made.recording)
    q = quiet.motion.q.copy()
    columns = [quiet.hand.joint_index(name) for name in JOINTS]
    for touch in made.recording.touches:
        since = quiet.time - touch.onset - 0.27
        rows = (since > 0) & (since < 0.4)
        shake = np.where(rows, 0.02 * np.sin(2 * np.pi * 8 * since), 0.0)
        q[:, columns] += shake[:, None]
    shaken = replace(quiet, motion=replace(quiet.motion, q=q))
    assert chosen_window(shaken, MASSLESS) == WINDOWS_S[0]
    assert chosen_window(quiet, MASSLESS) > WINDOWS_S[0]
    found = estimate_compliance(shaken, MASSLESS)
    assert max(w.time[-1] for w in found.windows) < 0.25
