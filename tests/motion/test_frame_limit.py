import pytest

from prehensile.errors import InputError
from prehensile.files.limits import MAX_FRAMES
from prehensile.motion.frame_limit import check_frames


def test_a_clip_may_be_as_long_as_the_limit_and_no_longer():
    check_frames(MAX_FRAMES)
    with pytest.raises(InputError, match=f"has {MAX_FRAMES + 1} frames, at most {MAX_FRAMES}"):
        check_frames(MAX_FRAMES + 1)
