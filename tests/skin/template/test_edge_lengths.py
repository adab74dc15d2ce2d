"""Edges are wished for short where the skin bends, long where it does not."""

import numpy as np

from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.edge_lengths import PALM_EDGE, TIP_EDGE, edge_lengths
from prehensile.skin.template.shipped import template

FLESH = RestFlesh(HandSpec.mean().build())


def test_tips_are_finest_and_nothing_is_coarser_than_the_palm() -> None:
    b = FLESH.hand.spec.breadth
    found = edge_lengths(FLESH, template().vertices) / b
    assert found.max() <= PALM_EDGE + 1e-12
    for digit in FLESH.digits.values():
        tip = digit.point(np.array([[digit.joints[-1], 0.0, 0.0]]))
        np.testing.assert_allclose(edge_lengths(FLESH, tip) / b, TIP_EDGE, rtol=1e-3)


def test_joints_are_finer_than_the_bones_between_them() -> None:
    digit = FLESH.digits["middle"]
    at = [digit.joints[1], 0.5 * (digit.joints[0] + digit.joints[1])]
    joint, bone = edge_lengths(FLESH, digit.point(np.array([[x, 0.0, 0.0] for x in at])))
    assert joint < 0.8 * bone


def test_the_template_has_the_edges_that_it_was_to_have() -> None:
    """Measured: the median edge is as long as was wished, within a tenth."""
    shape = template()
    ends = np.sort(shape.faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    ends = np.unique(ends, axis=0)
    length = np.linalg.norm(np.diff(shape.vertices[ends], axis=1)[:, 0], axis=1)
    wished = edge_lengths(FLESH, shape.vertices)[ends].mean(axis=1)
    assert abs(np.median(length / wished) - 1) < 0.1
