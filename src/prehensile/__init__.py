"""Physics-based hand animation: simulated human hands that grasp, hold, turn and yield.

    import prehensile
    clip = prehensile.grasp("mug")
    clip.save("mug.npz")

The names below load on first use, so that importing the package costs almost nothing.
"""

import importlib
from typing import TYPE_CHECKING

from prehensile._version import __version__ as __version__
from prehensile.errors import PrehensileError as PrehensileError

if TYPE_CHECKING:
    from prehensile.control.controller import Controller as Controller
    from prehensile.control.grasp import grasp as grasp
    from prehensile.hand.hand import Hand as Hand
    from prehensile.hand.loaded.load import load_hand as load_hand
    from prehensile.hand.pose import Pose as Pose
    from prehensile.hand.spec import HandSpec as HandSpec
    from prehensile.motion.clip import Clip as Clip
    from prehensile.quality.measure.grasp_quality import grasp_quality as grasp_quality
    from prehensile.synergy.posture import posture_basis as posture_basis
    from prehensile.world.batch.world_batch import WorldBatch as WorldBatch
    from prehensile.world.command import Command as Command
    from prehensile.world.objects.object import Object as Object
    from prehensile.world.world import World as World

_MODULE_OF = {
    "Hand": "prehensile.hand.hand",
    "HandSpec": "prehensile.hand.spec",
    "load_hand": "prehensile.hand.loaded.load",
    "Pose": "prehensile.hand.pose",
    "World": "prehensile.world.world",
    "WorldBatch": "prehensile.world.batch.world_batch",
    "Object": "prehensile.world.objects.object",
    "Controller": "prehensile.control.controller",
    "Command": "prehensile.world.command",
    "Clip": "prehensile.motion.clip",
    "grasp": "prehensile.control.grasp",
    "grasp_quality": "prehensile.quality.measure.grasp_quality",
    "posture_basis": "prehensile.synergy.posture",
}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'prehensile' has no attribute {name!r}")
    value = getattr(importlib.import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_MODULE_OF, "PrehensileError", "__version__"})
