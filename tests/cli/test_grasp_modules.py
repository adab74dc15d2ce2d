"""``prehensile grasp`` loads what it runs, and little else."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import prehensile
from prehensile.appearance.worn import SKIN_DRESS
from prehensile.hand.hand import Hand

MOST = 165
"""modules of ours, packages that only hold a docstring left out"""
MOST_IN_COLOR = 220
"""the same with pictures, in which fingertips blanch"""
GRASP = """
import json, sys
from prehensile.cli.app import main

try:
    main(["grasp", "mug", "--out", sys.argv[1]])
finally:
    ours = [name for name in sys.modules if name.startswith("prehensile.")]
    print("modules", json.dumps({name: sys.modules[name].__file__ for name in ours}))
"""


def test_the_main_job_loads_neither_pictures_nor_recordings():
    count = (
        "import sys, prehensile; prehensile.grasp; "
        "print(*(name for name in sys.modules if name.startswith('prehensile.')))"
    )
    command = [sys.executable, "-c", count]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=_environment())
    modules = ran.stdout.split()
    assert 50 < len(modules) <= MOST
    assert not {name.split(".")[1] for name in modules} & {
        "forks",
        "skin",
        "draw",
        "export",
        "stage",
    }
    assert not any(name.startswith("prehensile.motion.mocap") for name in modules)


@pytest.mark.long
def test_a_mug_is_grasped_and_drawn_with_at_most_220_modules(tmp_path):
    # What a first picture makes and keeps is not asked about here.
    for level in range(3):
        SKIN_DRESS.rig(Hand(), level)
    SKIN_DRESS.material(Hand())
    SKIN_DRESS.lookup(Hand())
    ran = subprocess.run(
        [sys.executable, "-c", GRASP, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env=_environment(),
    )
    *said, last = ran.stdout.strip().splitlines()
    assert any(line.startswith("held: yes") for line in said), ran.stdout
    loaded = json.loads(last.removeprefix("modules "))
    modules = {name for name, file in loaded.items() if Path(file).name != "__init__.py"}
    assert len(modules) <= MOST_IN_COLOR, sorted(modules)
    rooms = {name.split(".")[1] for name in modules}
    assert not rooms & {"forks", "bench", "figures", "stage", "export"}
    assert not any(name.startswith("prehensile.motion.mocap") for name in modules)


def _environment() -> dict[str, str]:
    root = str(Path(prehensile.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, *filter(None, sys.path)])}
