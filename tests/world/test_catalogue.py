import numpy as np
import pytest
import trimesh

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.world.catalogue import CATALOGUE, load_object
from prehensile.world.objects.primitives import ball


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_name_gives_an_object(name):
    assert load_object(name).name == name
    assert CATALOGUE[name].about


def test_there_are_at_least_twelve_everyday_things():
    wanted = {"box", "ball", "cylinder", "dial", "mug", "bottle"}
    wanted |= {"apple", "bulb", "pen", "phone", "jar", "hold"}
    assert wanted <= set(CATALOGUE)


@pytest.mark.parametrize("name", ["bottle", "dial", "hold"])
def test_modelled_things_take_mass_and_friction(name):
    plain, changed = load_object(name), load_object(f"{name}:mass=90g,friction=0.3")
    assert changed.mass == pytest.approx(0.09) and changed.friction[0] == 0.3
    assert changed.mount is plain.mount
    with pytest.raises(InputError, match="'r' is not a size of it; it takes mass"):
        load_object(f"{name}:r=3cm")


def test_a_dial_may_be_endless():
    assert load_object("dial").mount.limits is not None
    endless = load_object("dial: Endless, mass=90g")
    assert endless.mount.limits is None
    assert (endless.name, endless.mass) == ("dial", pytest.approx(0.09))
    for text in ("jar:endless", "dial:endles"):
        with pytest.raises(InputError, match="is neither letter=value"):
            load_object(text)


def test_the_jar_weighs_04_kg_in_all():
    jar = load_object("jar")
    assert jar.mass + jar.mount.base.mass == pytest.approx(0.4)


def test_the_box_is_the_one_the_hand_was_tuned_on():
    box = load_object("box")
    np.testing.assert_allclose(box.extents, [0.03, 0.05, 0.07])
    assert box.mass == 0.012


@pytest.mark.parametrize(
    ("text", "extents", "mass"),
    [
        ("cylinder:r=30mm,h=120mm,mass=0.2", [0.06, 0.06, 0.12], 0.2),
        ("cylinder:30x120mm,mass=250g", [0.06, 0.06, 0.12], 0.25),
        ("box:30x50x70mm", [0.03, 0.05, 0.07], 0.012),
        ("box:6x10x14cm", [0.06, 0.10, 0.14], 8 * 0.012),
        ("box:x=6cm", [0.06, 0.05, 0.07], 2 * 0.012),
        ("ball:r=33mm", [0.066] * 3, 0.058),
        ("ball:d=2.6in", [2.6 * 0.0254] * 3, None),
        ("ball: R = 3.5e-2", [0.07] * 3, None),
        ("mug:mass=0.5", None, 0.5),
        ("ball:", [0.066] * 3, 0.058),
    ],
)
def test_the_grammar(text, extents, mass):
    obj = load_object(text)
    if extents is not None:
        np.testing.assert_allclose(obj.extents, extents, rtol=1e-9)
    if mass is not None:
        assert obj.mass == pytest.approx(mass)


def test_bare_numbers_are_in_the_given_unit():
    np.testing.assert_allclose(load_object("ball:r=35", unit="mm").extents, 0.07)
    np.testing.assert_allclose(load_object("ball:r=35mm", unit="in").extents, 0.07)


def test_mass_and_friction_are_replaced():
    plain, changed = load_object("mug"), load_object("mug", mass=0.7, friction=0.4)
    np.testing.assert_allclose(changed.inertia, 2 * plain.inertia)
    assert changed.friction == (0.4, *plain.friction[1:])
    assert load_object("ball:r=3cm,friction=0.2").friction[0] == 0.2


def test_an_object_passes_through():
    mine = ball(0.03, 0.1)
    assert load_object(mine) is mine
    assert load_object(mine, mass=0.2).mass == 0.2


def test_a_file_by_text_and_by_path(tmp_path, monkeypatch):
    path = tmp_path / "brick.stl"
    trimesh.creation.box((30, 50, 70)).export(path)
    for what in (str(path), path):
        obj = load_object(what, unit="mm", mass=0.3, friction=0.5)
        np.testing.assert_allclose(obj.extents, [0.03, 0.05, 0.07], rtol=1e-6)
        assert (obj.name, obj.mass, obj.friction[0]) == ("brick", 0.3, 0.5)
    monkeypatch.chdir(tmp_path)
    assert load_object("brick.stl", unit="mm").name == "brick"


def test_unknown_names_list_the_catalogue_and_say_that_files_work():
    with pytest.raises(UnknownNameError, match="Did you mean 'mug'") as caught:
        load_object("mgu")
    for word in (*CATALOGUE, "path to a mesh file"):
        assert word in str(caught.value)
    with pytest.raises(UnknownNameError):
        load_object("bal:r=3.5cm")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ball:q=3mm", "'q' is not a size of it; it takes r=30mm"),
        ("box:30x50mm", "2 lengths; it takes 30x30x30mm"),
        ("ball:r", "neither letter=value"),
        ("ball:r=", "expected a number with a unit"),
        ("ball:r=3furlong", "expected a number with a unit"),
        ("ball:r=nan", "expected a number"),
        ("ball:r=0mm", "r must be a positive length"),
        ("ball:r=-3cm", "r must be a positive length"),
        ("ball:r=1cm,d=2cm", "'r' is given twice"),
        ("ball:r=3cm,mass=0", "mass of object 'ball' must be positive"),
        ("ball:r=3cm,mass=3mm", r"unit \(kg, g\)"),
        ("ball:r=3cm,friction=-1", "friction of object 'ball'"),
        ("ball:r=35", "70 m long.*--unit mm"),
        ("mug:h=3cm", "'h' is not a size of it"),
    ],
)
def test_wrong_sizes_are_one_clear_line(text, message):
    with pytest.raises(InputError, match=message) as caught:
        load_object(text)
    assert "\n" not in str(caught.value)


def test_wrong_arguments():
    for bad in ({"mass": -1.0}, {"unit": "ft"}, {"friction": -0.1}):
        with pytest.raises(PrehensileError):
            load_object("ball", **bad)
    with pytest.raises(FileError, match="No such file"):
        load_object("absent.stl")
    with pytest.raises(PrehensileError):
        load_object("")
