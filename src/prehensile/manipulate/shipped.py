"""`policy_named`: a policy that ships with the package by its name, or one of your own by its file.

What ships lies in ``data``, with the command and the seed that made it in its record.
"""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.manipulate.learn.policy import Policy

SUFFIX = ".npz"


def shipped_names() -> tuple[str, ...]:
    """Of the policies in the package."""
    folder = _folder()
    files = folder.iterdir() if folder.is_dir() else ()
    return tuple(sorted(f.name.removesuffix(SUFFIX) for f in files if f.name.endswith(SUFFIX)))


def policy_named(name: str | Path) -> Policy:
    """A policy of the package, or of a file; a name of the package is not looked for as a file.

    Raises:
        UnknownNameError: neither a file nor a name of the package.
        FileError: the file is missing, damaged, hostile, no policy, or of another version.
    """
    known = shipped_names()
    if str(name) in known:
        with resources.as_file(_folder() / f"{name}{SUFFIX}") as path:
            return Policy.load(path)
    path = Path(name)
    if path.suffix or len(path.parts) > 1 or path.exists():
        return Policy.load(path)
    raise UnknownNameError("policy", str(name), (*known, f"a file such as policy{SUFFIX}"))


def check_task(policy: Policy, task: str) -> None:
    """Refuse a policy of another task.

    Raises:
        InputError: it is of another one.
    """
    if policy.task != task:
        raise InputError(
            f"the policy was learned for the task {policy.task!r}, not {task!r}: "
            f"prehensile learn {task} makes one for that."
        )


def check_hand(policy: Policy, hand: Hand) -> None:
    """Refuse a policy of another hand.

    Raises:
        InputError: it was learned with another one.
    """
    if dict(policy.hand) != hand.spec.to_json():
        raise InputError(
            f"the policy was learned with another hand: prehensile learn {policy.task} --hand "
            "makes one for this."
        )


def _folder() -> Traversable:
    return resources.files("prehensile.manipulate") / "data"
