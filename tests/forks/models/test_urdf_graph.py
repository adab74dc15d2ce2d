from pathlib import Path

import mujoco
import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.forks.models.urdf_graph import NAMED, check_urdf

INERTIA = (
    '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    "</inertial>"
)


def urdf(links: int, arrows: list[tuple[int, int]]) -> str:
    """A robot of links l0, l1, … and a hinge j0, j1, … for each arrow."""
    bodies = "".join(f'<link name="l{k}">{INERTIA}</link>' for k in range(links))
    joints = "".join(
        f'<joint name="j{k}" type="continuous"><parent link="l{a}"/><child link="l{b}"/>'
        '<axis xyz="0 0 1"/></joint>'
        for k, (a, b) in enumerate(arrows)
    )
    return f'<robot name="r">{bodies}{joints}</robot>'


def checked(folder: Path, text: str) -> None:
    path = folder / "robot.urdf"
    path.write_text(text)
    check_urdf(path)


def random_tree(rng: np.random.Generator, links: int) -> list[tuple[int, int]]:
    """Arrows of a tree whose links and joints come in any order."""
    name = rng.permutation(links)
    arrows = [(int(name[rng.integers(k)]), int(name[k])) for k in range(1, links)]
    return [arrows[k] for k in rng.permutation(links - 1)]


def test_trees_pass_and_mujoco_reads_them_too(tmp_path, rng) -> None:
    for _ in range(10):
        links = int(rng.integers(2, 12))
        text = urdf(links, random_tree(rng, links))
        checked(tmp_path, text)
        assert mujoco.MjModel.from_xml_string(text).njnt == links - 1


def test_a_tree_with_one_arrow_more_or_less_is_none(tmp_path, rng) -> None:
    for _ in range(10):
        links = int(rng.integers(3, 12))
        arrows = random_tree(rng, links)
        lost = int(rng.integers(links - 1))
        with pytest.raises(InputError, match="hang on nothing"):
            checked(tmp_path, urdf(links, [a for k, a in enumerate(arrows) if k != lost]))
        child = arrows[lost][1]
        other = int(rng.choice([k for k in range(links) if k not in (child, arrows[lost][0])]))
        with pytest.raises(InputError, match=f"'l{child}' is the child of two joints"):
            checked(tmp_path, urdf(links, [*arrows, (other, child)]))


def test_arrows_that_go_round_are_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"cycle among l2, l1, l3; .* 'j[123]' for example"):
        checked(tmp_path, urdf(5, [(0, 4), (1, 2), (2, 3), (3, 1)]))
    with pytest.raises(InputError, match="cycle among l0"):
        checked(tmp_path, urdf(1, [(0, 0)]))


def test_of_many_loose_links_some_are_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"robot\.urdf: 18 links hang on nothing: l2") as caught:
        checked(tmp_path, urdf(20, [(0, 1)]))
    assert str(caught.value).count(", l") == NAMED - 1


def test_other_files_are_left_to_mujoco(tmp_path) -> None:
    checked(tmp_path, '<mujoco><link name="a"/><link name="b"/></mujoco>')
    checked(tmp_path, "<robot><link")
    checked(tmp_path, urdf(1, []))
    with pytest.raises(FileError, match=r"none\.urdf"):
        check_urdf(tmp_path / "none.urdf")
