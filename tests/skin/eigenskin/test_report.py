"""How well examples are met, on distances that are known."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.hand.joints import JOINT_NAMES
from prehensile.skin.eigenskin.examples import SkinExamples
from prehensile.skin.eigenskin.model import EigenSkin
from prehensile.skin.eigenskin.report import FitReport, GroupFit, fit_report
from prehensile.skin.flesh.bind_pose import bind_angles

OFF = np.array([0.003, 0.0, 0.004])
"""[m] by which every vertex of an example misses the model: 5 mm."""


def _turned(**angles: float) -> np.ndarray:
    q = bind_angles()
    for name, angle in angles.items():
        q[JOINT_NAMES.index(name)] += angle
    return q


@pytest.fixture(scope="module")
def model() -> EigenSkin:
    fitted = made_eigenskin(kept=2).model
    some = tuple(j for j in fitted.joints if j.joint in ("index_pip", "ring_pip"))
    return replace(fitted, joints=some, without_examples=("thumb_cmc",))


@pytest.fixture(scope="module")
def examples(model: EigenSkin) -> SkinExamples:
    """The model's own shapes, moved aside; the last but one bends two joints."""
    hand = made_eigenskin(kept=2).hand.build()
    q = np.stack(
        [
            bind_angles(),
            _turned(index_pip_flex=0.5),
            _turned(index_pip_flex=1.0),
            _turned(ring_pip_flex=0.7),
            _turned(index_pip_flex=0.4, ring_pip_flex=0.4),
            _turned(ring_pip_flex=0.3),
        ]
    )
    shapes = model.posed(hand, q)[0] + OFF
    names = tuple("abcdef")
    return SkinExamples(model.blend, hand, names, q, shapes, np.arange(6) == 5)


def test_every_group_is_counted_and_measured(model: EigenSkin, examples: SkinExamples) -> None:
    report = fit_report(examples, model)
    assert {name: group.examples for name, group in report.joints.items()} == {
        "index_pip": 2, "ring_pip": 1,
    }  # fmt: skip
    together, unseen = report.together, report.unseen
    assert together is not None and unseen is not None
    assert (together.examples, unseen.examples) == (1, 1)
    for group in (*report.joints.values(), together, unseen):
        assert group.after == pytest.approx(0.005)
        assert group.before != pytest.approx(0.005, rel=1e-3)
    supports = [set(joint.support.tolist()) for joint in model.joints]
    assert [g.vertices for g in report.joints.values()] == [len(s) for s in supports]
    assert together.vertices == len(set.union(*supports))


def test_distances_are_root_mean_squares_over_the_vertices(
    model: EigenSkin, examples: SkinExamples
) -> None:
    """Blend skinning alone, by hand."""
    rows, support = [1, 2], model.joints[0].support
    off = (examples.blended() - examples.shapes)[rows][:, support]
    wanted = np.sqrt(np.mean([np.sum(d**2) for d in off.reshape(-1, 3)]))
    assert fit_report(examples, model).joints["index_pip"].before == pytest.approx(wanted)


def test_groups_without_examples_are_left_out(model: EigenSkin, examples: SkinExamples) -> None:
    few = replace(
        examples, names=tuple("abcd"), q=examples.q[:4], shapes=examples.shapes[:4], unseen=None
    )
    report = fit_report(few, model)
    assert report.together is None and report.unseen is None
    assert len(report.lines()) == 4  # head, two joints, those without


def test_lines_are_a_table_in_millimetres() -> None:
    group = GroupFit(4, 321, 0.00123, 0.00045)
    lines = FitReport({"index_pip": group}, None, group, ("thumb_cmc", "thumb_mp")).lines()
    assert lines[1].split() == ["index_pip", "4", "321", "1.230", "0.450"]
    assert lines[2].split()[0] == "unseen"
    assert lines[-1].endswith("thumb_cmc, thumb_mp")
    assert len({len(line) for line in lines[:-1]}) == 1
