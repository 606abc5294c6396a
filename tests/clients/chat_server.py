"""A model on the loopback that says little and remembers every request: enough for a client to hold a conversation."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Body = dict[str, Any]


class ChatServer:
    """Speaks OpenAI chat completions, streamed.

    A prompt that begins with `list` is answered with one call of the client's shell first.
    """

    def __init__(self) -> None:
        self.requests: list[Body] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def answer(self, body: Body) -> tuple[Body, str]:
        """The delta and the finish reason of the answer to a request."""
        self.requests.append(body)
        number = len(self.requests)
        last = body["messages"][-1]
        said = text_of(last)
        if last["role"] != "user" or not said.lower().startswith("list"):
            return {
                "role": "assistant",
                "content": f"This is answer {number}, and all there is to say about it.",
            }, "stop"
        call = {"name": "bash", "arguments": json.dumps({"command": f"seq -f 'line %g of output {number}' 400"})}
        return {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"index": 0, "id": f"call_{number:08}", "type": "function", "function": call}],
        }, "tool_calls"


def text_of(message: Body) -> str:
    """The text of a message of a request."""
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(block.get("text", "") for block in content)


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            delta, reason = server.answer(json.loads(raw))
            tokens = {"prompt_tokens": len(raw) // 4, "completion_tokens": 9, "total_tokens": len(raw) // 4 + 9}
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for chunk in (
                {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
                {"choices": [], "usage": tokens},
            ):
                event = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "mock-model", **chunk}
                self.wfile.write(b"data: %s\n\n" % json.dumps(event).encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    return Handler
