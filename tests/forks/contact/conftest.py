"""The shipped scenes, made once: tests reset what they move."""

import pytest

from prehensile.forks.contact.scenes import CONTACT_SCENES, ContactScene


@pytest.fixture(scope="session")
def scenes() -> dict[str, ContactScene]:
    return {name: make() for name, make in CONTACT_SCENES.items()}
