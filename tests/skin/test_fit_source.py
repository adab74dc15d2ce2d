"""Examples from every source, on skins whose true shape the test knows."""

import numpy as np
import pytest
from tests.skin.bent_finger import ANGLES, bent, own_skin, swollen, write_examples, write_obj

from prehensile.errors import FileError, InputError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.skin.eigenskin.file import template_digest
from prehensile.skin.eigenskin.report import fit_report
from prehensile.skin.fit_source import fit_source
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.mesh import TissueMesh
from prehensile.skin.tissue.model import TissueModel
from prehensile.skin.tissue.poses import ExamplePose
from prehensile.skin.tissue.record import SolvedPose, write_failed, write_model, write_solved


@pytest.fixture(scope="module")
def obj_folder(tmp_path_factory):
    hand, blend = own_skin()
    folder = tmp_path_factory.mktemp("obj")
    return write_examples(folder, {a: swollen(hand, blend, a) for a in ANGLES})


@pytest.fixture
def tissue_folder(tmp_path):
    """What the solver would leave behind, with the tissue's inside left out."""
    hand, blend = own_skin()
    inside = np.array([[0, 1, 2, 3]])
    mesh = TissueMesh(blend.rest, inside, np.full(len(blend.rest), -1), ("wrist",), len(blend.rest))
    model = TissueModel(hand, mesh, np.ones((len(mesh.nodes), 1)))
    write_model(tmp_path, model, blend.faces)

    def solved(q: np.ndarray, skin: np.ndarray) -> SolvedPose:
        return SolvedPose(q, skin.astype(np.float32), skin.astype(np.float32), -0.01, 30.0, 5)

    for angle in ANGLES:
        pose = ExamplePose(f"index_pip_{angle:.2f}", "index_pip", bent(angle), None)
        write_solved(tmp_path, pose, solved(pose.q, swollen(hand, blend, angle)))
    between = ExamplePose("between", "index_pip", bent(1.1), None, unseen=True)
    write_solved(tmp_path, between, solved(between.q, swollen(hand, blend, 1.1)))
    write_failed(tmp_path, "index_pip_9.99", "the path ended, 40% of the way")
    return tmp_path


def test_objs_of_our_own_skin(obj_folder):
    found = fit_source(obj_folder, None, None)
    assert found.template == template_digest()
    model = found.examples.fitted(kept=2)
    report = fit_report(found.examples, model)
    assert list(report.joints) == ["index_pip"]
    group = report.joints["index_pip"]
    assert group.examples == len(ANGLES)
    assert group.vertices == len(model.joints[0].support)
    assert group.before > 3e-4 and group.after < 0.03 * group.before
    assert len(report.without) == 14 and "thumb_cmc" in report.without
    hand, blend = own_skin()
    new, _ = model.posed(hand, bent(1.1))
    truth = swollen(hand, blend, 1.1)
    assert np.linalg.norm(new - truth, axis=1).max() < 3e-4  # 4 mm are added


def test_errors_before_and_after_are_those_of_the_examples(obj_folder):
    """By hand, for the joint's own vertices."""
    found = fit_source(obj_folder, None, None)
    model = found.examples.fitted(kept=1)
    rows = model.joints[0].support
    skins = np.stack([model.posed(found.examples.hand, bent(a))[0] for a in ANGLES])
    off = (skins - found.examples.shapes)[:, rows]
    expected = np.sqrt((np.linalg.norm(off, axis=-1) ** 2).mean())
    assert fit_report(found.examples, model).joints["index_pip"].after == pytest.approx(expected)


def test_solved_tissue(tissue_folder):
    found = fit_source(tissue_folder, None, None)
    assert found.template == template_digest()
    assert any("index_pip_9.99" in line and "40%" in line for line in found.lines)
    assert found.record["examples_minutes"] == pytest.approx(2.5)
    assert found.record["volume_change_max"] == pytest.approx(0.01)
    report = fit_report(found.examples, found.examples.fitted())
    assert report.joints["index_pip"].examples == len(ANGLES)
    unseen = report.unseen
    assert unseen is not None and unseen.examples == 1
    assert unseen.after < 0.1 * unseen.before


def test_a_damaged_folder_is_one_line(tissue_folder):
    path = next((tissue_folder / "poses").glob("*.npz"))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError) as error:
        fit_source(tissue_folder, None, None)
    assert "\n" not in str(error.value)
    path.write_bytes(b"")
    with pytest.raises(FileError):
        fit_source(tissue_folder, None, None)
    np.savez(path, q=np.zeros(23))
    with pytest.raises(FileError, match="missing"):
        fit_source(tissue_folder, None, None)
    path.write_bytes(whole)
    (tissue_folder / "poses" / "index_pip_9.99.failed.json").write_text("{")
    with pytest.raises(FileError, match="damaged"):
        fit_source(tissue_folder, None, None)


def test_examples_of_an_earlier_skin_are_refused(tissue_folder, monkeypatch):
    from prehensile.skin import fit_source as module

    class Other:
        faces = np.zeros((1, 3))

    monkeypatch.setattr(module, "template", Other)
    with pytest.raises(FileError, match="another skin"):
        fit_source(tissue_folder, None, None)


def test_options_that_do_not_go_together(tissue_folder, tmp_path):
    for words in ((tissue_folder, None, "left"), (tissue_folder, tmp_path / "a.glb", None)):
        with pytest.raises(InputError, match="leave --hand and --hand-mesh out"):
            fit_source(*words)
    with pytest.raises(InputError, match="itself the mesh"):
        fit_source(tmp_path / "a.glb", tmp_path / "b.glb", None)
    with pytest.raises(InputError, match="gives the sizes"):
        fit_source(tmp_path / "a.glb", None, "right:p5")


def test_bad_obj_examples_are_refused(tmp_path):
    hand, blend = own_skin()
    right = swollen(hand, blend, 1.0)
    folder = write_examples(tmp_path / "few", {1.0: right[:-1]})
    with pytest.raises(InputError, match=rf"0\.obj has {len(right) - 1} vertices.*{len(right)}"):
        fit_source(folder, None, None)
    folder = write_examples(tmp_path / "twice", {1.0: right, 1.00001: right})
    with pytest.raises(InputError, match=r"'0\.obj' and '1\.obj' have the same pose"):
        fit_source(folder, None, None).examples.fitted()
    folder = write_examples(tmp_path / "large", {1.0: 1000 * right})
    with pytest.raises(InputError, match=r"'0\.obj' lies \d+ mm from the skin"):
        fit_source(folder, None, None).examples.fitted()
    with pytest.raises(InputError, match="right hands"):
        fit_source(folder, None, "left")


def test_an_example_of_the_rest_pose_is_passed_over(tmp_path):
    """It is natural to write one, and it says nothing."""
    hand, blend = own_skin()
    rest = float(bind_angles()[JOINT_NAMES.index("index_pip_flex")])
    shapes = {a: swollen(hand, blend, a) for a in ANGLES}
    folder = write_examples(tmp_path / "rest", shapes)
    write_obj(folder / "rest.obj", blend.rest)
    table = (folder / "poses.csv").read_text()
    (folder / "poses.csv").write_text(f"{table}\nrest.obj,{rest + 1e-5}")
    found = fit_source(folder, None, None).examples
    assert found.joints() == ["index_pip"] * len(ANGLES) + [None]
    report = fit_report(found, found.fitted())
    assert report.joints["index_pip"].examples == len(ANGLES)
    assert report.unseen is None
