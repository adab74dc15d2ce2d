"""Meshes, glTF and skins."""

import base64
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from tests.appearance.model.test_law import law_of
from tests.appearance.toy import toy_model
from tests.files.test_tekscan import text_of
from tests.skin.foreign_hand import ForeignHand, foreign_hand
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.appearance.model.file import FittedBlush
from prehensile.appearance.model.file import save as save_blush
from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.eigenskin.file import save as save_eigenskin
from prehensile.skin.eigenskin.packed import pack_examples
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.mesh import TissueMesh
from prehensile.skin.tissue.model import TissueModel
from prehensile.skin.tissue.poses import ExamplePose
from prehensile.skin.tissue.record import (
    Examples,
    SolvedPose,
    write_failed,
    write_model,
    write_solved,
)

CORNERS = 0.1 * np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


def mesh(path: Path) -> None:
    """A tetrahedron, by its suffix."""
    import trimesh

    solid = trimesh.Trimesh(CORNERS, FACES, process=False)
    content = solid.export(file_type=path.suffix[1:])
    if isinstance(content, dict):
        gltf = json.loads(content["model.gltf"])
        for buffer in gltf["buffers"]:
            text = base64.b64encode(content[buffer["uri"]]).decode()
            buffer["uri"] = f"data:application/octet-stream;base64,{text}"
        content = json.dumps(gltf)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def painted_obj(path: Path) -> None:
    """A tetrahedron with a material and its texture."""
    mesh(path)
    path.write_text("mtllib a.mtl\nusemtl skin\n" + path.read_text())
    path.with_name("a.mtl").write_text("newmtl skin\nKd 1 0 0\nmap_Kd a.png\n")
    path.with_name("a.png").write_bytes(png_bytes(np.zeros((2, 2, 3), np.uint8)))


def beside_obj(path: Path) -> None:
    """A tetrahedron with a picture on every face; the library of its material and the picture."""
    rows = [f"v {x} {y} {z}" for x, y, z in CORNERS] + ["vt 0 0", "vt 1 0", "vt 0 1"]
    rows += [f"f {a}/1 {b}/2 {c}/3" for a, b, c in FACES + 1]
    text = "\n".join(["mtllib a.mtl", "usemtl skin", *rows, ""])
    path.with_name("beside.obj").write_text(text)
    path.with_name("a.mtl").write_text("newmtl skin\nKd 1 0 0\nmap_Kd a.png\n")
    path.with_name("a.png").write_bytes(png_bytes(np.full((2, 2, 3), 90, np.uint8)))


def mesh_buffer(path: Path) -> None:
    """A tetrahedron whose numbers lie in a file of their own."""
    import trimesh

    content = trimesh.Trimesh(CORNERS, FACES, process=False).export(file_type="gltf")
    assert isinstance(content, dict)
    gltf = json.loads(content["model.gltf"])
    data = b"".join(content[buffer["uri"]] for buffer in gltf["buffers"])
    views, start = gltf["bufferViews"], 0
    for buffer, view in zip(gltf["buffers"], views, strict=True):
        view["buffer"], view["byteOffset"] = 0, start
        start += buffer["byteLength"]
    gltf["buffers"] = [{"uri": path.name, "byteLength": len(data)}]
    path.write_bytes(data)
    path.with_name("beside.gltf").write_text(json.dumps(gltf))


@cache
def _skinned() -> ForeignHand:
    return foreign_hand(HandSpec.mean(), bind_angles())


def skinned_hand(path: Path) -> None:
    """A hand of tubes with a shape key."""
    hand = replace(_skinned(), keys={"fist": 0.001 * np.ones_like(_skinned().vertices)})
    hand.save(path)


def rig_names(path: Path) -> None:
    """Which bone is which joint."""
    path.write_text('side = "right"\nprefix = "b_"\n[joints]\nwrist = "0"\nthumb-tip = "4"\n')


def rig_names_json(path: Path) -> None:
    """The same as JSON."""
    path.write_text('{"model": "hand.glb", "joints": {"wrist": "b", "thumb-metacarpal": "c"}}')


def named_hand(path: Path) -> None:
    """Names of a mesh beside them."""
    path.write_text('model = "hand.glb"\n[joints]\nwrist = "wrist"\n')
    _skinned().save(path.with_name("hand.glb"))


def painted_hand(path: Path) -> None:
    """A hand of tubes whose picture lies beside it."""
    hand = replace(
        _skinned(),
        extra={"images": [{"uri": path.name}], "textures": [{"source": 0}]},
        material={"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
    )
    hand.save(path.with_name("beside.glb"))
    path.write_bytes(png_bytes(np.full((4, 4, 3), 128, np.uint8)))


def eigenskin(path: Path) -> None:
    """A fitted skin."""
    save_eigenskin(made_eigenskin(reach=0.006, kept=1), path)


def blush(path: Path) -> None:
    """A model of fingertips' colour."""
    rng = np.random.default_rng(4)
    law = law_of(rng, inputs=("force",))
    model = replace(toy_model(), law=law, blanch_s=0.2, refill_s=0.6)
    save_blush(FittedBlush(model, "prehensile blush fit me", 3, {"n": 9}), path)


def packed_examples(path: Path) -> None:
    """Two poses of our skin, every vertex where the blend has it."""
    from prehensile.skin.eigenskin.blend import own_blend, posed
    from prehensile.skin.template.shipped import template

    hand, shape = Hand(), template()
    blend = own_blend(hand, shape.vertices, shape.faces)
    q = np.tile(bind_angles(), (2, 1))
    q[1] += 0.2
    pack_examples(
        Examples(
            hand=hand.spec,
            rest=shape.vertices,
            faces=shape.faces,
            names=("one", "two"),
            groups=("index_pip", "mixed"),
            unseen=np.array([False, True]),
            q=q,
            skin=posed(blend.maps(hand, q), blend.rest).astype(np.float32),
            volume_change=np.zeros(2),
            seconds=np.ones(2),
            failed={"three": "no balance"},
        ),
        path,
    )


def tissue(path: Path) -> None:
    """One tetrahedron of flesh, solved in two poses and not in a third."""
    corners = np.vstack([np.zeros(3), 0.01 * np.eye(3)])
    mesh = TissueMesh(corners, np.array([[0, 1, 2, 3]]), np.full(4, -1), ("wrist",), 4)
    model = TissueModel(Hand(), mesh, np.ones((len(mesh.nodes), 1)))
    write_model(path.parent, model, FACES)
    rng = np.random.default_rng(5)
    for name in ("a", "b"):
        pose = ExamplePose(name, "index_pip", bind_angles(), None, unseen=name == "b")
        skin, nodes = (rng.random((n, 3)).astype(np.float32) for n in (4, 10))
        write_solved(path.parent, pose, SolvedPose(pose.q, skin, nodes, 0.01, 2.5, 3))
    write_failed(path.parent, "c", "no balance")


def obj_vertices(path: Path) -> None:
    """Vertices and faces."""
    rows = [f"v {x} {y} {z}" for x, y, z in CORNERS]
    path.write_text("\n".join([*rows, "vn 0 0 1", "f 1//1 2//1 3//1", ""]))


def obj_examples(path: Path) -> None:
    """A folder of poses and shapes."""
    path.write_text("file,index_pip_flex,thumb_ip_flex\nb.obj,0.8,0\na.obj,0.1,0.2\n")
    for name in ("a.obj", "b.obj"):
        obj_vertices(path.with_name(name))


def photo(path: Path) -> None:
    """A picture, by its suffix."""
    from PIL import Image

    picture = np.random.default_rng(6).integers(0, 255, (80, 64, 3), dtype=np.uint8)
    Image.fromarray(picture).save(path)


def force_table(path: Path) -> None:
    """Forces of photographs."""
    path.write_text(
        "file,newtons,time,centre_x,center_y,spread,angle,view\n"
        "me0.png,0,0.0,,,,,\nme1.png,2.5,0.5,1.5,-2,3,30,nail\n"
    )
    for k in range(2):
        picture = np.full((8, 8, 3), 10 * k, np.uint8)
        path.with_name(f"me{k}.png").write_bytes(png_bytes(picture))


def tekscan(path: Path) -> None:
    """Frames of a pressure sensor."""
    frames = np.random.default_rng(7).integers(0, 250, (2, 29, 25))
    frames[:, 4] = -1
    path.write_text(text_of(frames))


SEEDS = {
    "gltf": mesh,
    "glb_as_gltf": mesh,
    "gltf_buffer": mesh_buffer,
    "gltf_picture": painted_hand,
    "skinned_hand": skinned_hand,
    "skinned_hand_gltf": skinned_hand,
    "rig_names": rig_names,
    "rig_names_json": rig_names_json,
    "named_hand": named_hand,
    "mesh_glb": mesh,
    "mesh_gltf": mesh,
    "mesh_obj": painted_obj,
    "mesh_off": mesh,
    "mesh_ply": mesh,
    "mesh_stl": mesh,
    "mesh_buffer": mesh_buffer,
    "mesh_material": beside_obj,
    "mesh_picture": beside_obj,
    "obj_vertices": obj_vertices,
    "obj_examples": obj_examples,
    "packed_examples": packed_examples,
    "tissue_model": tissue,
    "tissue_examples": tissue,
    "eigenskin": eigenskin,
    "blush": blush,
    "photo": photo,
    "photo_size": photo,
    "force_table": force_table,
    "tekscan": tekscan,
}
