"""People without the token who mean a Stage on this machine no good, bounded in number and time.

None of them knows the token. They hold connections without a word, say their request letter by
letter, ask for what they may not have, ask oddly, do not read what they are sent, open sockets, and
come and go. All of it on loopback; they stop by themselves.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from urllib.parse import urlsplit

HOLDING = 1100
"""connections that are held open without a word"""
COMING = 400.0
"""[1/s] at most that are opened anew, of those that were closed"""
DRIBBLING, DEAF = 40, 20
"""that send a request letter by letter; that do not read the answer"""
ASKING = 60.0
"""[1/s] requests of all kinds"""
PATIENCE = 3.0
"""[s] for an answer"""
HOST = "127.0.0.1"

Story = Callable[[int, random.Random, Counter[str]], Coroutine[None, None, None]]


async def attack(url: str, seconds: float, seed: int) -> dict[str, int]:
    """All of them at once, for some seconds; how often each did what it does, and was answered."""
    port = urlsplit(url).port
    assert port is not None
    rng, counts = random.Random(seed), Counter[str]()
    stories: list[Story] = [_hold, *[_dribble] * DRIBBLING, *[_deaf] * DEAF, _ask]
    work = [asyncio.create_task(story(port, rng, counts)) for story in stories]
    await asyncio.wait(work, timeout=seconds)
    for task in work:
        task.cancel()
    ends = await asyncio.gather(*work, return_exceptions=True)
    counts["failures"] = sum(
        isinstance(end, Exception) and not isinstance(end, asyncio.CancelledError) for end in ends
    )
    return dict(counts)


async def _hold(port: int, rng: random.Random, counts: Counter[str]) -> None:
    """Many connections without a word; each that is closed is opened again."""
    del rng
    places = asyncio.Semaphore(HOLDING)
    held: set[asyncio.Task[None]] = set()

    async def one() -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(30):
                reader, writer = await asyncio.open_connection(HOST, port)
                counts["held"] += 1
                with contextlib.closing(writer):
                    await reader.read(1)
        places.release()

    try:
        while True:
            await places.acquire()
            held.add(task := asyncio.create_task(one()))
            task.add_done_callback(held.discard)
            await asyncio.sleep(1 / COMING)
    finally:
        for task in held:
            task.cancel()


async def _dribble(port: int, rng: random.Random, counts: Counter[str]) -> None:
    """A request that never ends, a letter at a time."""
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port)
            counts["dribbled"] += 1
            with contextlib.closing(writer):
                for letter in f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX: " + "x" * 200:
                    writer.write(letter.encode())
                    await writer.drain()
                    await asyncio.sleep(rng.uniform(0.2, 1.0))
        await asyncio.sleep(0.5)


async def _deaf(port: int, rng: random.Random, counts: Counter[str]) -> None:
    """Asks for the page's parts, and reads nothing of them."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port, limit=1)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            counts["deaf"] += 1
            with contextlib.closing(writer):
                path = rng.choice(("/favicon.svg", "/index.html", "/assets/"))
                writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
                await asyncio.sleep(rng.uniform(1.0, 20.0))
                del reader
        await asyncio.sleep(0.5)


async def _ask(port: int, rng: random.Random, counts: Counter[str]) -> None:
    """Requests without the token and odd ones, one after the other; some leave without a word."""
    asked: set[asyncio.Task[None]] = set()
    try:
        while True:
            kind = rng.choice(sorted(REQUESTS))
            request = REQUESTS[kind](port, rng)
            asked.add(task := asyncio.create_task(_one(port, kind, request, counts)))
            task.add_done_callback(asked.discard)
            await asyncio.sleep(rng.expovariate(ASKING))
    finally:
        for task in asked:
            task.cancel()


async def _one(port: int, kind: str, request: bytes, counts: Counter[str]) -> None:
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, port)
            with contextlib.closing(writer):
                counts[kind] += 1
                writer.write(request)
                await writer.drain()
                head = await reader.read(12)
                if head.startswith(b"HTTP/1.1 "):
                    counts[f"status_{head[9:12].decode('ascii', 'replace')}"] += 1


def _get(path: str, host: str, *more: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", *more, "", ""]).encode()


UPGRADE = (
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)  # fmt: skip

REQUESTS: dict[str, Callable[[int, random.Random], bytes]] = {
    "wrong_token": lambda port, rng: _get(f"/?token={rng.randbytes(16).hex()}", f"{HOST}:{port}"),
    "wrong_cookie": lambda port, rng: _get(
        "/", f"{HOST}:{port}", f"Cookie: prehensile-stage-{port}={rng.randbytes(32).hex()}"
    ),
    "no_token": lambda port, rng: _get(
        rng.choice(("/", "/takes/a.npz", "/skin/right/color", "/none")), f"{HOST}:{port}"
    ),
    "many_fields": lambda port, rng: _get(
        "/?" + "&".join(f"a{k}=1" for k in range(rng.randint(9, 900))), f"{HOST}:{port}"
    ),
    "odd_host": lambda port, rng: _get(
        "/", rng.choice((f"{HOST}:8; script-src *", "evil.example", "[::1", f"{HOST}:x", ""))
    ),
    "long_head": lambda port, rng: _get("/", f"{HOST}:{port}", "X: " + "x" * 40_000),
    "no_http": lambda port, rng: rng.randbytes(rng.randint(1, 3000)) + b"\r\n\r\n",
    "long_body": lambda port, rng: (
        f"POST / HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Length: 99999999\r\n\r\n".encode()
        + bytes(50_000)
    ),
    "socket": lambda port, rng: _get(
        f"/ws?token={rng.randbytes(8).hex()}", f"{HOST}:{port}", *UPGRADE
    ),
    "foreign_page": lambda port, rng: _get(
        "/ws", f"{HOST}:{port}", *UPGRADE, "Origin: https://evil.example"
    ),
    "gone_at_once": lambda port, rng: b"",
}
"""What they ask, by name."""
