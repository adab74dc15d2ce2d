import numpy as np
from tests.appearance.fit.test_leave_out import blushing

from prehensile.appearance.fit.choose import (
    LAWS,
    chosen,
    chosen_detail,
    recipes_for,
    smoothness_order,
    within_one_error,
)
from prehensile.appearance.fit.recipe import Recipe


def test_one_standard_error_is_that_of_the_difference_from_the_best():
    best = np.array([0.1, 0.2, 0.6, 0.1])
    errors = np.array(
        [
            best,
            best + np.array([0.02, -0.01, 0.02, -0.01]),  # worse by 0.005, uncertain by 0.009
            best + 0.005,  # worse by 0.005 everywhere
            best + np.array([0.0, 0.3, 0.0, 0.3]),
        ]
    )
    assert within_one_error(errors).tolist() == [True, True, False, False]


def test_smoother_is_fewer_inputs_then_more_blur_then_a_straighter_law():
    plain = Recipe(LAWS[0])
    order = [
        smoothness_order(plain._replace(blur=2.0), 9.0),
        smoothness_order(plain, 1.0),
        smoothness_order(plain, 2.0),
        smoothness_order(plain._replace(inputs=("force", "angle"), blur=2.0), 0.5),
    ]
    assert order == sorted(order)


def test_it_chooses_what_is_near_the_best_and_the_smoothest_of_it(rng):
    photos = blushing(rng, noise=0.004)
    choice = chosen(photos, recipes_for(photos, LAWS[::13]))
    pick = choice.recipes.index(choice.recipe)
    assert choice.near[pick]
    assert choice.scores[pick] < 0.3
    smoother = [
        smoothness_order(r, rough) < smoothness_order(choice.recipe, choice.rough[pick])
        for r, near, rough in zip(choice.recipes, choice.near, choice.rough, strict=True)
        if near
    ]
    assert not any(smoother)


def test_detail_is_shared_where_there_is_grain_and_not_where_there_is_none(rng):
    recipe = Recipe(LAWS[0])
    assert chosen_detail(blushing(rng, noise=0.01, zero_noise=0.01), recipe) > 0
    assert chosen_detail(blushing(rng, noise=0.01), recipe) == 0


def test_inputs_that_colour_follows_are_chosen_and_others_not(rng):
    follows = blushing(rng, sideways=0.8)
    assert chosen(follows, recipes_for(follows, LAWS[:12:5])).recipe.inputs == (
        "force", "center_x",
    )  # fmt: skip
    ignores = blushing(rng, sideways=0.0, noise=0.004)
    assert chosen(ignores, recipes_for(ignores, LAWS[:12:5])).recipe.inputs == ("force",)
