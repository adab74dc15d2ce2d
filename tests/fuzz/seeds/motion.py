"""Clips and other people's motion, a few frames each."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from tests.export.test_webxr_keypoints import stranger
from tests.files.test_lz_string import pack
from tests.motion.leap_frames import leap_recording
from tests.motion.marked_hand import MarkedHand
from tests.motion.marker_tables import vicon

from prehensile.files.gltf_writer import INDICES, VERTICES, Gltf
from prehensile.files.pictures.picture import png_bytes
from prehensile.files.pictures.texture import Texture
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.motion.mocap.adroit import JOINTS, PALM_POSITION, WIDTH

FRAMES = 3
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
CORNERS = np.vstack([np.zeros(3), 0.03 * np.eye(3)]).astype(np.float32)


@cache
def small_clip() -> Clip:
    """A hand that closes beside a tetrahedron which it touches."""
    hand = Hand()
    share = np.linspace(0.2, 0.5, FRAMES)[:, None]
    pose = se3.to_pose7(se3.exp(share * [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    touch = ContactFrame(
        a=np.array([0]), b=np.array([1]), pos=np.zeros((1, 3)), normal=np.array([[0.0, 0, 1]]),
        force=np.array([[0.1, 0, 1.0]]), torsion=np.zeros(1), depth=np.array([1e-4]),
    )  # fmt: skip
    picture = png_bytes(np.full((2, 2, 3), 90, np.uint8))
    painted = Texture(np.full((len(FACES), 3, 2), 0.25, np.float32), picture)
    return Clip(
        time=np.arange(FRAMES) / 120,
        hands=(
            HandTrack(
                name="right",
                model=hand.spec.to_json(),
                joint_names=hand.joint_names,
                q=hand.lower + share * (hand.upper - hand.lower),
                T_world_forearm=pose,
            ),
        ),
        bodies=(BodyTrack("block", CORNERS, FACES, pose, np.array([0.2, 0.5, 0.8]), painted),),
        contacts=ContactTrack.from_frames(
            ("right/index-finger-phalanx-distal", "block"), [touch] * FRAMES
        ),
        finger_force=np.ones((FRAMES, 1, 5)),
        palm_force=np.ones((FRAMES, 1)),
        meta={"command": "grasp block", "seed": 0},
    )


def clip(path: Path) -> None:
    """A clip of ours, by its suffix."""
    small_clip().save(path)


def glb_clip(path: Path) -> None:
    """A clip of ours in the extras of a file that shows a body."""
    inner = path.with_suffix(".npz")
    small_clip().save(inner)
    gltf = Gltf()
    positions = gltf.add_array(CORNERS, VERTICES, bounds=True)
    triangles = gltf.add_array(FACES.reshape(-1).astype(np.uint32), INDICES)
    primitive = {"attributes": {"POSITION": positions}, "indices": triangles}
    shape = gltf.add("meshes", name="block", primitives=[primitive])
    view = gltf.add_view(inner.read_bytes())
    gltf.extras["prehensile"] = {"version": 1, "clip": view, "meta": {}}
    path.write_bytes(gltf.to_glb([gltf.add("nodes", name="block", mesh=shape)]))
    inner.unlink()


def foreign_glb(path: Path) -> None:
    """Moving nodes with WebXR's names, of another program."""
    points = _points("webxr")[..., [0, 2, 1]] * [1, 1, -1]
    stranger(path, points, layout_points("webxr"))


def foreign_bvh(path: Path) -> None:
    """A skeleton with the names that other programs give."""
    lines, numbers = ["HIERARCHY", "ROOT Hips", "{", " OFFSET 0 0 0"], 6
    lines += [" CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"]
    lines += ["JOINT RightHand", "{", "OFFSET 0 10 0", "CHANNELS 3 Zrotation Xrotation Yrotation"]
    for k, digit in enumerate(("Thumb", "Index", "Middle", "Ring", "Pinky")):
        for n, length in enumerate((9.0 if k else 3.0, 4.0, 2.5)):
            across = f"{2 * (2 - k)}" if n == 0 else "0"
            lines += [f"JOINT RightHand{digit}{n + 1}", "{", f"OFFSET {length} 0 {across}"]
            lines += ["CHANNELS 3 Zrotation Xrotation Yrotation"]
        lines += ["End Site", "{", "OFFSET 2 0 0", "}", "}", "}", "}"]
        numbers += 9
    lines += ["}", "}", "MOTION", f"Frames: {FRAMES}", "Frame Time: 0.01"]
    rng = np.random.default_rng(1)
    rows = rng.uniform(-20, 20, (FRAMES, numbers + 3))
    lines += [" ".join(f"{value:.3f}" for value in row) for row in rows]
    path.write_text("\n".join(lines) + "\n")


def wrist_bvh(path: Path) -> None:
    """A wrist that moves, of no hand."""
    text = "HIERARCHY\nROOT RightHand\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
    text += "Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\nMOTION\nFrames: 4\n"
    rows = "".join(f"{k} 2 3 {10 * k} 20 30\n" for k in range(4))
    path.write_text(text + "Frame Time: 0.04\n" + rows)


def markers_c3d(path: Path) -> None:
    """Markers on a hand."""
    import ezc3d

    marked = MarkedHand(frames=FRAMES)
    file = ezc3d.c3d()
    file["parameters"]["POINT"]["RATE"]["value"] = [100.0]
    file["parameters"]["POINT"]["LABELS"]["value"] = list(marked.names)
    file["parameters"]["POINT"]["UNITS"]["value"] = ["mm"]
    points = np.ones((4, len(marked.names), FRAMES))
    points[:3] = 1e3 * marked.points.transpose(2, 1, 0)
    file["data"]["points"] = points
    file.write(str(path))


def markers_tsv(path: Path) -> None:
    """Markers on a hand, as Qualisys writes them."""
    marked = MarkedHand(frames=FRAMES)
    titles = "\t".join(f"{name} {axis}" for name in marked.names for axis in "XYZ")
    rows = "".join(
        f"{k + 1}\t{k / 100:.2f}\t"
        + "\t".join(f"{value:.3f}" for value in 1e3 * row.ravel())
        + "\n"
        for k, row in enumerate(marked.points)
    )
    names = "\t".join(marked.names)
    head = f"NO_OF_FRAMES\t{FRAMES}\nFREQUENCY\t100\nDESCRIPTION\t--\nMARKER_NAMES\t{names}\n"
    path.write_text(f"{head}Frame\tTime\t{titles}\n{rows}")


def table(path: Path) -> None:
    """Columns of numbers."""
    path.write_text("time,a,b\n" + "".join(f"{k / 10},{k},{-k}.5\n" for k in range(5)))


def sparse_table(path: Path) -> None:
    """Columns with blanks."""
    path.write_text("time,a,b\n0,1,2\n1,,3\n2,nan,\n")


def angles_csv(path: Path) -> None:
    """Joint angles by name."""
    names = ",".join(("time", *JOINT_NAMES))
    rows = "".join(
        ",".join(f"{value:.3f}" for value in (k / 60, *np.full(23, 0.05 * k))) + "\n"
        for k in range(FRAMES)
    )
    path.write_text(f"{names}\n{rows}")


def _wrist_poses() -> tuple[np.ndarray, np.ndarray]:
    time = np.arange(8) / 24
    twist = np.linspace(0, 1, 8)[:, None] * [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    return time, se3.to_pose7(se3.exp(twist))


def wrist_csv(path: Path) -> None:
    """Poses of a wrist."""
    time, pose = _wrist_poses()
    rows = np.column_stack([time, pose])
    text = "".join(",".join(f"{value:.6f}" for value in row) + "\n" for row in rows)
    path.write_text("time,x,y,z,qw,qx,qy,qz\n" + text)


def wrist_npz(path: Path) -> None:
    """Poses of a wrist."""
    time, pose = _wrist_poses()
    np.savez(path, time=time, pose=pose)


def foreign_npz(path: Path) -> None:
    """Arrays of every type that is read."""
    np.savez(path, a=np.arange(6.0).reshape(2, 3), b=np.arange(3), words=np.array(["one", "three"]))


def foreign_npy(path: Path) -> None:
    """A lone array."""
    np.save(path, np.arange(6.0).reshape(2, 3))


def angles_npz(path: Path) -> None:
    """Joint angles by name."""
    angles = {name: np.linspace(0.05, 0.2, FRAMES) for name in JOINT_NAMES}
    np.savez(path, time=np.arange(FRAMES) / 60, **angles)


@cache
def _points(layout: str) -> np.ndarray:
    hand = Hand()
    q = np.clip(np.full((FRAMES, hand.dof), 0.3), hand.lower, hand.upper)
    return hand_keypoints(hand, q, np.eye(4), layout)


def keypoints_npy(path: Path) -> None:
    """Twenty-one points of a hand."""
    np.save(path, _points("mediapipe"))


def leap_npz(path: Path) -> None:
    """Joints as the Leap tells them."""
    points = 1e3 * _points("leap").reshape(FRAMES, 5, 4, 3)
    np.savez(path, joints_mm=points, t=np.arange(FRAMES) / 100)


def leap_json(path: Path) -> None:
    """Frames of a Leap as its recorder packs them."""
    path.write_text(json.dumps(leap_recording(_points("leap"), packed=True)))


def leap_lz(path: Path) -> None:
    """The same, packed as text."""
    path.write_bytes(pack(json.dumps(leap_recording(_points("leap")))))


def marker_csv(path: Path) -> None:
    """Markers on a hand, with a head of four lines as Vicon writes it."""
    path.write_text(vicon(MarkedHand(frames=FRAMES)))


def mano_npz(path: Path) -> None:
    """Poses of MANO."""
    poses = np.random.default_rng(2).uniform(-0.2, 0.3, (FRAMES, 48))
    np.savez(path, poses=poses, trans=np.zeros((FRAMES, 3)), mocap_framerate=np.array(30.0))


def adroit_npz(path: Path) -> None:
    """A demonstration of the Adroit hand."""
    rng = np.random.default_rng(3)
    rows = np.zeros((FRAMES, WIDTH))
    rows[:, : len(JOINTS)] = rng.uniform(-0.3, 0.3, (FRAMES, len(JOINTS)))
    rows[:, PALM_POSITION] = rng.uniform(-0.5, 0.5, (FRAMES, 3))
    np.savez(path, obs_00=rows, obs_01=rows[:2], dt=np.array(0.02))


def joint_map(path: Path) -> None:
    """Names of joints."""
    path.write_text('side = "left"\n[joints]\nindex_mcp_flex = "A"\nring_mcp_abd = {B = -1}\n')


def marker_names(path: Path) -> None:
    """Places of markers."""
    path.write_text('[markers]\nm1 = "index_tip"\nm2 = "hand_top"\n"*3" = "thumb_ip"\n')


def percentile_clip(path: Path) -> None:
    """A clip of another hand, whose spec says more."""
    hand = HandSpec.at_percentile(95, "left").build()
    track = small_clip().hands[0]
    other = HandTrack("left", hand.spec.to_json(), hand.joint_names, track.q, track.T_world_forearm)
    whole = small_clip()
    Clip(
        whole.time, (other,), whole.bodies, ContactTrack.from_frames((), [_nothing()] * FRAMES),
        whole.finger_force, whole.palm_force,
    ).save(path)  # fmt: skip


def _nothing() -> ContactFrame:
    none = np.zeros(0)
    return ContactFrame(
        none.astype(int), none.astype(int), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)),
        none, none,
    )  # fmt: skip


SEEDS = {
    "bvh": foreign_bvh,
    "bvh_clip": clip,
    "bvh_motion": foreign_bvh,
    "bvh_wrist": wrist_bvh,
    "c3d": markers_c3d,
    "c3d_motion": markers_c3d,
    "table": table,
    "sparse_table": sparse_table,
    "csv_angles": angles_csv,
    "csv_motion": angles_csv,
    "csv_wrist": wrist_csv,
    "glb_clip": glb_clip,
    "glb_motion": foreign_glb,
    "glb_wrist": foreign_glb,
    "glb": glb_clip,
    "joint_map": joint_map,
    "marker_names": marker_names,
    "clip": clip,
    "clip_frames": percentile_clip,
    "npy": foreign_npy,
    "npz": foreign_npz,
    "angles_npz": angles_npz,
    "keypoints_npy": keypoints_npy,
    "leap_npz": leap_npz,
    "leap_json": leap_json,
    "leap_lz": leap_lz,
    "leap_json_motion": leap_json,
    "leap_lz_motion": leap_lz,
    "marker_csv": marker_csv,
    "marker_csv_motion": marker_csv,
    "mano_npz": mano_npz,
    "adroit_npz": adroit_npz,
    "wrist_npz": wrist_npz,
    "tsv": markers_tsv,
    "tsv_motion": markers_tsv,
}
