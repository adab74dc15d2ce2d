"""``--arm`` and what belongs to it."""

import pytest

from prehensile.cli.grammar.wrist_path import NO_PATH, WristPath
from prehensile.errors import InputError

ROWS = "time,x,y,z,qw,qx,qy,qz\n0,0,0,0.3,1,0,0,0\n0.5,0,0.1,0.3,1,0,0,0\n1,0,0.1,0.3,1,0,0,0\n"


def test_a_path_and_where_the_thing_is(tmp_path):
    (tmp_path / "shot.csv").write_text(ROWS)
    read = WristPath(tmp_path / "shot.csv", "0,0.1,0.2", 0.75).read("right")
    assert (read["at"], read["release"]) == ([0.0, 0.1, 0.2], 0.75)
    assert read["arm"].pose[-1, :3] == pytest.approx([0, 0.1, 0.3])
    turned = WristPath(tmp_path / "shot.csv", up="y").read("right")
    assert turned["arm"].pose[-1, 2] == pytest.approx(0.1)


def test_without_a_path_nothing_may_be_said_of_it():
    NO_PATH.check_none()
    for said in (WristPath(at="0,0,0"), WristPath(release=0.0)):
        with pytest.raises(InputError, match="belong to --arm"):
            said.check_none()
