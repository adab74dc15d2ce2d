"""What a command overwrites is said in one line on stderr."""

import pytest

from prehensile.atomic import atomic_path
from prehensile.cli.grammar.replaced import replaced_in_one_line


def _write(folder, *names):
    for name in names:
        with atomic_path(folder / name) as temporary:
            temporary.write_text("new")


def test_nothing_replaced_is_nothing_said(tmp_path, capsys):
    with replaced_in_one_line():
        _write(tmp_path, "a", "a")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("count", "more"), [(1, ""), (4, ""), (6, " and 2 more")])
def test_files_are_named(tmp_path, capsys, count, more):
    names = [f"{k}.npz" for k in range(count)]
    _write(tmp_path, *names)
    with replaced_in_one_line():
        _write(tmp_path, *names, "new.npz")
    listed = ", ".join(str(tmp_path / name) for name in names[:4])
    assert capsys.readouterr() == ("", f"prehensile: replaced {listed}{more}.\n")


def test_it_is_said_before_what_failed_afterwards(tmp_path, capsys):
    _write(tmp_path, "a")
    with pytest.raises(KeyError), replaced_in_one_line():
        _write(tmp_path, "a")
        raise KeyError
    assert capsys.readouterr().err == f"prehensile: replaced {tmp_path / 'a'}.\n"


def test_a_command_says_so(run_cli, tmp_path):
    table = tmp_path / "a.csv"
    table.write_text("index_mcp_flex,index_pip_flex\n" + "30,40\n" * 20)
    words = ("mocap", table, "--rate", "30", "--out", tmp_path / "out")
    assert run_cli(*words).err == ""
    ran = run_cli(*words)
    assert ran.code == 0
    assert ran.err == f"prehensile: replaced {tmp_path / 'out' / 'a.npz'}.\n"
