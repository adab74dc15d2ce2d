"""Which judged figures are far above those of development."""

from prehensile.bench.compliance.twins import above_twin


def test_only_what_is_half_again_as_large_is_named():
    found = {
        "error": 0.16, "error_dev": 0.1,
        "width": 0.15, "width_dev": 0.1001,
        "kinds": {"wrist": 2.0, "mcp": 1.0, "dip": None},
        "kinds_dev": {"wrist": 1.0, "mcp": 1.0, "dip": 1.0},
        "alone": 3.0, "unknown": None, "unknown_dev": 1.0,
    }  # fmt: skip
    assert above_twin(found) == ["error", "kinds.wrist"]
