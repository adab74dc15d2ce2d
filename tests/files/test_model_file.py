"""Models with everything they refer to, as bytes."""

import os
import re

import mujoco
import pytest

from prehensile.errors import FileError
from prehensile.files import model_file
from prehensile.files.model_file import FILES, FOLDERS, read_model_file

BODY = '<worldbody><body><joint/><geom type="mesh" mesh="a"/></body></worldbody>'


@pytest.fixture
def write(tmp_path):
    (tmp_path / "hand" / "sub").mkdir(parents=True)

    def one(name, text):
        path = tmp_path / "hand" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    one("a.stl", "A")
    one("sub/a.stl", "B")
    (tmp_path / "secret.stl").write_text("S")
    return one


def test_every_attribute_that_names_a_file_is_known():
    schema = mujoco.mj_printSchema(False, False)
    named = set(re.findall(r"\bfile\w*\b", schema))
    assert named <= set(FILES)
    assert set(re.findall(r"\b\w+dir\b", schema)) == {"meshdir", "texturedir", "assetdir"}
    assert set(FOLDERS.values()) == {"meshdir", "texturedir"}


def test_meshes_come_along_without_their_paths(write):
    path = write("h.xml", f'<mujoco><asset><mesh file="a.stl"/><mesh name="b" file="sub/a.stl"/>'
                          f'<mesh name="c" file="a.stl"/></asset>{BODY}</mujoco>')  # fmt: skip
    found = read_model_file(path)
    assert found.assets == {"0_a.stl": b"A", "1_a.stl": b"B"}
    assert found.told == {"0_a.stl": "a.stl", "1_a.stl": "sub/a.stl"}
    assert '<mesh file="0_a.stl" name="a" />' in found.text
    assert '<mesh name="b" file="1_a.stl" />' in found.text
    assert '<mesh name="c" file="0_a.stl" />' in found.text


@pytest.mark.parametrize("attribute", ["meshdir", "assetdir"])
def test_folders_of_the_compiler(write, attribute):
    path = write("h.xml", f'<mujoco><compiler {attribute}="sub" angle="radian"/>'
                          f'<asset><mesh file="a.stl"/></asset>{BODY}</mujoco>')  # fmt: skip
    found = read_model_file(path)
    assert found.assets == {"0_a.stl": b"B"}
    assert "sub" not in found.text and "radian" in found.text


def test_includes_stand_in_their_places(write):
    write("inner.xml", "<mujocoinclude><mesh file='a.stl'/><include file='sub/more.xml'/>"
                       "</mujocoinclude>")  # fmt: skip
    write("sub/more.xml", "<mujoco><mesh name='z' file='sub/a.stl'/></mujoco>")
    path = write("h.xml", "<mujoco><asset><include file='inner.xml'/></asset></mujoco>")
    found = read_model_file(path)
    assert sorted(found.assets.values()) == [b"A", b"B"]
    assert "include" not in found.text


@pytest.mark.parametrize(
    "inside",
    [
        '<asset><mesh file="../secret.stl"/></asset>',
        '<asset><mesh file="/etc/passwd"/></asset>',
        '<compiler meshdir=".."/><asset><mesh file="secret.stl"/></asset>',
        '<compiler assetdir="/etc"/><asset><mesh file="passwd"/></asset>',
        '<asset><texture file="../secret.stl" type="2d"/></asset>',
        '<asset><texture type="cube" fileup="/etc/passwd"/></asset>',
        '<asset><hfield file="/etc/passwd"/></asset>',
        '<asset><skin file="/etc/passwd"/></asset>',
        '<include file="/etc/passwd"/>',
        '<include file="../secret.stl"/>',
        '<deformable><flexcomp type="mesh" file="/etc/passwd"/></deformable>',
    ],
)
def test_nothing_outside_is_opened(write, monkeypatch, inside):
    path = write("h.xml", f"<mujoco>{inside}</mujoco>")
    opened = []
    plain = model_file.plain_file
    monkeypatch.setattr(model_file, "plain_file", lambda p, k: opened.append(p) or plain(p, k))
    with pytest.raises(FileError, match=r"does not lie in its folder.*--assets"):
        read_model_file(path)
    assert not opened


def test_one_more_folder_is_opened_on_request(write, tmp_path):
    path = write("h.xml", '<mujoco><asset><mesh file="../secret.stl"/></asset></mujoco>')
    assert read_model_file(path, tmp_path).assets == {"0_secret.stl": b"S"}


def test_the_meshes_of_a_urdf(write, tmp_path):
    mesh = "<geometry><mesh filename='{name}'/></geometry>"
    link = f"<robot><link><{{kind}}>{mesh}</{{kind}}></link></robot>"
    for name in ("a.stl", "../meshes/a.stl", "package://robot/sub/a.stl"):
        found = read_model_file(write("h.urdf", link.format(kind="collision", name=name)))
        assert list(found.assets.values()) == [b"B" if "sub" in name else b"A"]
    # What is only looked at is left out unless the file wants it.
    drawn = link.format(kind="visual", name="none.dae")
    assert not read_model_file(write("h.urdf", drawn)).assets
    kept = "<robot><mujoco><compiler discardvisual='false'/></mujoco>"
    with pytest.raises(FileError, match=r"none\.dae"):
        read_model_file(write("h.urdf", drawn.replace("<robot>", kept)))


@pytest.mark.parametrize(
    ("inside", "word"),
    [
        ('<worldbody><replicate count="100000000"><body/></replicate></worldbody>', "replicate"),
        ("<replicate count='200'><replicate count='200'><geom/></replicate></replicate>", "copies"),
        ('<flexcomp count="1000 1000 1000"/>', "flexcomp"),
        ('<composite count="10000 10000 1"/>', "composite"),
        ('<asset><hfield nrow="100000" ncol="100000"/></asset>', "hfield"),
        ("<asset><model file='a.xml'/></asset>", "include"),
        ("<include file='h.xml'/>", "100 files"),
        ("<replicate count='many'/>", "damaged"),
        ("<replicate count='1" + "0" * 400 + "'/>", "copies"),
    ],
)
def test_what_asks_for_too_much_is_refused_before_it_is_made(write, inside, word):
    with pytest.raises(FileError, match=word) as caught:
        read_model_file(write("h.xml", f"<mujoco>{inside}</mujoco>"))
    assert len(str(caught.value)) < 1000


def test_room_for_a_simulation_is_left_out(write):
    path = write("h.xml", '<mujoco><size memory="900G" nuser_body="100000000"/></mujoco>')
    assert "size" not in read_model_file(path).text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
def test_a_pipe_as_a_mesh_is_not_waited_for(write, tmp_path):
    os.mkfifo(tmp_path / "hand" / "p.stl")
    with pytest.raises(FileError, match="pipe"):
        read_model_file(write("h.xml", '<mujoco><asset><mesh file="p.stl"/></asset></mujoco>'))
