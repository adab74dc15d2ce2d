"""What lies beside a stranger's file where its reader wants company."""

import json
from pathlib import Path

from tests.fuzz.seeds.shapes import beside_obj
from tests.skin.foreign_hand import foreign_hand

from prehensile.files.readers import Reader
from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.bind_pose import bind_angles


def write_neighbour(reader: Reader, folder: Path) -> None:
    """The file through which a reader finds the one in question, if it needs one."""
    if not reader.through:
        return
    place = folder / reader.through
    if place.suffix == ".obj":
        beside_obj(place)
        (folder / reader.file).unlink()
    elif reader.kind == "gltf_picture":
        hand = foreign_hand(HandSpec.mean(), bind_angles())
        hand.extra = {"images": [{"uri": reader.file}], "textures": [{"source": 0}]}
        hand.material = {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}
        hand.save(place)
    else:
        buffers = [{"uri": reader.file, "byteLength": 4}]
        place.write_text(json.dumps({"asset": {"version": "2.0"}, "buffers": buffers}))
