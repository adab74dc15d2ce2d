"""How ``prehensile bench`` shows figures that are not single numbers."""

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
