import numpy as np
import pytest
import trimesh

from prehensile.errors import FileError, InputError
from prehensile.export.obj import save_folder
from prehensile.lie import se3
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import posed_skin


def test_every_frame_is_a_file_that_trimesh_reads(hand_clip, tmp_path):
    seen = []
    folder = save_folder(hand_clip, tmp_path / "clip_obj", lambda done, total: seen.append(done))
    files = sorted(folder.glob("*.obj"))
    assert [f.name for f in files] == [f"frame_{k:06d}.obj" for k in range(hand_clip.n_frames)]
    assert seen == list(range(1, hand_clip.n_frames + 1))
    mesh = trimesh.load_mesh(files[-1], file_type="obj", process=False, maintain_order=True)
    scene = mesh.vertices[:, [0, 2, 1]] * [1, -1, 1]  # z up again
    track = hand_clip.hands[0]
    hand = hand_of(track)
    T = se3.from_pose7(track.T_world_forearm[-1])
    skin, _ = posed_skin(hand_rig(hand), hand, angles_of(track)[-1], T)
    block = hand_clip.body("block")
    corners = se3.apply(se3.from_pose7(block.pose[-1]), block.vertices)
    for points in (skin[:: len(skin) // 20], corners):
        nearest = np.linalg.norm(points[:, None] - scene[None], axis=2).min(axis=1)
        assert nearest.max() < 1e-6
    assert (folder / "materials.mtl").read_text().count("newmtl") == 3


def test_an_older_export_is_replaced_and_nothing_else(hand_clip, tmp_path):
    clip = hand_clip.at_times(hand_clip.time[:2])
    folder = save_folder(hand_clip, tmp_path / "clip_obj")
    assert len(list(save_folder(clip, folder).glob("*.obj"))) == 2
    (folder / "thesis.txt").write_text("mine")
    with pytest.raises(FileError, match=r"thesis\.txt"):
        save_folder(clip, folder)
    assert (folder / "thesis.txt").read_text() == "mine"


def test_what_goes_wrong_leaves_nothing(hand_clip, tmp_path):
    def stop(done, total):
        raise InputError("enough")

    with pytest.raises(InputError):
        save_folder(hand_clip, tmp_path / "clip_obj", stop)
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("a file")
    with pytest.raises(FileError, match="a file has this name"):
        save_folder(hand_clip, tmp_path / "file")
