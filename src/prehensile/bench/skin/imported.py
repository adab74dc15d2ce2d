"""How well our skeleton fits the rigs of others."""

from prehensile.errors import FileError
from prehensile.reference_data import reference_data
from prehensile.skin.imported.rig import imported_hand

RIGS = {
    "godot_cc0": ("Hand_Nails_R.gltf", "Hand_Nails_L.gltf"),
    "webxr_generic": ("right.glb", "left.glb"),
}
"""Folder in the reference data → files of its two hands."""


def import_fit_mm() -> dict[str, float] | None:
    """Rig → [mm] of the worst joint of both its hands; None without the reference data.

    From our joint centre to the file's, both in the file's bind pose: the wrist, the three joints
    of every digit, and its tip.
    """
    try:
        files = {rig: [reference_data("hands", rig, f) for f in fs] for rig, fs in RIGS.items()}
    except FileError:
        return None
    return {
        rig: max(imported_hand(file).report.max_fit_mm for file in both)
        for rig, both in files.items()
    }
