"""A free port."""

import socket

import pytest

from prehensile.errors import InputError
from prehensile.stage.entrance import port
from prehensile.stage.entrance.port import listen


def test_a_busy_port_gives_the_next_free_one():
    with listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with listen("127.0.0.1", taken) as second:
            assert taken < second.getsockname()[1] <= taken + port.NEIGHBOURS


def test_it_listens():
    with listen("127.0.0.1", 0) as server:
        socket.create_connection(server.getsockname(), timeout=60).close()


def test_when_all_are_busy_it_says_so(monkeypatch):
    monkeypatch.setattr(port, "NEIGHBOURS", 0)
    with listen("127.0.0.1", 0) as first, pytest.raises(InputError, match="--port"):
        listen("127.0.0.1", first.getsockname()[1])


@pytest.mark.parametrize("number", [-1, 65536])
def test_what_is_no_port_is_refused(number):
    with pytest.raises(InputError, match="65535"):
        listen("127.0.0.1", number)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(InputError, match="--host"):
        listen("192.0.2.1", 0)
