import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint import (
    Joint,
    ball,
    closing,
    hinge,
    screw,
    serial,
    slider,
    spring,
    universal,
)

AT, AXIS = np.array([0.3, -0.2, 0.5]), np.array([1.0, 2.0, -2.0])
UNIT = AXIS / 3
POINT = np.array([0.7, 0.1, -0.4])
ENDS = ("j", "a", "b", AT)


def carried(joint: Joint, theta: list[float], point: np.ndarray = POINT) -> np.ndarray:
    """(3,) [m] where a point of the child goes, world: products of SciPy's matrix exponentials."""
    moved = np.linalg.inv(joint.T_world) @ [*point, 1.0]
    for group in reversed(sorted(set(joint.groups))):
        twist = sum(
            angle * row
            for angle, row, g in zip(theta, joint.screws, joint.groups, strict=True)
            if g == group
        )
        (x, y, z), (a, b, c) = twist[:3], twist[3:]
        moved = expm(np.array([[0, -c, b, x], [c, 0, -a, y], [-b, a, 0, z], [0, 0, 0, 0]])) @ moved
    return (joint.T_world @ moved)[:3]


def about(*turns: np.ndarray) -> np.ndarray:
    """(3,) the point after these rotation vectors about ``AT``, the first one outermost."""
    arm = POINT - AT
    for turn in reversed(turns):
        arm = Rotation.from_rotvec(turn).apply(arm)
    return AT + arm


def test_one_axis_turns_slides_or_does_both() -> None:
    assert carried(hinge(*ENDS, AXIS, 5.0), [0.8]) == pytest.approx(about(0.8 * UNIT))
    assert carried(slider(*ENDS, AXIS, 5.0), [0.8]) == pytest.approx(POINT + 0.8 * UNIT)
    turn = carried(screw(*ENDS, AXIS, 0.05, 5.0), [2 * np.pi])
    assert turn == pytest.approx(POINT + 2 * np.pi * 0.05 * UNIT)  # one turn of the thread
    long, other = (hinge(*ENDS, s * AXIS, 5.0) for s in (1e3, -1.0))  # the sign alone counts
    assert carried(long, [0.8]) == pytest.approx(carried(other, [-0.8]))


def test_several_axes_turn_in_the_order_that_they_say() -> None:
    first, second = np.array([0.0, 0, 1]), np.array([0.0, 1, 0])
    cross = universal(*ENDS, first, second, [5.0, 6.0])
    assert carried(cross, [0.7, -0.4]) == pytest.approx(about(0.7 * first, -0.4 * second))
    turn = np.array([0.3, -0.9, 0.6])
    assert carried(ball(*ENDS, 5.0), turn.tolist()) == pytest.approx(about(turn))
    shift = np.array([0.02, -0.01, 0.03])
    loose = spring(*ENDS, 100.0, 5.0)
    assert carried(loose, [*shift, *turn]) == pytest.approx(about(turn) + shift)
    assert loose.stiffness.tolist() == [100.0] * 3 + [5.0] * 3


def test_only_joints_that_turn_hold_a_point(rng) -> None:
    turning = [hinge(*ENDS, AXIS, 5.0), ball(*ENDS, 5.0), universal(*ENDS, AXIS, [0, 1, 1], 5.0)]
    moving = [slider(*ENDS, AXIS, 5.0), screw(*ENDS, AXIS, 0.05, 5.0), spring(*ENDS, 9.0, 5.0)]
    for joint in [*turning, *moving]:
        stays = np.allclose(carried(joint, rng.normal(size=joint.dof).tolist(), AT), AT)
        assert joint.holds_point == stays == (joint in turning)


def test_it_keeps_its_own_numbers() -> None:
    T, rows = np.eye(4), np.eye(6)[2:4]
    joint = serial("j", "a", "b", T, rows, [1.0, 2.0])
    T[0, 3] = rows[0, 0] = 7.0
    assert joint.T_world[0, 3] == joint.screws[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        joint.stiffness[0] = 3.0
    weld = closing("w", "a", "b", AT)
    assert weld.dof == 0 and weld.closing


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: hinge("j", "a", "a", AT, AXIS, 5.0), "joins 'a' to itself"),
        (lambda: hinge(*ENDS, [0, 0, 0], 5.0), "expected a direction"),
        (lambda: hinge(*ENDS, [0, np.nan, 1], 5.0), "expected a direction"),
        (lambda: hinge(*ENDS, AXIS, -5.0), "stiffness"),
        (lambda: hinge(*ENDS, AXIS, np.inf), "not finite"),
        (lambda: slider(*ENDS, AXIS, 5.0, -0.1), "damping"),
        (lambda: hinge(*ENDS, AXIS, 5.0, 0.0, (0.1, 0.5)), "either side"),
        (lambda: universal(*ENDS, AXIS, [0, 1, 0], [1.0, 2.0, 3.0]), "got 3 numbers"),
        (lambda: serial("j", "a", "b", np.eye(3), np.eye(6)[:1], 1.0), r"expected \(4, 4\)"),
    ],
)
def test_what_is_no_joint_is_refused(make, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()
