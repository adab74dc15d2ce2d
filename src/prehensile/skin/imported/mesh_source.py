"""Where a clip's hand mesh came from: enough to find it again, and to know it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from prehensile.skin.imported.rig_names import RigNames

KEY = "hand_meshes"
"""In a clip's ``meta``."""


@dataclass(frozen=True)
class MeshSource:
    """A file that a hand was read from."""

    file: str
    """path as it was given"""
    digest: str
    """of its content, `prehensile.files.gltf.GltfFile.digest`"""
    side: str
    names: dict[str, str] = field(default_factory=dict)
    """WebXR's name → the file's, where its own names did not tell"""

    def to_json(self) -> dict[str, Any]:
        """For a clip's ``meta``."""
        return {"file": self.file, "digest": self.digest, "side": self.side, "names": self.names}

    @classmethod
    def from_json(cls, data: object) -> Self | None:
        """Read :meth:`to_json`'s result; None where a stranger's is none."""
        if not isinstance(data, dict) or not isinstance(data.get("names"), dict):
            return None
        texts = {key: data.get(key) for key in ("file", "digest", "side")}
        if not all(isinstance(text, str) and text and "\0" not in text for text in texts.values()):
            return None
        names = {str(k): str(v) for k, v in data["names"].items()}
        return cls(**{key: str(text) for key, text in texts.items()}, names=names)

    def rig_names(self) -> "RigNames | None":
        """The names as `prehensile.skin.imported.rig.imported_hand` takes them."""
        from prehensile.skin.imported.rig_names import rig_names_from  # here: seldom needed

        return rig_names_from({"joints": self.names}, "the clip") if self.names else None

    def places(self, beside: Path) -> tuple[Path, ...]:
        """Where to look: as it was given, then beside the file that refers to it."""
        return tuple(dict.fromkeys((Path(self.file), beside / Path(self.file).name)))
