"""Examples of a skin: what is learned from which, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.bent_finger import ANGLES, bent, own_skin, swollen

from prehensile.errors import InputError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.eigenskin.blend import posed
from prehensile.skin.eigenskin.examples import SkinExamples
from prehensile.skin.flesh.bind_pose import bind_angles

PIP = JOINT_NAMES.index("index_pip_flex")


@pytest.fixture(scope="module")
def examples() -> SkinExamples:
    """The rest pose, four bends of one joint, one of two joints, and one to judge by."""
    hand, blend = own_skin()
    both = bent(0.7)
    both[JOINT_NAMES.index("ring_pip_flex")] = 0.5
    q = np.stack([bind_angles(), *map(bent, ANGLES), both, bent(1.1)])
    shapes = [blend.rest, *(swollen(hand, blend, a) for a in ANGLES)]
    shapes += [posed(blend.maps(hand, both), blend.rest), swollen(hand, blend, 1.1)]
    names = ("rest", "a", "b", "c", "d", "both", "unseen")
    unseen = np.array([name == "unseen" for name in names])
    return SkinExamples(blend, hand, names, q, np.stack(shapes), unseen)


def test_neither_the_rest_pose_nor_the_unseen_is_learned_from(examples: SkinExamples) -> None:
    assert [examples.names[k] for k in examples.learned] == ["a", "b", "c", "d", "both"]
    everything = replace(examples, unseen=None)
    assert [everything.names[k] for k in everything.learned][-1] == "unseen"


def test_each_is_learned_for_the_joint_that_it_bends_alone(examples: SkinExamples) -> None:
    assert examples.joints() == [None, *["index_pip"] * 4, None, None]


def test_blend_skinning_alone_is_each_bones_share(examples: SkinExamples) -> None:
    blend, hand = examples.blend, examples.hand
    rest, there = (segment_transforms(hand, q) for q in (bind_angles(), examples.q[3]))
    skin = np.zeros_like(blend.rest)
    for weight, name in zip(blend.weights.T, blend.segments, strict=True):
        carried = se3.apply(there[name] @ se3.inverse(rest[name]), blend.rest)
        skin += weight[:, None] * carried
    found = examples.blended()
    np.testing.assert_allclose(found[3], skin, atol=1e-12)
    np.testing.assert_allclose(found[0], blend.rest, atol=1e-12)


def test_what_was_learned_foretells_the_unseen(examples: SkinExamples) -> None:
    some = replace(examples, unseen=np.isin(examples.names, ("both", "unseen")))
    skin, _ = some.fitted(kept=2).posed(some.hand, some.q[-1])
    off = np.linalg.norm(skin - some.shapes[-1], axis=1).max()
    assert off < 0.1 * np.linalg.norm(some.blended()[-1] - some.shapes[-1], axis=1).max()


def test_joints_shown_bent_one_way_add_nothing_the_other(examples: SkinExamples) -> None:
    """Else the line through the examples would shrink the joint."""
    some = replace(examples, unseen=np.isin(examples.names, ("both", "unseen")))
    back = bent(-0.8)
    plain = posed(some.blend.maps(some.hand, back), some.blend.rest)
    for one_sided, at_least, at_most in ((False, 2e-4, 1.0), (True, 0.0, 1e-4)):
        skin, _ = replace(some, one_sided=one_sided).fitted(kept=2).posed(some.hand, back)
        off = np.linalg.norm(skin - plain, axis=1).max()
        assert at_least <= off <= at_most


def test_mirror_images_are_made_of_what_has_none(examples: SkinExamples) -> None:
    some = replace(examples, one_sided=True)
    other = some._other_side()
    np.testing.assert_allclose(np.sort(other[:, PIP]), np.sort(-ANGLES))
    np.testing.assert_array_equal(
        np.delete(other, PIP, axis=1), np.delete(some.q[1:5], PIP, axis=1)
    )
    # One that is bent the other way stands for them all.
    both_ways = replace(some, q=np.vstack([some.q[:-1], bent(-0.3)]), unseen=None, names=some.names)
    assert len(both_ways._other_side()) == 0


def test_another_frame_and_a_pose_twice_are_refused_by_name(examples: SkinExamples) -> None:
    far = examples.shapes.copy()
    far[2] += 0.05
    with pytest.raises(InputError, match="'b' lies 87 mm from the skin"):
        replace(examples, shapes=far).fitted()
    q = examples.q.copy()
    q[4] = q[2]
    shapes = examples.shapes.copy()
    shapes[4] = shapes[2]
    with pytest.raises(InputError, match="'b' and 'd' have the same pose"):
        replace(examples, q=q, shapes=shapes).fitted()
