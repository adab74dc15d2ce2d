"""Every kernel has a plain twin, which stands in where Numba cannot be imported, and says so."""

import importlib
import inspect
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tests.kernel_work import work

import prehensile
from prehensile import fast_path

ROOT = Path(prehensile.__file__).parent
ROOMS = sorted(".".join(f.parent.relative_to(ROOT).parts) for f in ROOT.rglob("_kernels.py"))

LINE = (
    "prehensile: Numba cannot be imported (numba is not for this Python): plain NumPy does its "
    "work, which takes several times as long. See 'prehensile doctor'.\n"
)

BLOCK = """
import sys
from importlib.abc import MetaPathFinder

class Block(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ImportError(f"{name} is not for this Python.", name=name)

sys.meta_path.insert(0, Block())
"""


def without_numba(program: str) -> subprocess.CompletedProcess[str]:
    """Run in a fresh interpreter on which Numba cannot be imported."""
    env = {k: v for k, v in os.environ.items() if k != "PREHENSILE_PLAIN"}
    return subprocess.run(
        [sys.executable, "-c", BLOCK + program],
        cwd=Path(__file__).parents[1],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )


def public(module: ModuleType) -> dict[str, list[str]]:
    """Names of the parameters of a module's own functions."""
    plain = {n: getattr(f, "py_func", f) for n, f in vars(module).items() if n[0] != "_"}
    return {
        name: list(inspect.signature(f).parameters)
        for name, f in plain.items()
        if inspect.isfunction(f) and f.__module__ == module.__name__
    }


@pytest.mark.parametrize("room", ROOMS)
def test_every_kernel_has_a_twin_with_the_same_arguments(room: str) -> None:
    kernels, plain = (
        importlib.import_module(f"prehensile.{room}.{name}") for name in ("_kernels", "_plain")
    )
    assert public(kernels) == public(plain) != {}


def test_there_are_kernels_to_compare() -> None:
    assert {"kinematics.ik", "skin.rig", "forks.reduced", "forks.contact"} <= set(ROOMS)


def test_without_numba_the_numbers_are_the_same() -> None:
    ran = without_numba(
        "import json, sys; from tests.kernel_work import work\n"
        "print(json.dumps(work())); assert 'numba' not in sys.modules"
    )
    plain, compiled = json.loads(ran.stdout), work()
    assert (plain.pop("kernels"), compiled.pop("kernels")) == ("plain", "compiled")
    for name, found in compiled.items():
        atol = 1e-7 if name == "skin" else 1e-9  # the skin is single precision
        np.testing.assert_allclose(plain[name], found, rtol=0, atol=atol, err_msg=name)
    assert ran.stderr.count("PlainKernelsWarning") == 1


@pytest.mark.parametrize("command", ["figures", "grasp"])
def test_without_numba_a_costly_command_says_so_once_in_one_line(command: str) -> None:
    ran = without_numba(
        f"from prehensile.cli import app, {command}\n"
        "from prehensile.fast_path import kernels\n"
        "def twice(): kernels('kinematics.ik'); kernels('skin.rig'); print('done')\n"
        f"{command}.command = twice\n"
        f"assert app.main(['{command}']) == 0"
    )
    assert ran.stdout == "done\n"
    assert ran.stderr == ("" if command == "grasp" else LINE)


def test_who_asks_for_the_plain_twin_is_not_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fast_path.kernels("skin.rig").__name__.endswith("_plain")
    assert fast_path.why_plain() == "PREHENSILE_PLAIN=1"
    assert fast_path.kernels_in_use() == "plain"
    monkeypatch.delenv("PREHENSILE_PLAIN")
    assert fast_path.why_plain() is None
    assert fast_path.kernels_in_use() == "compiled"
