"""Draw every picture of README and docs anew, into docs/images.

python tools/docs_images.py [NAME …]     all of them if none is named; --list names them

Some need more than the package: reference data, a browser, or an interpreter with Blender's ``bpy``
(its path in the environment variable BPY). What cannot be made here is left as it is, in one line.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from browser_images import (
    draw_dial,
    draw_live_capture,
    draw_report,
    draw_resynth,
    draw_soft,
    draw_stage,
    draw_threejs,
)
from hand_mesh_image import draw_hand_meshes

import prehensile
from prehensile.appearance.worn import SKIN_DRESS
from prehensile.capture.lab.session import lab_session
from prehensile.cli.app import main as run_command
from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.told.report import write_report
from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.clip_frame import clip_camera
from prehensile.draw.clip_tiles import draw_last_frames
from prehensile.draw.contact_sheet import draw_contact_sheet
from prehensile.draw.film_strips import draw_film_strips
from prehensile.draw.forces import draw_forces
from prehensile.draw.picture import draw_frame
from prehensile.draw.posed_hand import add_posed_hand
from prehensile.draw.quality_plot import draw_quality
from prehensile.draw.recording_plot import draw_recording
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import PrehensileError
from prehensile.figures._appearance_hand import draw_growing_grip
from prehensile.figures._control_plots import draw_heavier
from prehensile.figures._eigenskin_pictures import draw_approximations, draw_beside_blend
from prehensile.figures._quality_holds import draw_kinds
from prehensile.figures._quality_plots import draw_hull_and_ellipsoid
from prehensile.figures._quality_synergies import draw_squeezes
from prehensile.figures.manipulate.sequence_strips import drawn_strips, played
from prehensile.figures.synthesis.another_object import draw_another_object
from prehensile.figures.synthesis.grip_reflex import draw_reflex
from prehensile.figures.synthesis.heavy_box import draw_heavy_boxes
from prehensile.figures.synthesis.warp_strips import draw_warp_strips
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.shipped import policy_named
from prehensile.manipulate.turning import turn
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import tip_transforms
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.quality.judge.grasp_track import grasp_track
from prehensile.reference_data import reference_data
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.file import shipped_eigenskin
from prehensile.skin.paint.tones import TONES

IMAGES = Path(__file__).parents[1] / "docs" / "images"
VIEWS = {"palm": "flat", "back": "flat", "three-quarter": "tripod", "thumb": "tip_pinch"}
"""View of our skin → the pose it shows."""
BLENDER_SCRIPT = Path(__file__).parent / "blender_image.py"
TURN_SEED, TURN_EYE, SECOND_HELD = 3, (0.55, -0.75, 0.65), 0.4
"""Start of the learned hand, from where it is looked at, and [s] at its end with nothing new"""
GRIP, TOUCH = 40.0, 0.3
"""[N] of the grip in Blender, and what counts as touched."""

STYLED = ("pen", "ball:d=24mm", "phone", "bulb", "apple", "banana")
"""Things that are taken in different styles"""


def main() -> None:
    """Draw what is asked for, or everything."""
    if "--list" in sys.argv:
        print("\n".join(PICTURES))
        return
    left = []
    for name in sys.argv[1:] or PICTURES:
        try:
            PICTURES[name](IMAGES / f"{name}.png")
            print(name, flush=True)
        except PrehensileError as error:
            print(f"{name} is left as it is: {error}", flush=True)
            left.append(name)
    sys.exit(1 if left else 0)  # an old picture must not pass for a new one


@cache
def mug() -> Clip:
    """The clip of ``make demo``."""
    return prehensile.grasp("mug")


def draw_styles_on_things(path: Path) -> None:
    """Things that are taken in different styles, each as the command takes it."""
    clips = [prehensile.grasp(thing, put=False) for thing in STYLED]
    named = {f"{clip.meta['object']}: {clip.meta['style']}": clip for clip in clips}
    draw_last_frames(named, path, columns=3, tile=(420, 340))


def draw_lab_recording(path: Path) -> None:
    """What ``prehensile capture view`` draws of a session in the virtual lab."""
    draw_recording(lab_session("explore", 3, contacts=6).recording, path)


def draw_softness(path: Path) -> None:
    """The report of ``prehensile estimate`` on a session in the virtual lab."""
    estimate = estimate_compliance(session_of(lab_session("explore", 0, contacts=24).recording))
    with tempfile.TemporaryDirectory() as folder:
        draw_report(write_report(estimate, Path(folder) / "report.html"), path)


def draw_mug_quality(path: Path) -> None:
    """What ``prehensile quality`` draws of it."""
    at = mug().last_frame_of("hold")
    draw_quality(mug(), grasp_track(mug(), "mug", at=at), at, path)


def draw_learned_dial(path: Path) -> None:
    """The policy that ships turns the dial by a quarter, one cycle after another."""
    clip = turn(lookup_of(policy_named("dial")), [[0.0, 0.0, np.pi / 2]], seed=TURN_SEED).clip
    times = np.linspace(0.0, clip.duration - SECOND_HELD, 5)
    draw_film_strips({"dial": clip}, times.tolist(), path, (240, 230), np.array(TURN_EYE))


def draw_learned_ball(path: Path) -> None:
    """The policy that ships turns the ball, with marks."""
    drawn_strips(path, {"ball": played(policy_named("ball"))})


def draw_skin_views(path: Path) -> None:
    """Our skin from four sides."""
    views = [(view, tile(view, pose, SKIN_DRESS)) for view, pose in VIEWS.items()]
    save_tiles(views, path, len(views))


def draw_skin_bare(path: Path) -> None:
    """What collides, beside the skin."""
    dresses = {"skin": SKIN_DRESS, "--bare": Dress(bare=True)}
    pair = [(name, tile("three-quarter", "medium_wrap", dress)) for name, dress in dresses.items()]
    save_tiles(pair, path, len(pair))


def draw_skin_tones(path: Path) -> None:
    """Our skin in all tones."""
    tones = [(name, tile("thumb", "neutral", Dress(tone=name), (220, 260))) for name in TONES]
    save_tiles(tones, path, len(tones) // 2)


def draw_displacements(path: Path) -> None:
    """How few displacements it takes."""
    fitted = shipped_eigenskin()
    assert fitted is not None
    draw_approximations(fitted, path)


def draw_shadow_hand(path: Path) -> None:
    """Another hand, four frames."""
    model = reference_data("hands", "shadow_hand", "right_hand.xml")
    clip = prehensile.grasp("cylinder", prehensile.load_hand(model))
    draw_contact_sheet(clip, path, frames=4, tile=(300, 270))


def draw_both_meshes(path: Path) -> None:
    """Two hands of others."""
    godot = reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf")
    draw_hand_meshes([godot, reference_data("hands", "webxr_generic", "right.glb")], path)


def draw_in_blender(path: Path) -> None:
    """The file of ``make demo``, opened and rendered in Blender."""
    view = clip_camera(mug(), [mug().last_frame_of("hold")], (640, 440))
    away = view.position - view.target
    with mug_glb() as glb:
        in_blender(glb, path, *(0.4 / np.linalg.norm(away) * away))


def draw_blush_in_blender(path: Path) -> None:
    """A hard grip as it begins and as it holds, its nails rendered in Blender."""
    clip = prehensile.grasp("mug", grip=GRIP)
    track, force = clip.hands[0], clip.finger_force[:, 0].sum(axis=1)
    frames = {"it touches": int(np.argmax(force > TOUCH)), "it holds": clip.last_frame_of("hold")}
    with tempfile.TemporaryDirectory() as folder:
        words, pictures = [], []
        for k in frames.values():
            tips = tip_transforms(hand_of(track), angles_of(track)[k], track.T_world_forearm[k])
            along, out, at = (tips[1:4, :3, column].mean(axis=0) for column in (0, 2, 3))
            pictures.append(Path(folder) / f"{k}.png")
            words += [pictures[-1], *(0.16 * (0.9 * out + 0.45 * along)), k, *(at - 0.004 * out)]
        held = clip.at_times(clip.time[: clip.last_frame_of("hold") + 1])
        in_blender(held.save(Path(folder) / "grip.glb"), *words)
        from PIL import Image

        drawn = [np.asarray(Image.open(picture).convert("RGB")) for picture in pictures]
    names = [f"{name}: {force[k]:.0f} N" for name, k in frames.items()]
    save_tiles(list(zip(names, drawn, strict=True)), path, 2)


def in_blender(glb: Path, *arguments: object) -> None:
    """Run the script of Blender's pictures.

    Raises:
        PrehensileError: there is no interpreter with ``bpy``.
    """
    python = os.environ.get("BPY") or (sys.executable if find_spec("bpy") else None)
    if python is None:
        raise PrehensileError(
            "it needs an interpreter with bpy: BPY=venv/bin/python (pip install bpy)"
        )
    words = [f"{a:.4f}" if isinstance(a, float) else str(a) for a in arguments]
    subprocess.run([python, str(BLENDER_SCRIPT), str(glb), *words], check=True)


@contextmanager
def mug_glb() -> Iterator[Path]:
    """The demo's clip up to the end of its hold as a GLB, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        held = mug().at_times(mug().time[: mug().last_frame_of("hold") + 1])
        yield held.save(Path(folder) / "grasp.glb")


def draw_page_of_docs(path: Path) -> None:
    """The page that "Use it in three.js" tells to write."""
    with mug_glb() as glb:
        # At its very end an animation begins anew.
        draw_threejs(glb, float(mug().time[mug().last_frame_of("hold") - 1]), path)


def by_command(*words: str, made: str, width: int | None = None) -> Callable[[Path], None]:
    """A picture that a command draws, made smaller if asked."""

    def draw(path: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            if run_command([*words, "--out", folder]) != 0:
                raise PrehensileError(f"prehensile {' '.join(words)} failed.")
            shutil.copyfile(Path(folder) / made, path)
        if width is not None:
            from PIL import Image

            picture = Image.open(path).convert("RGB")
            picture.resize((width, width * picture.height // picture.width)).save(path)

    return draw


def tile(view: str, pose: str, dress: Dress, size: tuple[int, int] = (330, 380)) -> np.ndarray:
    """One hand (height, width, 3) uint8, fingers up."""
    hand = Hand()
    with Scene(size) as scene:
        points = add_posed_hand(scene, hand, corpus()[pose].q, None, dress, level=2)
        camera = fit_camera(points, hand_view(hand, view), np.array([1.0, 0, 0]), size)
        return scene.picture(camera)


PICTURES: dict[str, Callable[[Path], object]] = {
    "hero": lambda path: draw_frame(mug(), mug().last_frame_of("hold"), path, (900, 620)),
    "grasp": lambda path: draw_contact_sheet(mug(), path, tile=(300, 250)),
    "forces": lambda path: draw_forces(mug(), path, size=(900, 360)),
    "styles": draw_styles_on_things,
    "export_blender": draw_in_blender,
    "export_blender_blush": draw_blush_in_blender,
    "use_in_threejs": draw_page_of_docs,
    "stage": draw_stage,
    "live-capture": draw_live_capture,
    "soft": draw_soft,
    "resynth": draw_resynth,
    "dial": draw_dial,
    "learned-dial": draw_learned_dial,
    "learned-ball": draw_learned_ball,
    "recording": draw_lab_recording,
    "how-soft": draw_softness,
    "skin-views": draw_skin_views,
    "skin-bare": draw_skin_bare,
    "skin-tones": draw_skin_tones,
    "eigenskin": draw_beside_blend,
    "eigenskin-displacements": draw_displacements,
    "blush": lambda path: draw_growing_grip(path, grips=(2.0, 6.0, 16.0, 40.0)),
    "hand_poses": by_command("hand", "--sheet", made="hand_poses.png"),
    "alphabet": by_command("spell", "--alphabet", made="spell.png"),
    "catalogue": by_command("grasp", "--all", made="grasp_all.png"),
    "forks": by_command("figures", "forks", made="figures/forks_figure_4_4.png"),
    "forks-hand": by_command("forks", "hand", made="hand.png", width=640),
    "synergies": by_command("synergies", made="synergies.png"),
    "force-synergies": draw_squeezes,
    "holds": draw_kinds,
    "heavier": draw_heavier,
    "another-object": draw_another_object,
    "warp": draw_warp_strips,
    "heavy-box": draw_heavy_boxes,
    "grip-reflex": draw_reflex,
    "quality": draw_mug_quality,
    "quality-hull": draw_hull_and_ellipsoid,
    "shadow_hand": draw_shadow_hand,
    "hand-mesh": draw_both_meshes,
}
"""Name of the picture → what draws it."""

if __name__ == "__main__":
    main()
