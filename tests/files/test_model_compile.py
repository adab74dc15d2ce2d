"""Models of strangers, compiled first where they can do no harm."""

import sys

import pytest

from prehensile.errors import InputError
from prehensile.files import model_compile
from prehensile.files.model_compile import as_told, compiled_model, parse
from prehensile.files.model_file import ModelFile

HONEST = """<mujoco><worldbody><body name="a"><joint/><geom size=".1"/>
    <body name="é"><geom size=".1"/></body></body></worldbody></mujoco>"""
NUSER = "<mujoco><size nuser_body='200000000'/><worldbody><body/><body/></worldbody></mujoco>"
TETRAHEDRON = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
MESH = """<mujoco><asset><mesh name="m" file="0_m.obj"/></asset><worldbody><body><joint/>
    <geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


def model(text: str, **assets: bytes) -> ModelFile:
    files = {f"0_{name}.obj": data for name, data in assets.items()}
    return ModelFile(text, files, {name: name.removeprefix("0_") for name in files})


@pytest.fixture
def tries(monkeypatch, tmp_path):
    """How often something was tried in a child, with an empty cache."""
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))
    count = []
    apart = model_compile.parsed_apart
    monkeypatch.setattr(model_compile, "parsed_apart", lambda *a: (count.append(a), apart(*a))[1])
    return count


def test_an_honest_model_is_tried_once(tries):
    first = compiled_model(model(HONEST))
    assert first.nbody == 3 and first.body(2).name == "é"
    assert compiled_model(model(HONEST)).nbody == 3
    assert len(tries) == 1
    assert compiled_model(model(MESH, m=TETRAHEDRON)).nmesh == 1
    assert len(tries) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory there")
def test_what_takes_all_memory_ends_there(tries):
    with pytest.raises((InputError, ValueError)) as caught:
        compiled_model(model(NUSER))
    assert "\n" not in str(caught.value)
    with pytest.raises((InputError, ValueError)):
        compiled_model(model(NUSER))
    assert len(tries) == 2, "what did not pass is tried again"


def test_what_takes_all_time_ends_there(tries, monkeypatch):
    monkeypatch.setattr(model_compile, "SECONDS", 0.01)
    monkeypatch.setattr("prehensile.files.apart.PATIENCE", 1)
    with pytest.raises(InputError, match="did not end"):
        compiled_model(model(HONEST))


def test_a_complaint_names_the_file_as_the_model_does(tries):
    with pytest.raises(ValueError, match="at least 4 vertices"):
        compiled_model(model(MESH, m=b"v 0 0 0\n"))
    assert as_told("cannot use '0_m.obj'", model(MESH, m=b"")) == "cannot use 'm.obj'"


def test_too_many_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(model_compile, "MAX_BODIES", 2)
    path = tmp_path / "bundle"
    path.write_bytes(model_compile._bundled(model(HONEST), False))
    with pytest.raises(InputError, match="3 bodies"):
        parse(str(path), lambda *_: None)


def test_the_bundle_says_all(tmp_path):
    path = tmp_path / "bundle"
    path.write_bytes(model_compile._bundled(model(MESH, m=TETRAHEDRON), True))
    file, drawn = model_compile._unbundled(path.read_bytes())
    assert drawn and file.text == MESH and file.assets == {"0_m.obj": TETRAHEDRON}
    assert parse(str(path), lambda *_: None) == {"complaint": None}
    path.write_bytes(model_compile._bundled(model(MESH, m=b"x"), True))
    assert "vertices" in parse(str(path), lambda *_: None)["complaint"]
