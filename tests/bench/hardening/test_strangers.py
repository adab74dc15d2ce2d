"""Strangers, against a server that only counts them."""

import asyncio
import random
from collections import Counter

import pytest

from prehensile.bench.hardening import strangers


@pytest.mark.parametrize("kind", sorted(strangers.REQUESTS))
def test_what_they_ask_is_drawn_from_the_seed(kind):
    first, again, other = (
        strangers.REQUESTS[kind](8080, random.Random(seed)) for seed in (1, 1, 2)
    )
    assert first == again and isinstance(first, bytes)
    assert kind not in ("wrong_token", "no_http") or first != other


def test_they_come_in_all_kinds_hold_the_line_and_leave_in_time(monkeypatch):
    monkeypatch.setattr(strangers, "HOLDING", 20)
    monkeypatch.setattr(strangers, "ASKING", 200.0)
    came, now = Counter[str](), Counter[str]()

    async def serve(reader, writer):
        came["lines"] += 1
        now["open"] += 1
        first = (await reader.readline()).decode("latin-1")
        if first:
            came[first.split()[0] if first.split() else ""] += 1
            writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        writer.close()
        now["open"] -= 1

    async def story():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            began = asyncio.get_running_loop().time()
            counts = await strangers.attack(f"http://127.0.0.1:{port}/?token=x", 1.5, 3)
            assert asyncio.get_running_loop().time() - began < 6
            for _ in range(100):
                await asyncio.sleep(0.02)
                if now["open"] == 0:
                    break
        return counts

    counts = asyncio.run(story())
    assert counts["failures"] == 0 and counts["status_403"] > 5
    assert counts["held"] == 20  # nobody closed them
    assert len(set(counts) & set(strangers.REQUESTS)) >= 5
    assert came["GET"] > 5 and now["open"] == 0
