"""Reads many spoilt files in one process, with the library in it: hundreds a second.

``python batch.py FOLDER SUFFIX FIRST COUNT SEED`` mutates ``FOLDER/good.SUFFIX`` and prints a line
before each file (its number) and one after it. It may die at any file: who started it sees at
which, and starts it again behind.
"""

import sys
import traceback
from importlib import import_module
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError, PrehensileError
from prehensile.files import apart

MODULES = {".h5": "hdf5", ".c3d": "c3d", ".xdf": "xdf"}


def here(module: str, path: Path, *_: object) -> apart.Parsed:
    """`parsed_apart` without the child: this process is one."""
    arrays: dict[str, np.ndarray] = {}

    def give(name: str, array: np.ndarray) -> None:
        array = np.array(array)
        array.flags.writeable = False
        arrays[name] = array

    try:
        return apart.Parsed(import_module(module).parse(str(path), give), arrays)
    except PrehensileError:
        raise
    except Exception as error:
        raise InputError(f"it is damaged ({error})") from error


def say(line: str) -> None:
    """At once: the next file may be the last."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(folder: Path, suffix: str, first: int, count: int, seed: int) -> None:
    """Read mutations ``first`` to ``count``."""
    from prehensile.capture.recording.formats import load_recording

    sys.path.insert(0, str(Path(__file__).parent))
    from mutations import mutated  # beside this file, which is run as a script

    apart.limit_memory(folder / f"good{suffix}")
    import_module(f"prehensile.files.{MODULES[suffix]}").parsed_apart = here
    good = (folder / f"good{suffix}").read_bytes()
    bad = folder / f"bad{suffix}"
    for k in range(first, count):
        say(str(k))
        bad.write_bytes(mutated(good, np.random.default_rng([seed, k]), text=False))
        try:
            load_recording(bad)
            told = "read"
        except FileError as error:
            told = "refused" if "\n" not in str(error) else f"lines {error!s:.300}"
        except BaseException:
            told = "raised " + " | ".join(traceback.format_exc().splitlines()[-4:])
        say(told.replace("\n", " "))


if __name__ == "__main__":
    where, kind, *numbers = sys.argv[1:]
    main(Path(where), kind, *(int(n) for n in numbers))
