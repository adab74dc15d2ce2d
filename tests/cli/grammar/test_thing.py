"""What is said of a thing beside its name."""

import pytest

from prehensile.cli.grammar.thing import AS_IT_IS, Thing


def test_it_is_loaded_with_what_was_said():
    ball = Thing(mass=0.7, friction=0.3).load("ball")
    assert ball.mass == pytest.approx(0.7) and ball.friction[0] == pytest.approx(0.3)
    assert AS_IT_IS.load("ball").mass != pytest.approx(0.7)


def test_the_unit_is_of_a_file(tmp_path):
    tetrahedron = [(0, 0, 0), (60, 0, 0), (0, 60, 0), (0, 0, 60)]
    lines = ["v {} {} {}".format(*corner) for corner in tetrahedron]
    lines += ["f 1 3 2", "f 1 2 4", "f 2 3 4", "f 1 4 3"]
    (tmp_path / "corner.obj").write_text("\n".join(lines) + "\n")
    loaded = Thing(unit="mm").load(str(tmp_path / "corner.obj"))
    assert loaded.extents == pytest.approx([0.06] * 3, rel=0.01)
