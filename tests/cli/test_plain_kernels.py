"""Slow kernels are said once, in one line, by commands that get slow by them."""

import subprocess
import sys
import warnings

import pytest

from prehensile.cli.app import COMMANDS
from prehensile.cli.plain_kernels import COSTLY, plain_kernels_in_one_line
from prehensile.fast_path import PlainKernelsWarning


@pytest.mark.parametrize("command", [*COSTLY, "grasp", None])
def test_one_line_where_it_costs_and_none_elsewhere(capsys, command):
    shown = warnings.showwarning
    with plain_kernels_in_one_line(command):
        warnings.warn("Numba is not there", PlainKernelsWarning, stacklevel=1)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == ("prehensile: Numba is not there\n" if command in COSTLY else "")
    assert warnings.showwarning is shown, "as it was before"
    assert set(COSTLY) <= set(COMMANDS)


def test_other_warnings_are_shown_as_ever():
    program = (
        "import warnings; from prehensile.cli.plain_kernels import plain_kernels_in_one_line\n"
        "with plain_kernels_in_one_line('bench'): warnings.warn('odd', RuntimeWarning)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "RuntimeWarning: odd" in ran.stderr and "prehensile: " not in ran.stderr
