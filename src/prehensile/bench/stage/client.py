"""Pages that do not draw: they connect to a Stage as a browser does, and measure.

Written against the documented wire format, not with the server's own code.
"""

import asyncio
import json
import random
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from prehensile.extras import optional


class Watched(NamedTuple):
    """How fast some watchers of the Stage saw it run."""

    slowest_hz: float
    """frames per second of the one that got fewest"""
    sim_rate: float
    """simulated over wall-clock time"""
    bytes_per_frame: float


class Client:
    """One connection to a running Stage."""

    def __init__(self, socket: Any):
        self._socket = socket

    async def send(self, kind: str, **data: Any) -> None:
        """Say something to the server."""
        text = json.dumps({"type": kind, "data": data, "fields": {}}).encode()
        await self._socket.send(struct.pack("<I", len(text)) + text)

    async def receive(self) -> bytes:
        """The next message as it came."""
        return await self._socket.recv()

    async def until(self, kind: str, so: Any = lambda data: True) -> dict[str, Any]:
        """The plain fields of the next message of a kind for which ``so`` holds."""
        while True:
            header = read_header(await self.receive())
            if header["type"] == kind and so(header["data"]):
                return header["data"]


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Client]:
    """A client of the Stage whose page is at ``url``."""
    optional("websockets")
    from websockets.asyncio.client import connect

    address = url.replace("http:", "ws:", 1).replace("/?", "/ws?")
    async with connect(address, compression=None, max_size=None) as socket:
        yield Client(socket)


def read_header(message: bytes) -> dict[str, Any]:
    """The JSON in front of a message."""
    (length,) = struct.unpack_from("<I", message)
    return json.loads(message[4 : 4 + length])


def is_frame(message: bytes) -> bool:
    """Whether a message is a frame, without reading all of it."""
    return message[4:19] == b'{"type":"Frame"'


async def watch(url: str, clients: int, seconds: float) -> Watched:
    """``clients`` pages look on for some seconds at the same time."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_watch_one(url, seconds)) for _ in range(clients)]
    seen = [task.result() for task in tasks]
    return Watched(
        min(one.slowest_hz for one in seen),
        sum(one.sim_rate for one in seen) / clients,
        sum(one.bytes_per_frame for one in seen) / clients,
    )


async def _watch_one(url: str, seconds: float) -> Watched:
    async with connected(url) as client:
        await asyncio.sleep(0.5)  # until all are there
        first = await _next_frame(client)
        settled = first[0] + 0.3
        while first[0] < settled:  # what had piled up meanwhile
            first = await _next_frame(client)
        last, count, size = first, 0, 0
        while last[0] - first[0] < seconds:
            last = await _next_frame(client)
            count += 1
            size += len(last[1])
        elapsed = last[0] - first[0]
        simulated = read_header(last[1])["data"]["time"] - read_header(first[1])["data"]["time"]
        return Watched(count / elapsed, simulated / elapsed, size / count)


async def _next_frame(client: Client) -> tuple[float, bytes]:
    while True:
        message = await client.receive()
        if is_frame(message):
            return time.perf_counter(), message


async def latencies(url: str, control: str, values: tuple[float, float], count: int) -> list[float]:
    """[s] from moving a slider to the frame that shows it, many times; the page must drive."""
    found = []
    rng = random.Random(1)
    async with connected(url) as client:
        await client.until("Frame")
        for ask in range(1, count + 1):
            end = time.perf_counter() + rng.uniform(0.02, 0.06)  # anywhere between two frames
            while time.perf_counter() < end:
                await client.receive()
            # The drain above ends at a frame; people do not wait for one.
            await asyncio.sleep(rng.uniform(0.0, 0.0167))
            began = time.perf_counter()
            await client.send("SetControl", name=control, value=values[ask % 2], ask=ask)
            await client.until("Frame", lambda data, ask=ask: data["answers"] >= ask)
            found.append(time.perf_counter() - began)
    return found


async def hold(url: str) -> None:
    """Plan, approach and close: what there is to see has contacts from then on."""
    async with connected(url) as client:
        await client.until("Frame", lambda data: data["phase"] == "ready")
        await client.send("PressButton", name="approach")
        await client.until("Frame", lambda data: data["phase"] == "hold")


async def record(url: str, seconds: float) -> list[str]:
    """Record for some seconds; addresses of the files."""
    async with connected(url) as client:
        await client.until("Frame")
        await client.send("Record", on=True)
        await client.until("Recording", lambda data: data["running"])
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            await client.receive()
        await client.send("Record", on=False)
        done = await client.until("Recording", lambda data: not data["running"])
        return done["files"]


async def first_frame(url: str) -> float:
    """The clock when the first frame came."""
    async with connected(url) as client:
        await client.until("Frame")
        return time.perf_counter()
