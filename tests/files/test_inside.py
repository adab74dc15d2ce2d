"""Which files a file may bring along."""

import os

import pytest

from prehensile.errors import InputError
from prehensile.files.inside import Neighbours


@pytest.fixture
def robot(tmp_path):
    """A model beside a folder of meshes, as many packages have it."""
    for name in ("robot/urdf/own.stl", "robot/urdf/sub/deep.stl", "robot/meshes/a.stl", "b.stl"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    return tmp_path / "robot"


def test_its_own_folder_and_below(robot):
    near = Neighbours(robot / "urdf" / "hand.urdf")
    assert near.find("own.stl") == robot / "urdf" / "own.stl"
    assert near.find("sub/deep.stl") == near.find("deep.stl", "sub")
    assert near.find(str(robot / "urdf" / "own.stl")) == robot / "urdf" / "own.stl"
    assert near.find("../urdf/own.stl") == robot / "urdf" / "own.stl"
    assert near.find("../elsewhere/own.stl", stripped=True) == robot / "urdf" / "own.stl"


@pytest.mark.parametrize(
    "name",
    ["../meshes/a.stl", "/etc/passwd", "../../b.stl", "file:///etc/passwd", "package://../.."],
)
def test_what_lies_outside_is_refused_with_the_option(robot, name):
    with pytest.raises(InputError, match=r"does not lie in its folder; .* --assets DIR"):
        Neighbours(robot / "urdf" / "hand.urdf").find(name)


def test_one_more_folder(robot):
    near = Neighbours(robot / "urdf" / "hand.urdf", robot)
    for name in ("../meshes/a.stl", "package://robot/meshes/a.stl", "meshes/a.stl"):
        assert near.find(name) == robot / "meshes" / "a.stl"
    above = Neighbours(robot / "urdf" / "hand.urdf", robot.parent)
    assert above.find("package://robot/meshes/a.stl") == robot / "meshes" / "a.stl"
    with pytest.raises(InputError, match="does not lie in its folder"):
        near.find("/etc/passwd")
    with pytest.raises(InputError, match="is no folder"):
        Neighbours(robot / "urdf" / "hand.urdf", robot / "none")


def test_a_package_in_the_folder_itself(robot):
    (robot / "hand.urdf").write_text("")
    near = Neighbours(robot / "hand.urdf")
    assert near.find("package://robot/meshes/a.stl") == robot / "meshes" / "a.stl"


def test_symbolic_links_are_resolved(robot):
    near = Neighbours(robot / "urdf" / "hand.urdf")
    (robot / "urdf" / "out.stl").symlink_to(robot.parent / "b.stl")
    (robot / "urdf" / "in.stl").symlink_to("own.stl")
    (robot / "urdf" / "away").symlink_to(robot.parent)
    (robot / "urdf" / "round.stl").symlink_to("round.stl")
    assert near.find("in.stl").name == "own.stl"
    for name in ("out.stl", "away/b.stl"):
        with pytest.raises(InputError, match="does not lie in its folder"):
            near.find(name)
    with pytest.raises(InputError):
        near.find("round.stl")


@pytest.mark.parametrize("name", ["none.stl", "\0", "x" * 5000, "", "sub"])
def test_what_is_missing_is_said_in_one_line(robot, name):
    with pytest.raises(InputError) as caught:
        Neighbours(robot / "urdf" / "hand.urdf").find(name)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 500


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
def test_a_pipe_is_no_file(robot):
    os.mkfifo(robot / "urdf" / "pipe.stl")
    with pytest.raises(InputError, match="a folder, a device or a pipe"):
        Neighbours(robot / "urdf" / "hand.urdf").find("pipe.stl")
