"""A parser in a child: what it hands over, and all the ways in which it may end."""

import sys
import types

import numpy as np
import pytest

from prehensile.errors import InputError, MissingExtraError
from prehensile.files import apart
from prehensile.files.apart import parsed_apart

PARSERS = """
import os, sys, time
import numpy as np
from prehensile.errors import InputError

def parse(path, give):
    what = open(path).read()
    if what == "crash":
        os.abort()
    if what == "hang":
        time.sleep(60)
    if what == "work":
        while True:
            pass
    if what == "refuse":
        raise InputError("it is\\n ugly.")
    if what == "fail":
        raise ZeroDivisionError("by nought")
    if what == "greedy":
        np.ones(2**28)
    if what == "leave":
        os._exit(0)
    print("chatter of a library")
    os.write(1, b"more chatter")
    give("a/b", np.arange(6, dtype=">f4").reshape(2, 3).T)
    give("none", np.zeros((0, 4)))
    give("alone", np.array(7, np.int64))
    return {"text": "ä", "list": [1, None]}
"""


@pytest.fixture
def parse(tmp_path, monkeypatch):
    (tmp_path / "stand_in_parser.py").write_text(PARSERS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")

    def read(what, seconds=60.0):
        path = tmp_path / "file"
        path.write_text(what)
        return parsed_apart("stand_in_parser", path, "numpy", "none", seconds)

    return read


def test_arrays_and_json_come_over_and_chatter_does_not(parse):
    said, arrays = parse("well")
    assert said == {"text": "ä", "list": [1, None]}
    assert arrays["a/b"].tolist() == [[0, 3], [1, 4], [2, 5]]
    assert arrays["a/b"].dtype == np.float32 and not arrays["a/b"].flags.writeable
    assert arrays["none"].shape == (0, 4) and arrays["alone"] == 7


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("crash", r"damaged \(numpy crashed\)"),
        ("refuse", "^it is ugly$"),
        ("fail", r"damaged \(ZeroDivisionError: by nought\)"),
        ("leave", "incomplete"),
    ],
)
def test_however_it_ends_it_is_one_line(parse, what, words):
    with pytest.raises(InputError, match=words):
        parse(what)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of work there")
def test_a_parser_that_works_on_and_on_is_ended(parse, monkeypatch):
    monkeypatch.setattr(apart, "PATIENCE", 1000)
    with pytest.raises(InputError, match="numpy did not end within 1 s"):
        parse("work", seconds=1)


def test_a_parser_that_hangs_is_ended(parse, monkeypatch):
    monkeypatch.setattr(apart, "PATIENCE", 1)
    with pytest.raises(InputError, match=r"did not end within 1 s"):
        parse("hang", seconds=1)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the address space")
def test_a_parser_that_wants_all_memory_gets_none(parse):
    with pytest.raises(InputError, match="damaged"):
        parse("greedy")


def test_modules_in_the_folder_that_we_stand_in_are_not_run(parse, tmp_path, monkeypatch):
    trap = tmp_path / "trap"
    trap.mkdir()
    for name in ("numpy", "json", "stand_in_parser"):
        (trap / f"{name}.py").write_text("raise SystemExit('trapped')")
    monkeypatch.chdir(trap)
    assert parse("well").said["text"] == "ä"


def test_a_missing_library_names_its_extra(tmp_path):
    with pytest.raises(MissingExtraError, match="mocap"):
        parsed_apart("anything", tmp_path, "no_such_package", "mocap")


def test_an_answer_that_lies_is_refused(tmp_path):
    for head in (b'["x", "<f8", [1000000000]]', b'["x", "|O8", [1]]', b'["x", "<f8", [-1]]'):
        path = tmp_path / "answer"
        path.write_bytes(len(head).to_bytes(4, "little") + head + b"12345678")
        with path.open("rb") as file, pytest.raises(InputError, match="damaged"):
            apart._read_answer(file)


def test_the_child_can_be_played_here(tmp_path, monkeypatch, capfd):
    """`serve` without its limits, which would be ours."""
    module = types.ModuleType("played_parser")
    module.parse = lambda path, give: {"path": path}
    monkeypatch.setitem(sys.modules, "played_parser", module)
    monkeypatch.setattr(apart, "limit_memory", lambda path: None)
    import os

    kept = os.dup(1)
    try:
        assert apart.serve("played_parser", "here") == 0
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    assert '{"path": "here"}' in capfd.readouterr().out
