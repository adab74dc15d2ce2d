"""Clips as GLB: skinned hands, things and their motion, for Blender, Unity, three.js.

y up, metres, seconds. Every hand is a node with its forearm's track; below it the 25 WebXR joints
(−z along the bone, +y out of the back) that carry its skin; a hand that wears somebody else's mesh
has that one's joints instead, with their names, nesting and axes, so that the tracks of rotations
play on the rig that the mesh came from. What its joints' rotations add to the skin are morph
targets with a track of weights. Colour that comes and goes on its fingertips are
thin shells over them (see `prehensile.export.glb_shells`). Every body is a node with its own mesh
and track. Forces and the clip itself lie in ``extras.prehensile``:

    {version, time,
     hands: [{name, side, is_skin, joint_names, q, forearm, finger_force, palm_force, shape_error,
              blush: {blood, pigment, space, levels, level_blood, color_error}}],
     bodies: [names], contacts: {names, offsets, a, b, pos, normal, force, torsion, depth},
     clip, meta}

Numbers named there are accessors (rows of all frames after one another), null where there are none.
Contacts have y up like the scene; ``q`` and ``forearm`` are the clip's own. ``shape_error`` [m] is
how far the targets that were left out move the skin at most. ``blush`` is there where fingertips
colour: ``blood`` are four coefficients of five fingers at every frame, ``levels`` which picture a
finger shows (0 is the skin itself), ``level_blood`` the coefficients that the pictures show,
``color_error`` [of 255] how far they are off at most. ``clip`` is a buffer view that holds
the whole clip as NPZ, from which it is read back bit for bit.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.atomic import atomic_path, scratch_folder
from prehensile.errors import InputError
from prehensile.export.glb_morphs import BakedSkin, add_targets, baked_skin, key_frames
from prehensile.export.glb_shells import add_shells
from prehensile.export.glb_skin import add_material, add_skin, add_skin_material, linear, unit
from prehensile.export.read_glb import load as load
from prehensile.export.tip_levels import TipLevels, tip_pictures
from prehensile.files.gltf_writer import INDICES, VERTICES, Gltf
from prehensile.hand.hand import Hand
from prehensile.hand.webxr_joints import R_BONE_WEBXR
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.mesh.creases import split_at_creases
from prehensile.mesh.normals import smooth_normals
from prehensile.mesh.split_at_uv import split_at_uv
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.clip_files import npz
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.y_up import R_YUP_WORLD, y_up
from prehensile.skin.dress import Dress
from prehensile.skin.rig.rig import Rig
from prehensile.skin.tip_color import TipColor

VERSION = 1
"""of what we write into a file's ``extras``"""
STILL = 1e-7
"""A joint whose quaternion never changes by more has no track."""
SHIFTED = 2e-3
"""[m] A joint that never leaves its place on the one above by more has no track of places: those of
other people's rigs are off ours by less, and keep their bones' lengths."""


def save(clip: Clip, path: str | Path, dress: Dress = SKIN_DRESS) -> None:
    """Write a clip as GLB, whole file or nothing.

    Args:
        clip: what to write.
        path: of the file.
        dress: what the hands wear.

    Raises:
        InputError: too many frames, a hand that lacks joints, or times that float32 cannot hold.
        FileError: the file cannot be written.
    """
    data = glb_bytes(clip, dress)
    with atomic_path(path) as temporary:
        temporary.write_bytes(data)


def glb_bytes(clip: Clip, dress: Dress = SKIN_DRESS, shells: bool = True) -> bytes:
    """The file that :func:`save` writes; without ``shells`` for programs with our own shader."""
    check_frames(clip.n_frames)
    blood = dress.blood(clip)
    gltf = Gltf()
    times = gltf.add_array(_times(clip), bounds=True)
    scene, channels, samplers = [], [], []

    def animate(node: int, path: str, values: np.ndarray) -> None:
        """Give ``node`` a track (T, 3) or (T, 4); its first row is also where it rests."""
        gltf.item("nodes", node)[path] = values[0].tolist()
        samplers.append({"input": times, "output": gltf.add_array(values)})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})

    def animate_shape(node: int, skin: BakedSkin) -> None:
        keys = key_frames(clip.time, skin)
        all_frames = len(keys) == clip.n_frames
        key_times = times if all_frames else gltf.add_array(_times(clip)[keys], bounds=True)
        weights = gltf.add_array(skin.weights[keys].reshape(-1))
        samplers.append({"input": key_times, "output": weights})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": "weights"}})

    def animate_pose(node: int, T: np.ndarray) -> None:
        animate(node, "translation", T[:, :3, 3].astype(np.float32))
        animate(node, "rotation", _quaternions(T[:, :3, :3]))

    hands = []
    for track in clip.hands:
        hand = hand_of(track)
        rig, q = dress.rig(hand), angles_of(track)
        forearm = y_up(se3.from_pose7(track.T_world_forearm), R_BONE_WEBXR)
        node = gltf.add("nodes", name=track.name)
        animate_pose(node, forearm)
        joints = []
        for name, parent, T in _local_joints(rig, hand, q):
            joint = gltf.add("nodes", name=name, translation=T[0, :3, 3].tolist())
            joints.append(joint)
            _adopt(gltf, node if parent < 0 else joints[parent], joint)
            if np.ptp(T[:, :3, 3], axis=0).max() > SHIFTED:
                animate(joint, "translation", T[:, :3, 3].astype(np.float32))
            turns = _quaternions(T[:, :3, :3])
            if np.abs(turns - turns[0]).max() > STILL:
                animate(joint, "rotation", turns)
            else:
                gltf.item("nodes", joint)["rotation"] = turns[0].tolist()
        material = add_skin_material(gltf, track.name, dress.material(hand))
        baked = baked_skin(rig, q)
        if rig.named is not None:
            baked = replace(baked, rig=rig.named.worn(baked.rig))
            joints = [joints[row] for row in rig.named.joints]
        root = joints[0] if rig.named is None else node
        skin = add_skin(gltf, track.name, baked.rig, joints, material, root)
        scene += [node, skin]
        if baked.targets:
            add_targets(gltf, gltf.item("nodes", skin)["mesh"], baked)
            animate_shape(skin, baked)
        hands.append(_hand_extras(gltf, clip, track, hand) | {"is_skin": rig.is_skin})
        if blood is not None and dress.blush is not None and dress.lookup(hand) is not None:
            own = blood[:, len(hands) - 1]
            hands[-1]["blush"] = _blush_extras(gltf, dress.blush, own)
            tips = tip_pictures(dress, hand, own) if shells else None
            if tips is not None and tips.levels.count:
                lifted, shape = add_shells(gltf, skin, baked, tips)
                animate_shape(lifted, shape)
                scene.append(lifted)
                hands[-1]["blush"] |= _level_extras(gltf, tips.levels)
        if rig.corrections is not None:
            hands[-1]["shape_error"] = baked.error
    for body in clip.bodies:
        node = gltf.add("nodes", name=body.name, mesh=_add_body_mesh(gltf, body))
        animate_pose(node, y_up(se3.from_pose7(body.pose)))
        scene.append(node)
    if channels:
        gltf.add("animations", name="clip", channels=channels, samplers=samplers)
    gltf.extras["prehensile"] = {
        "version": VERSION,
        "time": times,
        "hands": hands,
        "bodies": [body.name for body in clip.bodies],
        "contacts": _contact_extras(gltf, clip),
        "clip": gltf.add_view(_npz_bytes(clip)),
        "meta": clip.meta,
    }
    return gltf.to_glb(scene)


def _times(clip: Clip) -> np.ndarray:
    """The clip's times (T,) as float32; glTF knows none before zero."""
    times = (clip.time - min(0.0, clip.time[0])).astype(np.float32)
    if (np.diff(times) <= 0).any():
        k = int(np.argmax(np.diff(times) <= 0))
        raise InputError(
            f"frames {k} and {k + 1} at {clip.time[k]:.9g} s are too close for the 32-bit times of "
            "GLB: let the clip's time start at 0, or resample it."
        )
    return times


def _quaternions(R: np.ndarray) -> np.ndarray:
    """Quaternions xyzw (T, 4) float32, each on the side of the sphere of the one before it."""
    q = so3.to_quat(R)
    flips = np.sum(q[1:] * q[:-1], axis=1) < 0
    q[1:] *= np.where(np.cumsum(flips) % 2, -1.0, 1.0)[:, None]
    return q[:, [1, 2, 3, 0]].astype(np.float32)


def _local_joints(rig: Rig, hand: Hand, q: np.ndarray) -> list[tuple[str, int, np.ndarray]]:
    """Name, parent, ``T_parent_joint`` (T, 4, 4) of every joint, in WebXR's or its maker's axes."""
    poses = segment_transforms(hand, q)
    tree = rig.tree if rig.named is None else rig.named.tree
    K = np.eye(4)
    K[:3, :3] = R_BONE_WEBXR
    frames = []
    result = []
    for name, parent, segment, T in zip(
        tree.names, tree.parents, tree.segments, tree.T_segment_joint, strict=True
    ):
        frames.append(poses[segment] @ T @ K)
        above = K if parent < 0 else frames[parent]
        result.append((name, parent, se3.inverse(above) @ frames[-1]))
    return result


def _adopt(gltf: Gltf, parent: int, child: int) -> None:
    gltf.item("nodes", parent).setdefault("children", []).append(child)


def _add_body_mesh(gltf: Gltf, body: BodyTrack) -> int | None:
    vertices, faces = split_at_creases(body.vertices, body.faces)
    if not len(faces):
        return None
    normals = unit(smooth_normals(vertices, faces))
    texture, attributes = body.texture, {}
    color = linear(body.color)
    if texture is not None:
        split = split_at_uv(faces, texture.corner_uv)
        vertices, normals, faces = vertices[split.source], normals[split.source], split.faces
        attributes["TEXCOORD_0"] = gltf.add_array(split.uv, VERTICES)
        color = np.ones(3)
    material = add_material(gltf, body.name, color)
    if texture is not None:
        surface = gltf.item("materials", material)["pbrMetallicRoughness"]
        surface["baseColorTexture"] = {"index": gltf.add_picture(texture.picture)}
    attributes["POSITION"] = gltf.add_array(vertices, VERTICES, bounds=True)
    attributes["NORMAL"] = gltf.add_array(normals, VERTICES)
    primitive = {
        "attributes": attributes,
        "indices": gltf.add_array(faces.reshape(-1), INDICES),
        "material": material,
    }
    return gltf.add("meshes", name=body.name, primitives=[primitive])


def _hand_extras(gltf: Gltf, clip: Clip, track: HandTrack, hand: Hand) -> dict[str, Any]:
    k = clip.hands.index(track)
    return {
        "name": track.name,
        "side": hand.side,
        "joint_names": track.joint_names,
        "q": gltf.add_array(track.q.reshape(-1)),
        "forearm": gltf.add_array(track.T_world_forearm.reshape(-1)),
        "finger_force": gltf.add_array(clip.finger_force[:, k].reshape(-1)),
        "palm_force": gltf.add_array(clip.palm_force[:, k]),
    }


def _blush_extras(gltf: Gltf, color: TipColor, blood: np.ndarray) -> dict[str, Any]:
    return {
        "blood": gltf.add_array(blood.reshape(-1)),
        "pigment": [float(p) for p in color.pigment],
        "space": color.space,
    }


def _level_extras(gltf: Gltf, levels: TipLevels) -> dict[str, Any]:
    return {
        "levels": gltf.add_array(levels.at.reshape(-1)),
        "level_blood": gltf.add_array(levels.blood.reshape(-1)),
        "color_error": levels.error,
    }


def _contact_extras(gltf: Gltf, clip: Clip) -> dict[str, Any]:
    track, R = clip.contacts, R_YUP_WORLD.T
    return {
        "names": track.names,
        "offsets": gltf.add_array(track.offsets),
        "a": gltf.add_array(track.a),
        "b": gltf.add_array(track.b),
        "pos": gltf.add_array(track.pos @ R),
        "normal": gltf.add_array(track.normal @ R),
        "force": gltf.add_array(track.force @ R),
        "torsion": gltf.add_array(track.torsion),
        "depth": gltf.add_array(track.depth),
    }


def _npz_bytes(clip: Clip) -> bytes:
    with scratch_folder() as folder:
        path = folder / "clip.npz"
        npz.save(clip, path)
        return path.read_bytes()
