"""How ``prehensile bench`` shows figures that are not single numbers."""

import json
import sys

import pytest


@pytest.fixture
def area(tmp_path, monkeypatch):
    """An area of its own, called nested."""
    import prehensile.bench

    (tmp_path / "nested.py").write_text(
        "REFERENCE = {'things': 'per thing'}\n"
        "def run(progress):\n"
        "    return {'things': {'helix': {'links': 50, 'ok': True}, 'arm': {'links': 20}},\n"
        "            'rows': [1, 2, 3], 'plain': {'a': 1.0}}\n"
    )
    monkeypatch.setattr(prehensile.bench, "__path__", [*prehensile.bench.__path__, str(tmp_path)])
    yield "nested"
    sys.modules.pop("prehensile.bench.nested", None)


def test_figures_by_name_get_a_table_of_their_own(run_cli, area):
    ran = run_cli("bench", area)
    assert ran.code == 0
    assert "2 rows, below" in ran.out and "per thing" in ran.out
    assert "3 rows, in --json" in ran.out and "1 rows, in --json" in ran.out
    below = ran.out.split("things")[-1]
    header, links, ok = (
        next(line for line in below.splitlines() if word in line)
        for word in ("helix", "links", "ok")
    )
    assert header.index("helix") < header.index("arm")
    assert links.index("50") < links.index("20")
    assert ok.index("yes") < ok.index("no figure")
    assert "{" not in ran.out


@pytest.fixture
def lacking_area(tmp_path, monkeypatch):
    """One that measures a figure, and needs what is not there for the other two."""
    import prehensile.bench
    from prehensile.bench._needs import NEEDS, Need

    (tmp_path / "needy.py").write_text(
        "from prehensile.errors import MissingExtraError\n"
        "from prehensile.reference_data import reference_data\n"
        "REFERENCE = {'a': '', 'b': '', 'c': ''}\n"
        "def run(progress):\n"
        "    if WAY == 'some': return {'a': 1, 'b': None}\n"
        "    if WAY == 'extra': raise MissingExtraError('ngsolve', 'tissue')\n"
        "    reference_data('none')\n"
        "WAY = 'some'\n"
    )
    monkeypatch.setattr(prehensile.bench, "__path__", [*prehensile.bench.__path__, str(tmp_path)])
    monkeypatch.setitem(NEEDS, "needy", (Need("mink", "pip install mink", lambda: False),))
    yield "needy"
    sys.modules.pop("prehensile.bench.needy", None)


@pytest.mark.parametrize(
    ("way", "told"), [("some", [1, None, None]), ("extra", [None] * 3), ("data", [None] * 3)]
)
def test_what_is_lacking_is_null_and_said_in_one_line(
    run_cli, lacking_area, way, told, monkeypatch, tmp_path
):
    import importlib

    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path / "none"))
    importlib.import_module("prehensile.bench.needy").WAY = way  # type: ignore[attr-defined]
    ran = run_cli("bench", lacking_area, "--json")
    assert ran.code == 0
    assert json.loads(ran.out) == dict(zip("abc", told, strict=True))
    lines = [line for line in ran.err.splitlines() if line.startswith("prehensile:")]
    assert len(lines) == 1 and "mink (pip install mink)" in lines[0]


def test_every_need_says_how_to_get_it():
    from prehensile.bench._needs import NEEDS
    from prehensile.cli.grammar.options import areas_of

    assert set(NEEDS) <= set(areas_of("bench"))
    for needs in NEEDS.values():
        assert all(need.name and need.how and need.is_there() in (True, False) for need in needs)
