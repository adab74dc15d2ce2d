import importlib

import pytest

from prehensile.errors import UnknownNameError
from prehensile.motion.clip import Clip
from prehensile.motion.formats import FORMATS


def test_an_unknown_suffix_lists_the_valid_ones(clip, tmp_path):
    for name in ("clip.npx", "clip", ".npz.txt"):
        with pytest.raises(UnknownNameError, match=r"Valid: .*\.npz") as caught:
            clip.save(tmp_path / name)
        assert "\n" not in str(caught.value)
        with pytest.raises(UnknownNameError, match="reading a clip"):
            Clip.load(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_suffixes_are_read_in_either_case(clip, tmp_path):
    assert Clip.load(clip.save(tmp_path / "CLIP.NPZ")).allclose(clip)


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_module_in_the_table_does_what_the_table_says(suffix):
    kind = FORMATS[suffix]
    module = importlib.import_module(kind.module)
    assert not kind.writes or callable(module.save)
    assert not kind.reads or callable(module.load)
