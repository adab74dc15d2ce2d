"""Optional dependencies: imported where used, with an error that names the extra."""

import importlib
from types import ModuleType

from prehensile.errors import MissingExtraError

EXTRA_OF_PACKAGE = {
    "pyvista": "draw",
    "matplotlib": "draw",
    "skimage": "draw",
    "PIL": "draw",
    "coacd": "meshes",
    "fast_simplification": "meshes",
    "imageio_ffmpeg": "video",
    "ezc3d": "mocap",
    "starlette": "stage",
    "uvicorn": "stage",
    "websockets": "stage",
    "ngsolve": "tissue",
    "netgen": "tissue",
    "cma": "learn",
    "h5py": "capture",
    "pyxdf": "capture",
    "pylsl": "capture",
}


def optional(module: str) -> ModuleType:
    """Import ``module`` (dotted names allowed), or say which extra to install.

    Raises:
        MissingExtraError: the package is not installed.
    """
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise MissingExtraError(package, EXTRA_OF_PACKAGE[package]) from None
