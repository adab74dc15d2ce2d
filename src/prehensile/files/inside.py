"""Which files a stranger's file may bring along: those in its own folder, and in one more."""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath, PureWindowsPath

from prehensile.errors import InputError

ASSETS = "--assets DIR (in Python, assets=)"
"""How people name the one more folder."""
PACKAGE = "package://"


class Neighbours:
    """What a file may refer to.

    Args:
        path: of the file; its folder counts, symbolic links resolved.
        assets: one more folder, which whoever gave the file has named.
        more: whether people can name one; the refusal then says how.

    Raises:
        InputError: ``assets`` is no folder.
    """

    def __init__(self, path: str | Path, assets: str | Path | None = None, more: bool = True):
        if assets is not None and not Path(assets).is_dir():
            raise InputError(f"assets: {assets} is no folder")
        self.folder, self._more = Path(path).parent.resolve(), more
        self.roots = [self.folder] if assets is None else [self.folder, Path(assets).resolve()]

    def find(self, name: str, below: str = "", stripped: bool = False) -> Path:
        """The file that ``name`` means, resolved.

        ``package://robot/meshes/a.stl`` is looked for as ``robot/meshes/a.stl`` and as
        ``meshes/a.stl``.

        Args:
            name: as the file says it.
            below: the folder, relative to the file, in which such names are said to lie.
            stripped: whether the bare name counts as well, as in URDF.

        Raises:
            InputError: there is none, or it lies elsewhere; nothing elsewhere is touched.
        """
        outside, shown = False, (f"{below}/{name}" if below else name)[:200]
        for place in self._places(name, below, stripped):
            found = _resolved(place)
            if found is None or not any(found.is_relative_to(root) for root in self.roots):
                outside = True
            elif found.is_file():
                return found
            elif found.exists():
                raise InputError(f"it needs {shown!r}, which is a folder, a device or a pipe")
        if outside:
            advice = (
                f"name the folder that holds it with {ASSETS}" if self._more else "put it there"
            )
            raise InputError(f"it refers to {shown!r}, which does not lie in its folder; {advice}")
        advice = f"; if it lies in another folder, name that with {ASSETS}" if self._more else ""
        raise InputError(f"it needs {shown!r}, which is missing{advice}")

    def _places(self, name: str, below: str, stripped: bool) -> Iterable[Path]:
        bare = name.removeprefix("file://")
        names = [bare]
        if bare.startswith(PACKAGE):
            inner = bare.removeprefix(PACKAGE)
            names = [inner, inner.partition("/")[2]]
        if stripped:
            names.append(PureWindowsPath(PurePosixPath(bare).name).name)
        for root in self.roots:
            for one in names:
                if one:
                    yield root / below / one
                    yield root / one


def _resolved(place: Path) -> Path | None:
    try:
        found = place.resolve()
        found.exists()
    except (OSError, ValueError, RuntimeError):  # too long, a zero byte, links in a circle
        return None
    return found
