import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.forks.mechanism.joint import Joint, ball, hinge, spring, universal
from prehensile.forks.mechanism.link import Link, rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import fork


def links(count: int = 4) -> list[Link]:
    return [rod(f"l{k}", [0, 0, k], [0, 0, k + 1], 0.1) for k in range(count)]


def joint(parent: int, child: int) -> Joint:
    return hinge(f"{parent}-{child}", f"l{parent}", f"l{child}", [0, 0, child], [1, 0, 0], 5.0)


def test_a_chain_is_a_tree() -> None:
    mechanism = Mechanism("chain", links(), [joint(k, k + 1) for k in range(3)], "l0", ["l3"])
    assert mechanism.loops == 0 and mechanism.moving == 3
    assert mechanism.parent_joints == ((), (0,), (1,), (2,))
    assert mechanism.order == (0, 1, 2, 3)


def test_a_loop_is_not_a_cycle() -> None:
    mechanism = Mechanism(
        "loop", links(), [joint(0, 1), joint(0, 2), joint(1, 3), joint(2, 3)], "l0", ["l3"]
    )
    assert mechanism.loops == 1 and mechanism.parent_joints == ((), (0,), (1,), (2, 3))


def test_a_directed_cycle_is_refused_with_its_links() -> None:
    with pytest.raises(InputError, match=r"directed cycle among l1, l2, l3"):
        Mechanism(
            "cycle", links(), [joint(0, 1), joint(1, 2), joint(2, 3), joint(3, 1)], "l0", ["l3"]
        )


def test_a_cycle_through_the_base_is_refused() -> None:
    with pytest.raises(InputError, match="base 'l0' has the parent 'l1'"):
        Mechanism("cycle", links(2), [joint(0, 1), joint(1, 0)], "l0", ["l1"])


def test_loose_parts_are_refused() -> None:
    with pytest.raises(InputError, match=r"2 links hang on nothing: l2, l3"):
        Mechanism("loose", links(), [joint(0, 1), joint(2, 3)], "l0", ["l3"])


def test_a_joint_without_stiffness_is_refused() -> None:
    with pytest.raises(InputError, match=r"'limp' has stiffness \[0.0\]"):
        hinge("limp", "a", "b", [0, 0, 0], [1, 0, 0], 0.0)
    with pytest.raises(InputError, match=r"'limp' has stiffness \[1.0, 0.0\]"):
        universal("limp", "a", "b", [0, 0, 0], [1, 0, 0], [0, 1, 0], [1.0, 0.0])


@pytest.mark.parametrize("mass", [0.0, -1.0, np.nan, np.inf])
def test_a_link_without_mass_is_refused(mass: float) -> None:
    with pytest.raises(InputError, match="link 'ghost' has mass"):
        Link("ghost", np.eye(4), mass, np.eye(3))


def test_a_link_without_inertia_is_refused() -> None:
    with pytest.raises(InputError, match="principal moments"):
        Link("point", np.eye(4), 1.0, np.zeros((3, 3)))


def test_names_must_exist() -> None:
    with pytest.raises(UnknownNameError, match="end effector 'l9'"):
        Mechanism("chain", links(2), [joint(0, 1)], "l0", ["l9"])
    with pytest.raises(UnknownNameError, match="'base'"):
        Mechanism("chain", links(2), [joint(0, 1)], "base", ["l1"])
    with pytest.raises(UnknownNameError, match="joint '1-2'"):
        Mechanism("chain", links(2), [joint(0, 1), joint(1, 2)], "l0", ["l1"])


@pytest.mark.parametrize("effectors", [[], ["l1", "l1"], ["l0"]])
def test_end_effectors_must_make_sense(effectors: list[str]) -> None:
    with pytest.raises(InputError):
        Mechanism("chain", links(2), [joint(0, 1)], "l0", effectors)


def test_two_links_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two links are named 'l0'"):
        Mechanism("twins", [*links(2), links(1)[0]], [joint(0, 1)], "l0", ["l1"])


def test_limits_count_from_the_rest() -> None:
    with pytest.raises(InputError, match="either side"):
        hinge("j", "a", "b", [0, 0, 0], [1, 0, 0], 1.0, limits=(0.1, 1.0))


def test_nothing_can_be_changed() -> None:
    mechanism = fork()
    for array in (mechanism.T_world, mechanism.links[1].T_world, mechanism.joints[0].stiffness):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_only_springs_and_sliders_let_points_part() -> None:
    at = [0, 0, 0]
    assert ball("b", "x", "y", at, 1.0).holds_point
    assert not spring("s", "x", "y", at, 1.0, 1.0).holds_point
