"""Which skins of a glTF file are those of the hand that is wanted."""

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.files.listed import ListedNamesError
from prehensile.hand.spec import Side
from prehensile.skin.imported.rig_names import RigNames
from prehensile.skin.imported.shown_names import all_names

FEW = 6
"""A skin with fewer joints of a hand is not one."""


def hand_skins(file: GltfFile, side: Side | None, names: RigNames) -> tuple[list[int], list[str]]:
    """The skins of a hand, or of a body that has it, which share their bones; and what else there
    is.

    Raises:
        InputError: no skin, none of a hand, or two hands and none said.
        UnknownNameError: ``names`` has bones that the file does not have.
    """
    skins = file.list("skins")
    if not skins:
        raise InputError(
            "it has no skin: bind the mesh to its bones (armature) and export it with skinning"
        )
    by_joints: dict[frozenset[int], list[int]] = {}
    for k, skin in enumerate(skins):
        by_joints.setdefault(frozenset(skin["joints"]), []).append(k)
    hands: list[tuple[list[int], set[Side]]] = []
    seen: list[str] = []
    for joints, group in by_joints.items():
        labels = [str(file.item("nodes", k).get("name", "")) for k in sorted(joints)]
        known = [name for name in names.read(labels) if name.joint is not None]
        seen += labels
        if len({name.joint for name in known}) >= FEW:
            hands.append((group, {name.side for name in known if name.side is not None}))
    names.check(seen)
    if not hands:
        raise ListedNamesError(
            "none of its skins has the joints of a hand: name them as WebXR, OpenXR, Mixamo, "
            "Unreal, VRM, Rigify or Character Creator do, or say which is which in a file of names "
            f"(--names); its bones are {all_names(seen)}"
        )
    fitting = [h for h in hands if side in h[1]] if side and len(hands) > 1 else hands
    sides = sorted(set[str]().union(*(h[1] for h in fitting)))
    if len(fitting) != 1 or (side is None and len(fitting[0][1]) > 1):
        count = "two hands" if len(hands) == 1 else f"{len(hands)} skins with hands"
        raise InputError(
            f"it holds {count} ({' and '.join(sides) or 'of no side'}); "
            "export one hand, or say which with --hand right or --hand left"
        )
    notes = []
    if len(by_joints) > 1:
        notes.append(f"{len(by_joints) - 1} other skins of the file are left out")
    return fitting[0][0], notes
