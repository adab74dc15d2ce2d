"""Perturbed while scratching: the same subject, who presses harder."""

import numpy as np
import pytest

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.touches import contact_force
from prehensile.hand.segments import TIP_SEGMENT


@pytest.mark.parametrize(
    ("task", "same"),
    [("perturb_scratch", "scratch"), pytest.param("perturb", "explore", marks=pytest.mark.long)],
)
def test_it_is_the_subject_of_the_other_task(task, same) -> None:
    one, other = (lab_session(name, 4, contacts=1).truth for name in (task, same))
    assert one.compliance == other.compliance and one.damping == other.damping
    if task == "perturb_scratch":
        force = -contact_force(one.clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
        at = np.searchsorted(one.clip.time, one.plans[0]["released"])
        assert 0.8 < force[at - 1] < 1.9
