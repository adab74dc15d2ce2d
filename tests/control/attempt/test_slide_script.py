"""A script of keys knows its phases and comes from afar."""

from itertools import pairwise

import numpy as np

from prehensile.control.attempt.slide_script import SlideScript
from prehensile.control.slide.slide_keys import slide_keys
from prehensile.hand.spec import HandSpec
from prehensile.world.objects.primitives import box


def test_phases_follow_each_other_and_sum_up_to_the_keys():
    hand = HandSpec.mean("right").build()
    plan = slide_keys(box((0.095, 0.058, 0.0014), 0.007, name="card"), hand, None, 3.0, put=True)
    assert plan is not None
    script = SlideScript(hand, plan)
    spans = script.spans()
    assert all(a[2] == b[1] for a, b in pairwise(spans))
    assert len({span[0] for span in spans}) == len(spans)
    seconds = sum(key.seconds for key in plan.keys)
    assert np.isclose(spans[-1][2] - plan.keys[0].seconds - seconds, spans[0][2] - 0.6)
    assert np.linalg.norm(script.start[:3] - plan.keys[0].forearm[:3, 3]) > 0.2
    assert not script.finished
