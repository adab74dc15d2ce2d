"""Who may come in: a token or its cookie, the host's own name, the page's own origin."""

import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import parse_qs

from prehensile.stage.entrance.kept_token import KEPT_SECONDS, fresh_token

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MOST_FIELDS = 8
"""of a query"""
LONGEST_QUERY = 512
HTTP_PORT = 80
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::([0-9]{1,5}))?", re.ASCII)


class HostName(NamedTuple):
    """A Host header that is one: nothing but a name or an address, and a port."""

    name: str
    port: int

    @property
    def socket(self) -> str:
        """Address of the page's sockets, for its policy."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return f"ws://{name}:{self.port}"

    @property
    def cookie(self) -> str:
        """Name of the cookie: browsers send those of one port to all ports of a host."""
        return f"prehensile-stage-{self.port}"


class Access:
    """Checks requests before anything else sees them.

    The token keeps other people and other pages out. It comes in the address once; from then on the
    page has a cookie in its stead, which no script can read. The Host header keeps out pages whose
    name was pointed at this machine (DNS rebinding): such a name is not ours. The Origin header
    keeps pages of other servers from opening the socket.

    Args:
        host: the address that the server listens on.
        token: made at random if left out.
    """

    def __init__(self, host: str, token: str | None = None):
        self.token = token or fresh_token()
        self._cookie = hmac.new(self.token.encode(), b"cookie", hashlib.sha256).hexdigest()
        self._open = host not in LOOPBACK_NAMES
        self._names = LOOPBACK_NAMES
        if self._open:
            self._names |= {host.lower(), socket.gethostname().lower()}

    def knows_host(self, host: str) -> HostName | None:
        """Host and port of a Host header that names this machine; the port may be a tunnel's."""
        found = host_name(host)
        if found is None:
            return None
        ours = found.name in self._names or (self._open and _is_address(found.name))
        return found if ours else None

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from a page of this server; programs send no Origin."""
        return origin is None or origin.lower() == f"http://{host.lower()}"

    def knows_token(self, query: str) -> bool:
        """Whether the query of an address holds the token; takes the same time either way.

        Raises:
            ValueError: it is no query: too many fields.
        """
        if len(query) >= LONGEST_QUERY:
            return False
        given = parse_qs(query, max_num_fields=MOST_FIELDS).get("token", [""])[0]
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    def knows_cookie(self, cookies: str | None, host: HostName) -> bool:
        """Whether a Cookie header holds what the token was exchanged for."""
        pairs = (pair.strip().partition("=") for pair in (cookies or "").split(";"))
        given = [value for name, _, value in pairs if name == host.cookie]
        return any(secrets.compare_digest(value.encode(), self._cookie.encode()) for value in given)

    def set_cookie(self, host: HostName) -> str:
        """A Set-Cookie header for a page that has shown the token."""
        return (
            f"{host.cookie}={self._cookie}; Max-Age={KEPT_SECONDS:.0f}; Path=/; HttpOnly; "
            "SameSite=Strict"
        )


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """One header of an ASGI scope; of several the last."""
    found = None
    for key, value in headers:
        if key == name:
            found = value.decode("latin-1")
    return found


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host in LOOPBACK_NAMES:
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def host_name(host: str) -> HostName | None:
    """What a Host header says, if it says a host, and a port or none."""
    found = _HOST.fullmatch(host.strip().lower())
    if found is None:
        return None
    port = int(found[3]) if found[3] else HTTP_PORT
    return HostName(found[1] or found[2], port) if 0 < port < 65536 else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
