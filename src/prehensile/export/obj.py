"""Clips as one OBJ file for each frame: meshes without a skeleton, for any program.

y up, metres. Each hand and body is an object (``o``); colours are in ``materials.mtl`` beside.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.atomic import atomic_folder
from prehensile.errors import FileError
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.y_up import R_YUP_WORLD
from prehensile.skin.dress import Dress
from prehensile.skin.rig.blend import posed_skin

MATERIALS = "materials.mtl"


def save_folder(
    clip: Clip,
    folder: str | Path,
    progress: Callable[[int, int], None] | None = None,
    dress: Dress = SKIN_DRESS,
) -> Path:
    """Write ``frame_000000.obj`` and so on into ``folder``; all of them or none.

    Args:
        clip: what to write.
        folder: made if absent; an older export in it is replaced, anything else refused.
        progress: called with frames done and in all.
        dress: what the hands wear.

    Raises:
        InputError: too many frames, or a hand that lacks joints.
        FileError: the folder cannot be written, or holds other files.
    """
    check_frames(clip.n_frames)
    folder = Path(folder)
    _check_ours(folder)
    with atomic_folder(folder) as temporary:
        _write_frames(clip, temporary, progress, dress)
    return folder


def _check_ours(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise FileError(f"cannot write the folder {folder}: a file has this name.")
    others = [p.name for p in folder.iterdir() if p.suffix != ".obj" and p.name not in (MATERIALS,)]
    if others:
        raise FileError(
            f"cannot replace the folder {folder}: it holds other files, first {others[0]!r}."
        )


def _write_frames(
    clip: Clip, folder: Path, progress: Callable[[int, int], None] | None, dress: Dress
) -> None:
    rigs = [dress.rig(hand_of(track)) for track in clip.hands]
    angles = [angles_of(track) for track in clip.hands]
    names = [track.name for track in (*clip.hands, *clip.bodies)]
    faces = [rig.faces for rig in rigs] + [body.faces for body in clip.bodies]
    colors = [rig.colors[0] if len(rig.colors) else np.ones(3) for rig in rigs]
    colors += [body.color for body in clip.bodies]
    (folder / MATERIALS).write_text(
        "".join(
            f"newmtl {_word(name)}\nKd {' '.join(f'{c:.4f}' for c in color)}\n"
            for name, color in zip(names, colors, strict=True)
        ),
        "utf-8",
    )
    # Faces are the same in every frame; only their text after the vertices is kept.
    texts, first = [], 1
    counts = [len(rig.vertices) for rig in rigs] + [len(b.vertices) for b in clip.bodies]
    for triangles, count in zip(faces, counts, strict=True):
        rows = (triangles.astype(np.int64) + first).tolist()
        texts.append("".join(f"f {a} {b} {c}\n" for a, b, c in rows))
        first += count
    for k in range(clip.n_frames):
        meshes = []
        for track, rig, q in zip(clip.hands, rigs, angles, strict=True):
            T = se3.from_pose7(track.T_world_forearm[k])
            meshes.append(posed_skin(rig, hand_of(track), q[k], T)[0])
        for body in clip.bodies:
            meshes.append(se3.apply(se3.from_pose7(body.pose[k]), body.vertices))
        with (folder / f"frame_{k:06d}.obj").open("w", encoding="utf-8") as file:
            file.write(f"# {clip.time[k]:.9g} s\nmtllib {MATERIALS}\n")
            for name, vertices, text in zip(names, meshes, texts, strict=True):
                rows = (vertices @ R_YUP_WORLD.T).tolist()
                file.write(f"o {_word(name)}\nusemtl {_word(name)}\n")
                file.write("".join(f"v {x:.7f} {y:.7f} {z:.7f}\n" for x, y, z in rows))
                file.write(text)
        if progress is not None:
            progress(k + 1, clip.n_frames)


def _word(name: str) -> str:
    return "_".join(name.split())
