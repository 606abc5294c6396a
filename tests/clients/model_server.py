"""A model on the loopback for four clients and three wires: it does what a prompt says in brackets, and remembers.

`(two commands)` makes two shell calls side by side, `(edit)` writes a file and edits it, `(picture)` opens an image,
`(endless)` starts a command that must be interrupted. A client's own request for a summary gets a short one. The usage
is a quarter of the request's bytes, or what `report` says for the next request that is no summary.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

Body = dict[str, Any]
OWN_SUMMARY = "The client's own summary: the chapters were listed and a note was written."
ASKS_FOR_SUMMARY = (
    "detailed summary of the conversation", "CONTEXT CHECKPOINT", "context summarization", "summarization assistant",
    "summarize the conversation", "Summarize the", "Summarize user", "handoff summary",
)  # fmt: skip
LINES = 120


class Call(NamedTuple):
    id: str
    name: str
    arguments: Body


class Said(NamedTuple):
    """A message of a request, the same for every wire."""

    role: str
    text: str
    calls: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    images: int = 0


class Request(NamedTuple):
    wire: str
    body: Body
    said: tuple[Said, ...]
    is_summary: bool

    @property
    def text(self) -> str:
        return "\n".join(each.text for each in self.said)


class ModelServer:
    """Answers Anthropic messages, OpenAI chat completions and OpenAI responses, always as a stream."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.report = 0
        self.project = Path()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def answer(self, wire: str, body: Body, size: int) -> tuple[int, str, list[Call], int]:
        """Number, text, calls and input tokens of the answer to a request."""
        said = tuple(READERS[wire](body))
        ends = said[-1].text + json.dumps(body.get("system") or body.get("instructions") or "")[-2000:]
        opening = said[0].text[:2000] if said else ""
        is_summary = any(words in ends or words in opening for words in ASKS_FOR_SUMMARY)
        with self._lock:
            self.requests.append(Request(wire, body, said, is_summary))
            number = len(self.requests)
            tokens, self.report = (size // 4, self.report) if is_summary else (self.report or size // 4, 0)
        if is_summary:
            return number, f"<analysis>none</analysis>\n<summary>\n{OWN_SUMMARY}\n</summary>", [], tokens
        return number, f"This is answer {number}, and all there is to say.", self._calls(number, body, said), tokens

    def _calls(self, number: int, body: Body, said: tuple[Said, ...]) -> list[Call]:
        at = max((at for at, each in enumerate(said) if _is_prompt(each)), default=0)
        done = sum(len(each.results) for each in said[at + 1 :])
        wanted = re.search(r"\((two commands|edit|picture|endless)\)", said[at].text.split("</system-reminder>")[-1])
        names = {_tool_name(tool) for tool in body.get("tools") or []}
        steps = self._steps(wanted[1] if wanted else "", number, names)
        batch = steps[done] if wanted and wanted[1] == "edit" and done < len(steps) else steps[0] if steps else []
        if wanted is None or not batch or (done and (wanted[1] != "edit" or done >= len(steps))):
            return []
        return [Call(f"call_{number:06}{at:02}", name, arguments) for at, (name, arguments) in enumerate(batch)]

    def _steps(self, wanted: str, number: int, names: set[str]) -> list[list[tuple[str, Body]]]:
        """The batches of calls that a prompt asks for, one after the other."""
        picture = str(self.project / "picture.png")
        looks = {"Read": {"file_path": picture}, "read": {"path": picture}, "view_image": {"path": picture}}
        steps = {
            "two commands": [[_shell(names, f"seq -f 'line %g of list {number}-{part}' {LINES}") for part in (1, 2)]],
            "endless": [[_shell(names, "sleep 50")]],
            "picture": [[_first(names, looks)]],
            "edit": _edit(names, str(self.project / "note.txt")),
        }
        return steps.get(wanted, [])


def _edit(names: set[str], note: str) -> list[list[tuple[str, Body]]]:
    """Write a file and change a word of it, by the tools there are."""
    if "Write" in names:
        change = {"file_path": note, "old_string": "one", "new_string": "two"}
        return [[("Write", {"file_path": note, "content": "one river\n"})], [("Edit", change)]]
    if "write" in names:
        words = {"oldText": "one", "newText": "two"}
        change = {"path": note, **words, "edits": [words]}
        return [[("write", {"path": note, "content": "one river\n"})], [("edit", change)]]
    patch = "*** Begin Patch\n*** Add File: note.txt\n+two rivers\n*** End Patch"
    return [[_shell(names, f"apply_patch <<'EOF'\n{patch}\nEOF")]]


def _is_prompt(said: Said) -> bool:
    return said.role == "user" and not said.results and bool(said.text.strip())


def _tool_name(tool: Body) -> str:
    return str(tool.get("name") or tool.get("function", {}).get("name") or tool.get("type"))


def _first(names: set[str], choices: dict[str, Body]) -> tuple[str, Body]:
    return next(((name, arguments) for name, arguments in choices.items() if name in names), ("none", {}))


def _shell(names: set[str], command: str) -> tuple[str, Body]:
    with_words = {"command": command, "description": "list"}
    return _first(names, {"Bash": with_words, "bash": {"command": command}, "exec_command": {"cmd": command},
                          "shell": {"command": ["bash", "-lc", command]}})  # fmt: skip


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(filter(None, map(_text, content)))
    if isinstance(content, dict):
        return _text(content.get("text") or content.get("content"))
    return content if isinstance(content, str) else ""


def _images(content: Any) -> int:
    return sum("image" in str(each.get("type")) or _images(each.get("content")) for each in content
               if isinstance(each, dict)) if isinstance(content, list) else 0  # fmt: skip


def _read_messages(body: Body) -> Iterator[Said]:
    for message in body["messages"]:
        content = message["content"]
        listed = content if isinstance(content, list) else [content]
        # A client passes on what it finds in a file, be it no block at all.
        blocks = [each if isinstance(each, dict) else {"type": "text", "text": each} for each in listed]
        calls = tuple(block["id"] for block in blocks if block["type"] == "tool_use")
        results = tuple(block["tool_use_id"] for block in blocks if block["type"] == "tool_result")
        yield Said(message["role"], _text(blocks), calls, results, _images(blocks))


def _read_chat(body: Body) -> Iterator[Said]:
    for message in body["messages"]:
        calls = tuple(call["id"] for call in message.get("tool_calls") or ())
        results = (message["tool_call_id"],) if message["role"] == "tool" else ()
        content = message.get("content")
        yield Said(message["role"], _text(content), calls, results, _images(content))


def _read_responses(body: Body) -> Iterator[Said]:
    for item in body["input"]:
        kind = item.get("type", "message")
        if kind == "message":
            yield Said(item["role"], _text(item["content"]), images=_images(item["content"]))
        elif kind.endswith("_call"):
            yield Said("assistant", "", (item.get("call_id", ""),))
        elif kind.endswith("_output"):
            yield Said("tool", _output(item.get("output")), (), (item["call_id"],), _images(item.get("output")))
        else:
            yield Said("other", _text(item.get("content")))


def _output(output: Any) -> str:
    """The text of a result; until late 2025 Codex wrapped it into JSON."""
    if isinstance(output, str) and output.startswith('{"output":'):
        return str(json.loads(output)["output"])
    return _text(output)


READERS = {"messages": _read_messages, "chat": _read_chat, "responses": _read_responses}


def _stream_messages(number: int, text: str, calls: list[Call], tokens: int, model: str) -> Iterator[Body]:
    usage = {"input_tokens": tokens, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 9}
    message = {"id": f"msg_{number:08}", "type": "message", "role": "assistant", "model": model, "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": usage}  # fmt: skip
    yield {"type": "message_start", "message": message}
    blocks: list[tuple[Body, Body]] = [({"type": "text", "text": ""}, {"type": "text_delta", "text": text})]
    for call in calls:
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        blocks.append((block, {"type": "input_json_delta", "partial_json": json.dumps(call.arguments)}))
    for index, (block, delta) in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": usage}
    yield {"type": "message_stop"}


def _stream_chat(number: int, text: str, calls: list[Call], tokens: int, model: str) -> Iterator[Body]:
    usage = {"prompt_tokens": tokens, "completion_tokens": 9, "total_tokens": tokens + 9}
    common = {"id": f"c{number}", "object": "chat.completion.chunk", "created": 1, "model": model}
    delta: Body = {"role": "assistant", "content": text}
    if calls:
        delta["tool_calls"] = [
            {"index": at, "id": call.id, "type": "function",
             "function": {"name": call.name, "arguments": json.dumps(call.arguments)}}
            for at, call in enumerate(calls)
        ]  # fmt: skip
    reason = "tool_calls" if calls else "stop"
    yield {**common, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield {**common, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    yield {**common, "choices": [], "usage": usage}


def _stream_responses(number: int, text: str, calls: list[Call], tokens: int, model: str) -> Iterator[Body]:
    words = {"type": "message", "id": f"msg_{number:08}", "role": "assistant", "status": "completed",
             "content": [{"type": "output_text", "text": text, "annotations": []}]}  # fmt: skip
    made = [{"type": "function_call", "id": f"fc_{call.id}", "call_id": call.id, "name": call.name,
             "arguments": json.dumps(call.arguments), "status": "completed"} for call in calls]  # fmt: skip
    usage = {"input_tokens": tokens, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 9,
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": tokens + 9}  # fmt: skip
    answer = {"id": f"resp_{number:08}", "object": "response", "created_at": 1, "status": "completed", "model": model,
              "output": [words, *made], "usage": usage, "error": None}  # fmt: skip
    yield {"type": "response.created", "response": {**answer, "status": "in_progress", "output": [], "usage": None}}
    for index, item in enumerate(answer["output"]):
        yield {"type": "response.output_item.added", "output_index": index, "item": {**item, "status": "in_progress"}}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": answer}


STREAMS = {"messages": _stream_messages, "chat": _stream_chat, "responses": _stream_responses}
PATHS = {"/messages": "messages", "/chat/completions": "chat", "/responses": "responses"}


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"] or 0))
            path = self.path.partition("?")[0]
            wire = next((wire for end, wire in PATHS.items() if path.endswith(end)), "")
            if not wire:
                self._refuse()
                return
            body = json.loads(raw)
            number, text, calls, tokens = server.answer(wire, body, len(raw))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            with suppress(ConnectionError):  # a client that has read enough hangs up
                for event in STREAMS[wire](number, text, calls, tokens, body.get("model", "")):
                    name = b"event: %s\n" % event["type"].encode() if "type" in event else b""
                    self.wfile.write(name + b"data: %s\n\n" % json.dumps(event).encode())
                if wire == "chat":
                    self.wfile.write(b"data: [DONE]\n\n")

        def do_GET(self) -> None:
            self._refuse()

        def do_HEAD(self) -> None:
            self._refuse()

        def _refuse(self) -> None:
            self.send_response(404)
            self.send_header("content-type", "application/json")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(b'{"error": {"type": "not_found_error", "message": "there is no such path"}}')

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    return Handler
