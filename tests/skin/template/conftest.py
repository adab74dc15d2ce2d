"""The mean hand's skin, cut and unwrapped anew."""

import pytest

from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.atlas import welded_uv
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.make.atlas import corner_uv
from prehensile.skin.template.make.charts import chart_plan


@pytest.fixture(scope="session")
def hand():
    return HandSpec.mean("right").build()


@pytest.fixture(scope="session")
def coarse(hand):
    return skin_mesh(hand, 0)


@pytest.fixture(scope="session")
def plan(hand, coarse):
    return chart_plan(RestFlesh(hand), coarse.vertices.astype(float), coarse.faces.astype(int))


@pytest.fixture(scope="session")
def corners(hand, coarse):
    return corner_uv(RestFlesh(hand), coarse.vertices, coarse.faces)


@pytest.fixture(scope="session")
def atlas(coarse, corners):
    return welded_uv(coarse.faces, corners)
