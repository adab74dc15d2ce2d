"""Our warnings are one line: slow kernels where they matter, a cache that cannot be written."""

import subprocess
import sys
import warnings

import pytest

from prehensile.cli.app import COMMANDS
from prehensile.cli.grammar.own_warnings import COSTLY, own_warnings_in_one_line
from prehensile.errors import CacheWarning
from prehensile.fast_path import PlainKernelsWarning


@pytest.mark.parametrize("command", [*COSTLY, "grasp", None])
def test_one_line_where_it_costs_and_none_elsewhere(capsys, command):
    shown = warnings.showwarning
    with own_warnings_in_one_line(command):
        warnings.warn("Numba is not there", PlainKernelsWarning, stacklevel=1)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == ("prehensile: Numba is not there\n" if command in COSTLY else "")
    assert warnings.showwarning is shown, "as it was before"
    assert set(COSTLY) <= set(COMMANDS)


def test_a_cache_that_cannot_be_written_is_said_once(capsys):
    with own_warnings_in_one_line("grasp"):
        for text in ("cannot keep results in /a", "cannot keep results in /a", "another"):
            warnings.warn(text, CacheWarning, stacklevel=1)
    said = capsys.readouterr()
    assert said == ("", "prehensile: cannot keep results in /a\nprehensile: another\n")


def test_other_warnings_are_shown_as_ever():
    program = (
        "import warnings\n"
        "from prehensile.cli.grammar.own_warnings import own_warnings_in_one_line\n"
        "with own_warnings_in_one_line('bench'): warnings.warn('odd', RuntimeWarning)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "RuntimeWarning: odd" in ran.stderr and "prehensile: " not in ran.stderr
