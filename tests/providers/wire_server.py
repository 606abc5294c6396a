"""A server on loopback that speaks the four wires, and fails in every way a test asks for. Bounded: it ends with it."""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import NamedTuple

SECONDS = 20
"""The longest a stalled answer holds its thread when a test forgets to stop the server."""


class Answer(NamedTuple):
    """What the server does with one request."""

    chunks: tuple[bytes, ...] = ()
    status: int = 200
    kind: str = "text/event-stream"
    headers: tuple[tuple[str, str], ...] = ()
    ending: str = "end"
    """`end`, `disconnect` (the socket closes in the middle) or `stall` (nothing more comes)."""


class Asked(NamedTuple):
    path: str
    headers: dict[str, str]
    body: dict


class WireServer:
    """Answers each request with what `answer` makes of it, and remembers what it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.asked: list[Asked] = []
        self.stopping = Event()
        self.stalled = Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def start(self):
        Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self):
        self.stopping.set()
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def serving(*answers):
    """A server that gives these answers in order, the last one again and again; or those of one function."""
    queue = list(answers)

    def next_answer(asked):
        return queue.pop(0) if len(queue) > 1 else queue[0]

    server = WireServer(answers[0] if callable(answers[0]) else next_answer)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _handler(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            asked = Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(body))
            server.asked.append(asked)
            self.close_connection = True
            try:
                self._give(server.answer(asked))
            except OSError:
                return

        def _give(self, answer):
            self.send_response(answer.status)
            self.send_header("content-type", answer.kind)
            self.send_header("transfer-encoding", "chunked")
            for name, value in answer.headers:
                self.send_header(name, value)
            self.end_headers()
            for chunk in answer.chunks:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
                self.wfile.flush()
            if answer.ending == "stall":
                server.stalled.set()
                server.stopping.wait(SECONDS)
            elif answer.ending == "end":
                self.wfile.write(b"0\r\n\r\n")

        def log_message(self, *args):
            pass

    return Handler
