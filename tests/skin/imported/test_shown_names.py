from prehensile.skin.imported.shown_names import LONGEST, SHOWN, shown_names


def test_a_few_names_are_all_shown() -> None:
    assert shown_names(["wrist", "palm"]) == "wrist, palm"
    assert shown_names([str(k) for k in range(SHOWN)]) == "0, 1, 2, 3"


def test_of_many_only_the_number_is_told() -> None:
    assert shown_names([str(k) for k in range(SHOWN + 3)]) == "0, 1, 2, 3 and 3 more"


def test_a_long_name_is_cut() -> None:
    assert shown_names(["x" * 1000]) == "x" * LONGEST + "…"
