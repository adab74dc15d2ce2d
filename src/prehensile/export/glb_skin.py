"""A hand's skin and what it looks like, as glTF has them."""

import numpy as np

from prehensile.files.gltf_writer import INDICES, VERTICES, Gltf
from prehensile.hand.webxr_joints import R_BONE_WEBXR
from prehensile.mesh.tangents import tangents
from prehensile.skin.rig.material import PLAIN_ROUGHNESS, Material
from prehensile.skin.rig.rig import Rig


def add_skin(gltf: Gltf, name: str, rig: Rig, joints: list[int], material: int, root: int) -> int:
    """The skinned mesh's node. Its vertices lie in WebXR axes too: y up, fingers to −z.

    Args:
        gltf: the file.
        name: of the hand.
        rig: its skin.
        joints: the nodes that carry it.
        material: of it.
        root: the node that all of them hang on.
    """
    K = np.eye(4)
    K[:3, :3] = R_BONE_WEBXR
    skin = gltf.add(
        "skins",
        name=name,
        joints=joints,
        skeleton=root,
        inverseBindMatrices=gltf.add_array(K.T @ rig.inverse_bind @ K),
    )
    attributes = skinned_attributes(gltf, rig)
    look = gltf.item("materials", material)
    if "normalTexture" in look and rig.uv is not None:
        attributes["TANGENT"] = gltf.add_array(webxr_tangents(rig), VERTICES)
    if "baseColorTexture" in look["pbrMetallicRoughness"] and rig.uv is not None:
        attributes["TEXCOORD_0"] = gltf.add_array(rig.uv, VERTICES)
    else:
        colors = np.ones((len(rig.colors), 4))
        colors[:, :3] = linear(rig.colors)
        packed = np.round(65535 * colors).astype("<u2")
        attributes["COLOR_0"] = gltf.add_array(packed, VERTICES, normalized=True)
    primitive = {
        "attributes": attributes,
        "indices": gltf.add_array(rig.faces.reshape(-1), INDICES),
        "material": material,
    }
    mesh = gltf.add("meshes", name=f"{name}-mesh", primitives=[primitive])
    return gltf.add("nodes", name=f"{name}-skin", mesh=mesh, skin=skin)


def skinned_attributes(gltf: Gltf, rig: Rig) -> dict[str, int | None]:
    """Where a rig's vertices are, which way they face, and what carries them."""
    R = R_BONE_WEBXR
    return {
        "POSITION": gltf.add_array(rig.vertices @ R.astype(np.float32), VERTICES, bounds=True),
        "NORMAL": gltf.add_array(unit(rig.normals @ R), VERTICES),
        "JOINTS_0": gltf.add_array(rig.joints, VERTICES),
        "WEIGHTS_0": gltf.add_array(rig.weights, VERTICES),
    }


def webxr_tangents(rig: Rig) -> np.ndarray:
    """(V, 4) along which a rig's picture of normals lies, and on which side its third axis is."""
    assert rig.uv is not None
    found = tangents(rig.vertices, rig.normals, rig.faces, rig.uv)
    return np.column_stack([unit(found[:, :3] @ R_BONE_WEBXR), found[:, 3]])


def add_skin_material(gltf: Gltf, name: str, material: Material | None) -> int:
    """The pictures of a hand; white without any, for the colours of its vertices."""
    index = add_material(gltf, name, np.ones(3))
    if material is not None and material.base_color is not None:
        item = gltf.item("materials", index)
        item["pbrMetallicRoughness"]["roughnessFactor"] = material.roughness
        texture = {"index": gltf.add_picture(material.base_color)}
        item["pbrMetallicRoughness"]["baseColorTexture"] = texture
        if material.normal is not None:
            item["normalTexture"] = {"index": gltf.add_picture(material.normal)}
    return index


def add_material(gltf: Gltf, name: str, color: np.ndarray) -> int:
    """A plain surface of a colour (3,) in linear light."""
    surface = {
        "baseColorFactor": [*(float(c) for c in color), 1.0],
        "metallicFactor": 0.0,
        "roughnessFactor": PLAIN_ROUGHNESS,
    }
    return gltf.add("materials", name=name, pbrMetallicRoughness=surface)


def linear(srgb: np.ndarray) -> np.ndarray:
    """Light intensities of sRGB values from 0 to 1 (IEC 61966-2-1)."""
    srgb = np.asarray(srgb, float)
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def unit(normals: np.ndarray) -> np.ndarray:
    """Of unit length after rounding to float32, as validators ask."""
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)
