"""What many tests need and takes long to make: made once for the whole run, by whoever asks first.

Each thing lies in a file of a folder that all workers share, under the words that made it. A lock
beside the file lets one worker make it while the others wait for it.
"""

import fcntl
import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prehensile.motion.clip import Clip


class Store:
    """Things by name, in the files of a folder."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._here: dict[str, Any] = {}

    def grasped(self, what: str, hand: str = "right", **how: Any) -> Clip:
        """The clip of ``grasp(what, hand, **how)``; nobody may change it."""
        from prehensile.control.grasp import grasp

        words = " ".join([what, hand, *(f"{name}={how[name]!r}" for name in sorted(how))])
        return self.clip(f"grasp {words}", lambda: grasp(what, hand, **how))

    def clip(self, name: str, make: Callable[[], Clip]) -> Clip:
        """A clip by its name, from its file."""
        return self._kept(name, make, lambda clip, path: clip.save(path), Clip.load, ".npz")

    def made(self, name: str, make: Callable[[], Any]) -> Any:
        """Anything that can be pickled, by its name; the maker's own comes from its file, too."""

        def write(thing: Any, path: Path) -> None:
            path.write_bytes(pickle.dumps(thing))

        return self._kept(name, make, write, lambda path: pickle.loads(path.read_bytes()), ".pkl")

    def _kept(
        self,
        name: str,
        make: Callable[[], Any],
        write: Callable[[Any, Path], Any],
        read: Callable[[Path], Any],
        suffix: str,
    ) -> Any:
        if name not in self._here:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._folder / (hashlib.sha256(name.encode()).hexdigest()[:20] + suffix)
            with _alone(path.with_suffix(".lock")):
                if not path.exists():  # a failed write leaves only the other name
                    half = path.with_name("half-" + path.name)
                    write(make(), half)
                    half.replace(path)
            self._here[name] = read(path)
        return self._here[name]


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else is in here; a worker that dies lets the others in."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
