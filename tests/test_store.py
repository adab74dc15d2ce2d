"""What is stored is made once, for all workers, and comes back as it was."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.store import Store

PROGRAM = """
import sys, time
from pathlib import Path
from tests.store import Store
folder = Path(sys.argv[1])
def make():
    (folder / f"made by {sys.argv[2]}").touch()
    time.sleep(0.3)
    return 7
assert Store(folder / "store").made("seven", make) == 7
"""


def test_workers_that_ask_together_make_it_once(tmp_path: Path) -> None:
    root = Path(__file__).parents[1]
    words = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    workers = [subprocess.Popen([*words, str(k)], cwd=root) for k in range(2)]
    assert [worker.wait(timeout=120) for worker in workers] == [0, 0]
    assert len(list(tmp_path.glob("made by *"))) == 1


def test_a_clip_comes_back_bit_for_bit(tmp_path: Path, hand_clip) -> None:
    assert Store(tmp_path).clip("waving", lambda: hand_clip).allclose(hand_clip, atol=0.0)
    again = Store(tmp_path).clip("waving", lambda: pytest.fail("it was made before"))
    assert again.allclose(hand_clip, atol=0.0)


def test_what_fails_leaves_nothing_and_can_be_tried_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(ZeroDivisionError):
        store.made("number", lambda: 1 / 0)
    np.testing.assert_array_equal(store.made("number", lambda: np.arange(3)), [0, 1, 2])


def test_names_tell_things_apart(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert [store.made(name, lambda name=name: name) for name in ("a/b", "a b")] == ["a/b", "a b"]
