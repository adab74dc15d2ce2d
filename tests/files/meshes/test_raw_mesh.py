import numpy as np
import pytest

from prehensile.files.meshes import raw_mesh
from prehensile.files.meshes.raw_mesh import Labels, tidy


def test_a_name_has_the_faces_of_every_label_that_holds_it():
    labels = Labels()
    knife = labels.number(("handle", "grip"), ("wood",))
    blade = labels.number(("blade",), ("steel",))
    bolt = labels.number(("handle",), ("steel",))
    assert labels.number(("handle", "grip"), ("wood",)) == knife
    found = labels.regions(np.array([blade, knife, bolt, blade, knife]))
    assert {name: faces.tolist() for name, faces in found.items()} == {
        "handle": [1, 2, 4],
        "grip": [1, 4],
        "blade": [0, 3],
        "wood": [1, 4],
        "steel": [0, 2, 3],
    }


def test_a_name_for_all_or_for_none_is_no_part():
    labels = Labels()
    one = labels.number(("scene", "lid"), ())
    other = labels.number(("scene", "jar"), ("",))
    labels.number(("never used",))
    assert sorted(labels.regions(np.array([one, other]))) == ["jar", "lid"]


def test_the_first_kind_that_uses_a_name_has_it():
    labels = Labels()
    first = labels.number((), ("steel",))
    second = labels.number(("steel",), ())
    third = labels.number(("rest",), ())
    found = labels.regions(np.array([first, second, third]))
    assert found["steel"].tolist() == [1]


def test_small_parts_are_kept_when_there_are_too_many_names(monkeypatch):
    monkeypatch.setattr(raw_mesh, "MAX_NAMES", 3)
    labels = Labels()
    numbers = np.repeat([labels.number((f"part {k}",)) for k in range(6)], np.arange(1, 7))
    assert list(labels.regions(numbers)) == ["part 0", "part 1", "part 2"]
    monkeypatch.setattr(raw_mesh, "MAX_NAMES", 100)
    monkeypatch.setattr(raw_mesh, "MAX_LAYERS", 2 / 7)
    assert list(labels.regions(numbers)) == ["part 0", "part 1", "part 2"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("handle", "handle"), ("a\n\tb", "a b"), ("\x1b[31mred", "[31mred"), ("x" * 99, "x" * 64)],
)
def test_names_fit_a_line(name, shown):
    assert tidy(name) == shown
