"""A web server of some folders, for pages that a browser is to open."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@contextmanager
def folder_served(folder: Path, below: Mapping[str, Path] | None = None) -> Iterator[str]:
    """Address of a server that has this folder, until the block ends.

    Args:
        folder: at the address itself.
        below: other folders, by the name under which they are found there.
    """
    places = {f"/{name}/": place for name, place in (below or {}).items()}

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            name = next((name for name in places if path.startswith(name)), "/")
            self.directory = str(places.get(name, folder))
            return super().translate_path("/" + path.removeprefix(name))

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
