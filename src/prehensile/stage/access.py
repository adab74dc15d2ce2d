"""Who may come in: a token in the address, the host's own name, the page's own origin."""

import ipaddress
import secrets
import socket
from collections.abc import Iterable
from urllib.parse import parse_qs

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


class Access:
    """Checks requests before anything else sees them.

    The token keeps other people and other pages out. The Host header keeps out pages whose name
    was pointed at this machine (DNS rebinding): such a name is not ours. The Origin header keeps
    pages of other servers from opening the socket.

    Args:
        host: the address that the server listens on.
        token: made at random if left out.
    """

    def __init__(self, host: str, token: str | None = None):
        self.token = token or secrets.token_urlsafe(24)
        self._open = host not in LOOPBACK_NAMES
        self._names = LOOPBACK_NAMES
        if self._open:
            self._names |= {host.lower(), socket.gethostname().lower()}

    def knows_host(self, host: str) -> bool:
        """Whether a Host header names this machine; the port may be that of a tunnel."""
        name = _host_name(host)
        return name in self._names or (self._open and _is_address(name))

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from a page of this server; programs send no Origin."""
        return origin is None or origin.lower() == f"http://{host.lower()}"

    def knows_token(self, query: str) -> bool:
        """Whether the query of an address holds the token; takes the same time either way."""
        given = parse_qs(query, max_num_fields=8).get("token", [""])[0] if len(query) < 512 else ""
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


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


def _host_name(host: str) -> str:
    """Without the port and the brackets of IPv6."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
