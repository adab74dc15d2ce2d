import pytest


@pytest.fixture(scope="session")
def written(hand_clip, hand_skin, tmp_path_factory):
    """A GLB of two hands and a block."""
    return hand_clip.save(tmp_path_factory.mktemp("glb") / "clip.glb")
