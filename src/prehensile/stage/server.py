"""The Stage's server: the page, the socket, the recordings. Starlette under uvicorn."""

import asyncio
import contextlib
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from prehensile.atomic import output_folder
from prehensile.extras import optional
from prehensile.files.pictures.picture import picture_type
from prehensile.stage import page_files
from prehensile.stage.audience import Audience, Seat
from prehensile.stage.entrance.access import Access, HostName, header
from prehensile.stage.entrance.complaints import Complaints
from prehensile.stage.entrance.kept_token import fresh_token, token_source
from prehensile.stage.entrance.port import listen
from prehensile.stage.entrance.reception import Reception, client_of
from prehensile.stage.messages import AnswerTakeOver, Refused, TakeOver
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scene_table import SCENES, MakeScene, SceneEntry, scene_titles
from prehensile.stage.simulation import DriverChanged, Simulation
from prehensile.stage.takes import Takes
from prehensile.stage.wire import LONGEST_PAGE_MESSAGE, WireError, decode, encode

MOST_PAGES = 64
"""open at once"""
MOST_SLIPS = 50
"""malformed messages after which a connection is closed"""
MOST_PER_SECOND = 600
"""messages from one page; a mouse sends up to 250"""
POLICY_VIOLATION = 1008
TRY_LATER = 1013
PIECE = 65536
"""[bytes] of a file that wait for a page at a time; one that does not read holds no more"""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' {socket} blob:; "
        "worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",  # the first address holds the token
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True)
class StageOptions:
    """How to serve."""

    scene: str = "grasp"
    scene_options: SceneOptions = field(default_factory=SceneOptions)
    host: str = "127.0.0.1"
    port: int = 8080
    """the wanted one; the next free one is taken"""
    out: Path = Path("out")
    """folder for recordings"""
    seconds: float | None = None
    """stop by itself after this long"""
    token: str | None = None
    """asked of ``token_for`` if left out"""
    token_for: Callable[[int], str] = fresh_token
    """the token for the port that was free"""
    page: Path = field(default_factory=lambda: page_files.FOLDER)
    """folder of the built page"""
    table: Mapping[str, SceneEntry] = field(default_factory=lambda: SCENES)


class Stage:
    """A server that is ready to run: its port is taken, its scene is made.

    Args:
        options: how to serve.

    Raises:
        PrehensileError: the port, the folder, the scene or the page is not to be had.
    """

    def __init__(self, options: StageOptions):
        for package in ("uvicorn", "starlette", "websockets"):
            optional(package)
        page_files.check_page(options.page)
        self._options = options
        self._takes = Takes(output_folder(options.out), options.scene_options.dress)
        self._complaints = Complaints()
        self._simulation = Simulation(
            self._takes, options.scene, options.scene_options, options.table, self._complaints
        )
        self._socket = listen(options.host, options.port)
        self._access = Access(options.host, options.token or options.token_for(self.port))
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop_soon: asyncio.Event | None = None

    @property
    def port(self) -> int:
        """The port that was free."""
        return self._socket.getsockname()[1]

    @property
    def url(self) -> str:
        """What to open in a browser."""
        host = self._options.host
        shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
        shown = f"[{shown}]" if ":" in shown else shown
        return f"http://{shown}:{self.port}/?token={self._access.token}"

    def stop(self) -> None:
        """End `run`; may be called from any thread."""
        self._stopping.set()
        loop, event = self._loop, self._stop_soon
        if loop is not None and event is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)

    def run(self, opened: Callable[[], object] = lambda: None) -> None:
        """Serve until `stop`, Ctrl-C, a termination signal, or the time is over.

        Args:
            opened: called once when pages can connect.
        """
        try:
            asyncio.run(self._serve(opened))
        finally:
            self._socket.close()

    async def _serve(self, opened: Callable[[], object]) -> None:
        options = self._options
        self._loop = asyncio.get_running_loop()
        self._stop_soon = asyncio.Event()
        if self._stopping.is_set():
            return
        self._audience = Audience(self._loop, scene_titles(options.table))
        self._audience.on_driver_change = lambda seat: self._simulation.submit(
            seat, DriverChanged()
        )
        self._loop.set_exception_handler(self._unforeseen)
        server = self._server()
        self._reception = self._door(server)
        self._simulation.start(self._audience)
        try:
            with _signals(self._loop, self._stop_soon):
                serving = asyncio.create_task(server.serve([]))
                while not server.started and not serving.done():
                    await asyncio.sleep(0.005)
                self._reception.open()
                opened()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stop_soon.wait(), options.seconds)
                self._reception.close()
                server.should_exit = True
                await serving
        finally:
            self._simulation.stop()

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        del loop
        error, text = context.get("exception"), context.get("message", "")
        kind = type(error).__name__ if error is not None else ""
        self._complaints.say(f"{text} {kind}", f"{text} {kind}: {error}", error)

    def _door(self, server: Any) -> Reception:
        """What accepts connections in place of the server's own loop."""

        def protocol() -> Any:
            return server.config.http_protocol_class(
                config=server.config, server_state=server.server_state, app_state={}
            )

        return Reception(self._socket, protocol, self._complaints)

    def _server(self) -> Any:
        import uvicorn

        class Server(uvicorn.Server):
            """Leaves signals alone: they end the Stage, and the Stage ends it."""

            @contextlib.contextmanager
            def capture_signals(self) -> Iterator[None]:
                yield

        return Server(
            uvicorn.Config(
                self._app(),
                log_level="critical",
                access_log=False,
                lifespan="off",
                loop="asyncio",
                http="h11",
                ws="websockets-sansio",
                ws_max_size=LONGEST_PAGE_MESSAGE,
                ws_per_message_deflate=False,  # frames are small and new: not worth the time
                server_header=False,
                proxy_headers=False,  # a client is who it is
                timeout_graceful_shutdown=1,
            )
        )

    def _app(self) -> Any:
        from starlette.applications import Starlette
        from starlette.routing import Route, WebSocketRoute

        routes = [
            WebSocketRoute("/ws", self._socket_opened),
            Route("/takes/{name}", self._take),
            Route("/skin/{hand}/{picture}", self._picture),
            Route("/{address:path}", self._page),
        ]
        app = Starlette(routes=routes)

        async def guarded(scope: Any, receive: Any, send: Any) -> None:
            """The application behind its door: wrong hosts and origins see nothing of it."""
            name = header(scope["headers"], b"host") or ""
            host = self._access.knows_host(name)
            if host is None or not self._access.knows_origin(
                header(scope["headers"], b"origin"), name
            ):
                text = "This server is meant for its own pages: open the address that it printed."
                await _refuse(403, text, scope, receive, send)
                return
            query = scope["query_string"].decode("latin-1")
            try:
                shown = self._access.knows_token(query)
            except ValueError:
                await _refuse(400, "this address has too many fields.", scope, receive, send)
                return
            cookies = header(scope["headers"], b"cookie")
            admitted = shown or self._access.knows_cookie(cookies, host)
            if admitted:
                self._reception.welcome(client_of(scope))
            scope["state"] = {"admitted": admitted, "host": host, "shown": shown}
            await app(scope, receive, send if admitted else _parting(send))

        return guarded

    # Plain requests.

    async def _page(self, request: Any) -> Any:
        from starlette.responses import PlainTextResponse, Response, StreamingResponse

        headers = _headers(request, "no-store")
        address = request.path_params["address"] or "index.html"
        if address == "index.html" and not request.state.admitted:
            return PlainTextResponse(
                "This page needs the token: open the address that `prehensile stage` printed.\n",
                403,
                headers=headers,
            )
        found = page_files.page_file(address, self._options.page)
        if found is None:
            return PlainTextResponse("not found\n", 404, headers=headers)
        if "/" in address:
            # Names of assets change with their content; the page itself must never be an old one.
            headers = _headers(request, "public, max-age=31536000, immutable")
        elif request.state.shown:
            headers["Set-Cookie"] = self._access.set_cookie(request.state.host)
        if len(found.data) <= PIECE:
            return Response(found.data, media_type=found.media_type, headers=headers)
        headers["Content-Length"] = str(len(found.data))
        return StreamingResponse(_pieces(found.data), media_type=found.media_type, headers=headers)

    async def _take(self, request: Any) -> Any:
        from starlette.responses import FileResponse, PlainTextResponse

        headers = _headers(request, "no-store")
        if not request.state.admitted:
            return PlainTextResponse("this needs the token\n", 403, headers=headers)
        path = self._takes.file(request.path_params["name"])
        if path is None or not path.is_file():
            return PlainTextResponse("no such recording\n", 404, headers=headers)
        return FileResponse(
            path, media_type="application/octet-stream", filename=path.name, headers=headers
        )

    async def _picture(self, request: Any) -> Any:
        from starlette.responses import PlainTextResponse, Response

        headers = _headers(request, "no-store")
        if not request.state.admitted:
            return PlainTextResponse("this needs the token\n", 403, headers=headers)
        hand, kind = request.path_params["hand"], request.path_params["picture"]
        data = await _beside(lambda: self._simulation.picture(hand, kind))
        if data is None:
            return PlainTextResponse("no such picture\n", 404, headers=headers)
        return Response(data, media_type=picture_type(data), headers=headers)

    # The socket.

    async def _socket_opened(self, websocket: Any) -> None:
        if not websocket.state.admitted:
            await websocket.close(POLICY_VIOLATION)
            return
        await websocket.accept()
        if self._audience.seats >= MOST_PAGES:
            await websocket.send_bytes(encode(Refused(f"{MOST_PAGES} pages are open already.")))
            await websocket.close(TRY_LATER)
            return
        seat = self._audience.enter()
        sending = asyncio.create_task(_send(seat, websocket))
        try:
            await self._listen(seat, websocket, sending)
        finally:
            sending.cancel()
            self._audience.leave(seat)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(websocket.close(POLICY_VIOLATION), 1.0)

    async def _listen(self, seat: Seat, websocket: Any, sending: asyncio.Task[None]) -> None:
        """Until the page goes, floods, or does not read."""
        slips, second, count = 0, 0, 0
        sending.add_done_callback(lambda _: seat.wake.set())
        async for data in _incoming(websocket, sending):
            now = int(time.monotonic())
            second, count = (now, count + 1) if now == second else (now, 1)
            if count > MOST_PER_SECOND or slips > MOST_SLIPS:
                return
            try:
                message = decode(data)
            except WireError as error:
                slips += 1
                seat.put(encode(Refused(f"{error}.")))
                continue
            if isinstance(message, TakeOver):
                if refusal := self._audience.ask_to_drive(seat):
                    seat.put(encode(Refused(refusal)))
            elif isinstance(message, AnswerTakeOver):
                self._audience.answer_asker(seat, message.asker, message.yes)
            elif not seat.driving:
                seat.put(encode(Refused("this page watches; another one drives.")))
            else:
                self._simulation.submit(seat.number, message)


def show(scene: MakeScene, title: str = "", out: str | Path = "out", port: int = 8080) -> None:
    """Open a scene of your own in the browser; returns when it is ended with Ctrl-C.

    Args:
        scene: a `StageScene` class, or anything that makes one from `SceneOptions`.
        title: for the list of scenes.
        out: folder for recordings.
        port: the wanted one.
    """
    import webbrowser

    name = getattr(scene, "__name__", "scene").lower()
    table = {name: SceneEntry(title or name.capitalize(), "", scene)}
    folder = Path(out)
    options = StageOptions(
        name,
        SceneOptions(folder=folder),
        port=port,
        out=folder,
        token_for=token_source(port),
        table=table,
    )
    stage = Stage(options)
    sys.stdout.write(f"{stage.url}\n")
    sys.stdout.flush()
    stage.run(opened=lambda: webbrowser.open(stage.url))


def _beside(work: Callable[[], Any]) -> asyncio.Future[Any]:
    """What a long piece of work comes to; its thread does not keep the Stage from ending."""
    loop = asyncio.get_running_loop()
    future = loop.create_future()

    def finish(result: Any, error: Exception | None) -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as problem:
            error = problem
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(finish, result, error)

    threading.Thread(target=run, name="stage-beside", daemon=True).start()
    return future


async def _send(seat: Seat, websocket: Any) -> None:
    with contextlib.suppress(Exception):  # a page that is gone is noticed by the listener
        await seat.serve(websocket.send_bytes)


async def _incoming(websocket: Any, sending: asyncio.Task[None]) -> AsyncIterator[bytes]:
    """Binary messages until the connection or the sender ends; a text counts as malformed."""
    while not sending.done():
        receiving = asyncio.ensure_future(websocket.receive())
        await asyncio.wait({receiving, sending}, return_when=asyncio.FIRST_COMPLETED)
        if not receiving.done():
            receiving.cancel()
            return
        event = receiving.result()
        if event["type"] != "websocket.receive":
            return
        yield event.get("bytes") or b""


async def _refuse(status: int, text: str, scope: Any, receive: Any, send: Any) -> None:
    """Answer in one line, and part."""
    from starlette.responses import PlainTextResponse

    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
    else:
        await PlainTextResponse(f"{text}\n", status)(scope, receive, _parting(send))


def _parting(send: Any) -> Any:
    """Sends an answer after which the connection ends: a stranger gets one."""

    async def send_and_part(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return send_and_part


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def _headers(request: Any, keep: str) -> dict[str, str]:
    host: HostName = request.state.host
    headers = {name: value.replace("{socket}", host.socket) for name, value in HEADERS.items()}
    return {**headers, "Cache-Control": keep}


@contextlib.contextmanager
def _signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> Iterator[None]:
    """Ctrl-C and a termination signal end the Stage in good order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = (signal.SIGINT, signal.SIGTERM)
    before = {name: signal.getsignal(name) for name in names}
    for name in names:
        loop.add_signal_handler(name, stop.set)
    try:
        yield
    finally:
        for name in names:
            loop.remove_signal_handler(name)
            signal.signal(name, before[name])  # asyncio leaves what the system does of itself
