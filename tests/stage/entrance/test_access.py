"""Who may come in."""

import socket

import pytest

from prehensile.stage.entrance.access import Access, HostName, header, host_name, is_loopback

HOME = Access("127.0.0.1", "secret")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8080", "[::1]:9000", "LOCALHOST:1"])
def test_this_machine_is_known_under_any_port(host):
    assert HOME.knows_host(host)


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1.evil.example:80", "192.168.0.7"])
def test_other_names_and_addresses_are_strangers(host):
    assert not HOME.knows_host(host)


def test_a_server_for_the_network_knows_its_addresses_but_no_foreign_name():
    wide = Access("0.0.0.0")
    assert wide.knows_host("192.168.0.7:8080") and wide.knows_host(socket.gethostname())
    assert not wide.knows_host("evil.example")


@pytest.mark.parametrize(
    ("text", "name", "port"),
    [
        ("localhost", "localhost", 80),
        (" Localhost:8080 ", "localhost", 8080),
        ("[::1]", "::1", 80),
        ("[::1]:65535", "::1", 65535),
        ("my-machine.local:1", "my-machine.local", 1),
    ],
)
def test_a_host_header_is_a_name_and_a_port(text, name, port):
    assert host_name(text) == HostName(name, port)


@pytest.mark.parametrize(
    "text",
    ["", ":80", "a:", "a:0", "a:65536", "a:123456", "a:+1", "a:80 b", "a;b", "[::1", "::1",
     "[::1]x", "[fe80::1%; script-src *]", "a:8\n0", "a/b", "a:\u0663"],
)  # fmt: skip
def test_anything_else_is_no_host(text):
    assert host_name(text) is None


def test_a_policy_names_the_sockets_of_the_host():
    assert HostName("::1", 80).socket == "ws://[::1]:80"
    assert HostName("localhost", 9).socket == "ws://localhost:9"


def test_a_cookie_opens_the_port_that_it_was_made_for():
    host = HostName("localhost", 8080)
    cookie = HOME.set_cookie(host).partition(";")[0]
    assert "secret" not in cookie
    assert HOME.knows_cookie(f"a=b; {cookie}", host)
    assert not HOME.knows_cookie(cookie, HostName("localhost", 8081))
    assert not Access("127.0.0.1", "other").knows_cookie(cookie, host)
    for odd in (None, "", ";", "=", cookie[:-1], f"{host.cookie}", f"{host.cookie}=\xe9"):
        assert not HOME.knows_cookie(odd, host)


def test_a_query_with_too_many_fields_is_none():
    with pytest.raises(ValueError, match="fields"):
        HOME.knows_token("&".join("a=1" for _ in range(9)))


def test_only_the_servers_own_pages_may_open_its_socket():
    assert HOME.knows_origin("http://localhost:8080", "localhost:8080")
    assert HOME.knows_origin(None, "localhost:8080")  # a program
    for origin in ("http://localhost:8081", "https://localhost:8080", "null", ""):
        assert not HOME.knows_origin(origin, "localhost:8080")


@pytest.mark.parametrize(
    "query", ["", "token=", "token=Secret", "toke=secret", "token=secret" * 99]
)
def test_a_wrong_token_does_not_open(query):
    assert not HOME.knows_token(query)


def test_the_token_opens_and_is_long_where_nobody_chose_it():
    assert HOME.knows_token("a=1&token=secret")
    first, second = Access("127.0.0.1").token, Access("127.0.0.1").token
    assert first != second and len(first) >= 32


def test_of_several_headers_the_last_counts():
    headers = [(b"host", b"a"), (b"origin", b"x"), (b"host", b"b")]
    assert header(headers, b"host") == "b"
    assert header(headers, b"cookie") is None


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("0.0.0.0", False), ("me", False)],
)
def test_what_only_this_machine_can_reach(host, alone):
    assert is_loopback(host) is alone
