"""What the command learns, and what it refuses; what it solves is tested in ``tests/skin``."""

import numpy as np
import pytest
from scipy.spatial import KDTree
from tests.skin.bent_finger import ANGLES, bent, own_skin, swollen, write_examples
from tests.skin.foreign_hand import ForeignHand, foreign_hand

from prehensile.cli.grammar.dressed import checked_dress, dressed_hand
from prehensile.cli.grammar.options import Look
from prehensile.hand.corpus import corpus
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.file import load
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.rig.blend import posed_skin


def test_an_unknown_work_is_refused(run_cli, tmp_path):
    run_cli("skin", "exmples", "--out", tmp_path).assert_refused("'exmples'", "examples")


def test_a_left_hand_is_refused(run_cli, tmp_path):
    run_cli("skin", "examples", "--hand", "left", "--out", tmp_path).assert_refused("right")
    assert not list(tmp_path.iterdir())


def test_an_unknown_joint_is_refused(run_cli, tmp_path):
    ran = run_cli("skin", "examples", "--joint", "index_knee", "--out", tmp_path)
    ran.assert_refused("index_knee", "index_pip")
    assert not list(tmp_path.iterdir())


def bulging(side: str = "right") -> ForeignHand:
    """A stranger's hand with two shape keys that name poses, and one that does not."""
    file = foreign_hand(HandSpec.sample(5, side), corpus()["neutral"].q)
    away = file.vertices - file.places[file.names.index("index-finger-phalanx-intermediate")]
    far = np.linalg.norm(away, axis=1, keepdims=True)
    bulge = 0.003 * np.exp(-((far / 0.015) ** 2)) * away / np.maximum(far, 1e-6)
    file.keys = {"index_pip_flex=60": 0.5 * bulge, "index_pip_flex=90": bulge, "fist": bulge}
    return file


@pytest.fixture(scope="module")
def keyed(tmp_path_factory):
    return bulging().save(tmp_path_factory.mktemp("keyed") / "keyed.glb")


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    file = bulging()
    file.keys = {}
    return file.save(tmp_path_factory.mktemp("plain") / "plain.glb")


def test_shape_keys_are_fitted_written_and_worn(run_cli, keyed, plain, tmp_path):
    ran = run_cli("skin", "fit", keyed, "--kept", "2", "--out", tmp_path)
    assert ran.code == 0, ran.err
    (row,) = [line.split() for line in ran.out.splitlines() if line.startswith("index_pip")]
    assert row[1] == "2"
    assert float(row[4]) < 0.05 * float(row[3])
    assert "blend skinning alone: thumb_cmc" in ran.out
    assert "fist" in ran.out  # says no pose, and is left out
    fitted = load(tmp_path / "eigenskin.npz")
    assert fitted.command == "prehensile skin fit keyed.glb --kept 2"
    assert [len(joint.displacements) for joint in fitted.model.joints] == [1]  # keys of one shape
    # The same mesh without keys wears it, and is then what the keyed one is.
    worn = dressed_hand(None, Look(plain, tmp_path / "eigenskin.npz"))
    own = dressed_hand(None, Look(keyed))
    fist = corpus()["fist"].q
    seen, _ = posed_skin(worn.dress.rig(worn.hand), worn.hand, fist)
    wanted, _ = posed_skin(own.dress.rig(own.hand), own.hand, fist)
    blended, _ = posed_skin(Dress(eigenskin=False, worn=worn.dress.worn).rig(worn.hand), worn.hand,
                            fist)  # fmt: skip
    assert np.abs(seen - wanted).max() < 5e-5 < 1e-3 < np.abs(seen - blended).max()


def test_objs_of_a_hand_mesh(run_cli, plain, keyed, tmp_path):
    """Shapes that the keyed hand takes, given as OBJ meshes in the file's frame."""
    own = imported_hand(keyed)
    shapes = {}
    for angle in np.radians([60.0, 90.0]):
        q = own.bind_q.copy()
        q[JOINT_NAMES.index("index_pip_flex")] = angle
        skin, _ = posed_skin(own.rig, own.hand, q)
        to_file = np.linalg.inv(own.skin.T_palm_file)
        shapes[angle] = se3.apply(to_file, skin[: own.skin.file_count])
    folder = write_examples(tmp_path / "objs", shapes)
    ran = run_cli("skin", "fit", folder, "--hand-mesh", plain, "--out", tmp_path)
    assert ran.code == 0, ran.err
    assert "plain.glb" in ran.out and "--hand-mesh" in ran.out.splitlines()[-1]
    worn = dressed_hand("right", Look(plain, tmp_path / "eigenskin.npz"))
    seen, _ = posed_skin(worn.dress.rig(worn.hand), worn.hand, corpus()["fist"].q)
    wanted, _ = posed_skin(own.rig, own.hand, corpus()["fist"].q)
    assert np.abs(seen - wanted).max() < 2e-4


def test_our_own_skin_wears_what_was_fitted_to_it(run_cli, tmp_path):
    hand, blend = own_skin()
    folder = write_examples(tmp_path / "objs", {a: swollen(hand, blend, a) for a in ANGLES})
    ran = run_cli("skin", "fit", folder, "--out", tmp_path)
    assert ran.code == 0, ran.err
    dress = checked_dress(Look(eigenskin=tmp_path / "eigenskin.npz"))
    seen, _ = posed_skin(dress.rig(hand, 0), hand, bent(1.1))
    truth = swollen(hand, blend, 1.1)
    far, _ = KDTree(truth).query(seen)
    assert far.max() < 3e-4
    left = HandSpec.mean("left").build()
    mirrored, _ = posed_skin(dress.rig(left, 0), left, bent(1.1))
    np.testing.assert_allclose(mirrored * [1, -1, 1], seen, atol=1e-6)


def test_a_fitted_file_is_refused_elsewhere(run_cli, keyed, tmp_path):
    assert run_cli("skin", "fit", keyed, "--out", tmp_path).code == 0
    npz = tmp_path / "eigenskin.npz"
    run_cli("hand", "--json", "--eigenskin", npz).assert_refused("eigenskin.npz", "--hand-mesh")
    other = foreign_hand(HandSpec.sample(6), corpus()["neutral"].q).save(tmp_path / "other.glb")
    ran = run_cli("hand", "--json", "--hand-mesh", other, "--eigenskin", npz)
    ran.assert_refused("other.glb cannot wear", "another mesh")
    npz.write_bytes(npz.read_bytes()[:-40])
    run_cli("hand", "--json", "--eigenskin", npz).assert_refused("eigenskin.npz")
    run_cli("hand", "--json", "--eigenskin", tmp_path / "no.npz").assert_refused("no.npz")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["index_knee_flex=60"], ("index_knee_flex", "index_pip_flex")),
        (["fist", "Key 1"], ("fist, Key 1", "index_pip_flex=80")),
        (["index_pip_flex=60", "index_pip_flex 60°"], ("the same pose",)),
        (["index_pip_flex=60,index_dip_flex=60"], ("one joint alone",)),
        ([], ("none at all",)),
    ],
)
def test_bad_shape_keys_are_refused(run_cli, tmp_path, names, said):
    file = bulging()
    file.keys = {name: 0 * file.vertices + 1e-3 for name in names}
    ran = run_cli("skin", "fit", file.save(tmp_path / "k.glb"), "--out", tmp_path / "o")
    ran.assert_refused(*said)
    assert not (tmp_path / "o").exists()


def test_bad_sources_are_refused(run_cli, tmp_path):
    out = tmp_path / "o"
    run_cli("skin", "fit", "--out", out).assert_refused("needs EXAMPLES")
    run_cli("skin", "fit", tmp_path, "--out", out).assert_refused("holds no examples", "poses.csv")
    run_cli("skin", "fit", tmp_path / "no.glb", "--out", out).assert_refused("no.glb")
    run_cli("skin", "fit", tmp_path, "--kept", "0", "--out", out).assert_refused("--kept")
    run_cli("skin", "examples", tmp_path, "--out", out).assert_refused("skin fit")
    folder = write_examples(tmp_path / "objs", {1.0: np.zeros((5, 3))})
    ran = run_cli("skin", "fit", folder, "--out", out)
    ran.assert_refused("0.obj has 5 vertices", "--hand-mesh")
    assert not out.exists()


def test_a_pose_without_balance_is_said_and_skipped(run_cli, tmp_path, monkeypatch):
    from prehensile.skin.tissue import model as tissue_model
    from prehensile.skin.tissue import record as tissue_record
    from prehensile.skin.tissue import solve as tissue_examples

    def solve(folder, poses, progress, workers):
        tissue_record.write_failed(folder, poses[0].name, "it diverges, 30% of the way")

    monkeypatch.setattr(tissue_model, "tissue_model", lambda *_: None)
    monkeypatch.setattr(tissue_record, "write_model", lambda *_: None)
    monkeypatch.setattr(tissue_examples, "solve_examples", solve)
    ran = run_cli("skin", "examples", "--joint", "index_pip", "--out", tmp_path)
    assert ran.code == 0, ran.err
    assert "failed and left out: index_pip_" in ran.out and "30% of the way" in ran.out
