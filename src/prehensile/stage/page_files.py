"""The built page: its files by their exact addresses, nothing else."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from prehensile.errors import FileError

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".hdr": "application/octet-stream",
    ".glb": "model/gltf-binary",
}


class PageFile(NamedTuple):
    """One file of the page."""

    path: Path
    media_type: str
    data: bytes


def page_file(address: str, folder: Path = FOLDER) -> PageFile | None:
    """The file at an address like ``assets/index-3f2a.js``; None if there is none.

    The address is looked up among the files that are there, so no way leads out of the folder.
    """
    return _files(folder).get(address)


def check_page(folder: Path = FOLDER) -> None:
    """Refuse to start without a page.

    Raises:
        FileError: it was not built.
    """
    if "index.html" not in _files(folder):
        raise FileError(
            "the Stage's page is not built: there is no index.html in "
            f"{folder.name}/. Run `make page` in the repository (a wheel brings it along)."
        )


def _files(folder: Path) -> dict[str, PageFile]:
    try:
        built = (folder / "index.html").stat().st_mtime_ns
    except OSError:
        return {}
    return _read(folder, built)


@lru_cache(maxsize=2)
def _read(folder: Path, built: int) -> dict[str, PageFile]:
    """All files, once for every build: strangers may ask for them as often as they like."""
    del built
    return {
        path.relative_to(folder).as_posix(): PageFile(path, TYPES[path.suffix], path.read_bytes())
        for path in folder.rglob("*")
        if path.suffix in TYPES and path.is_file() and not path.is_symlink()
    }
