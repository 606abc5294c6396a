"""Writes examples/agent-session.jsonl from the two texts in examples/parts: an invented project and an invented talk.

The project is a list of files under `=== path` lines. The talk is a list of steps under `::kind argument` lines; edits
are applied to the project as they come, so that a file that is read later holds what was written before. Long outputs
are made by the functions of `scripts/example_outputs.py`. Every run gives the same bytes.
"""

import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import example_outputs
from rs_bpe.bpe import openai

ROOT = Path(__file__).parent.parent
PARTS = ROOT / "examples" / "parts"
TARGET = ROOT / "examples" / "agent-session.jsonl"
DAY = datetime(2024, 5, 13, 11, 0, tzinfo=UTC)
"""The clock of the user is two hours ahead."""
MODEL = {"api": "openai-responses", "provider": "openai", "model": "gpt-5.1-codex"}
PRICES = {"input": 1.25, "output": 10.0, "cacheRead": 0.125, "cacheWrite": 0.0}
"""Dollars for a million tokens."""
UNSEEN_TOKENS = 2_900
"""System prompt and tools, which are sent with every request and stand in no session file."""
MESSAGE_TOKENS = 3
IMAGE_TOKENS = 200
CACHE_BLOCK = 128
TODO_STATES = {"x": "completed", ">": "in_progress", " ": "pending"}


class Step(NamedTuple):
    """One step of the talk."""

    kind: str
    argument: str
    body: str


class Call(NamedTuple):
    """A tool call with what came of it."""

    name: str
    arguments: dict
    output: str
    is_error: bool = False


def steps(text: str) -> Iterator[Step]:
    for block in re.split(r"^::", text, flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        kind, _, argument = head.partition(" ")
        yield Step(kind, argument, body.rstrip("\n"))


def project(text: str) -> dict[str, str]:
    blocks = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(blocks[::2], (body.rstrip("\n") + "\n" for body in blocks[1::2]), strict=True))


def apply_edit(files: dict[str, str], path: str, body: str) -> tuple[str, str]:
    """Exchange a text that must stand in the file exactly once; its first and last line may be given in part."""
    old, new = body.removeprefix("<<<<\n").removesuffix("\n>>>>").split("\n====\n")
    if files[path].count(old) != 1:
        msg = f"{path} holds this {files[path].count(old)} times, it must be once: {old!r}"
        raise ValueError(msg)
    files[path] = files[path].replace(old, new)
    return old, new


class Session:
    """The file as it grows."""

    def __init__(self) -> None:
        self.lines: list[dict] = []
        self.leaf: str | None = None
        self.clock = DAY
        self.tokens = UNSEEN_TOKENS
        self.cached = 0
        self.encoder = openai.o200k_base()

    def add(self, kind: str, **fields: object) -> None:
        seconds = {"user": 1, "assistant": 9, "toolResult": 2}.get(fields.get("message", {}).get("role"), 0)
        self.clock += timedelta(seconds=seconds, milliseconds=137)
        if kind == "session":
            self.lines.append({"type": kind, **fields, "timestamp": self.now()})
            return
        entry_id = blake2b(f"{len(self.lines)} {fields}".encode(), digest_size=4).hexdigest()
        line = {"type": kind, "id": entry_id, "parentId": self.leaf, "timestamp": self.now(), **fields}
        if "message" in line:
            line["message"]["timestamp"] = int(self.clock.timestamp() * 1000)
            self.tokens += self.size(line["message"])
        self.lines.append(line)
        self.leaf = entry_id

    def now(self) -> str:
        return self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def size(self, message: dict) -> int:
        texts = [
            part.get("text") or part.get("thinking") or json.dumps(part.get("arguments", ""))
            for part in message["content"]
        ]
        images = sum(part["type"] == "image" for part in message["content"])
        return MESSAGE_TOKENS + images * IMAGE_TOKENS + self.encoder.count("\n".join(texts))

    def user(self, clock: str, text: str) -> None:
        hours, minutes = map(int, clock.split(":"))
        self.clock = DAY.replace(hour=hours - 2, minute=minutes)
        self.add("message", message={"role": "user", "content": [{"type": "text", "text": text}]})

    def picture(self, data: str) -> None:
        part = {"type": "image", "data": data, "mimeType": "image/png"}
        self.lines[-1]["message"]["content"].append(part)
        self.tokens += IMAGE_TOKENS

    def answer(self, thinking: str, text: str, calls: list[Call], *, stop: str = "") -> None:
        number = len(self.lines)
        ids = [f"call_{blake2b(f'{number} {at}'.encode(), digest_size=12).hexdigest()}" for at in range(len(calls))]
        content: list[dict] = [{"type": "thinking", "thinking": thinking}] if thinking else []
        content += [{"type": "text", "text": text}] if text else []
        for call_id, call in zip(ids, calls, strict=True):
            content.append({"type": "toolCall", "id": call_id, "name": call.name, "arguments": call.arguments})
        message = {"role": "assistant", "content": content, **MODEL}
        message["usage"] = self.usage(message) if content else self.no_usage()
        message["stopReason"] = stop or ("toolUse" if calls else "stop")
        if stop == "aborted":
            message["errorMessage"] = "Request was aborted"
        message["responseId"] = f"resp_{blake2b(f'{number} answer'.encode(), digest_size=16).hexdigest()}"
        self.add("message", message=message)
        for call_id, call in zip(ids, calls, strict=True):
            result = {"role": "toolResult", "toolCallId": call_id, "toolName": call.name}
            content = [{"type": "text", "text": call.output or "(no output)"}]
            self.add("message", message={**result, "content": content, "isError": call.is_error})

    def usage(self, message: dict) -> dict:
        """What the provider would report: the prompt in whole cached blocks and the rest, and the answer."""
        output = self.size(message)
        usage = {"input": self.tokens - self.cached, "output": output, "cacheRead": self.cached, "cacheWrite": 0}
        self.cached = self.tokens // CACHE_BLOCK * CACHE_BLOCK
        cost = {name: round(tokens * PRICES[name] / 1e6, 8) for name, tokens in usage.items()}
        cost["total"] = round(sum(cost.values()), 8)
        return {**usage, "totalTokens": sum(usage.values()), "cost": cost}

    @staticmethod
    def no_usage() -> dict:
        nothing = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
        return {**nothing, "totalTokens": 0, "cost": {**nothing, "total": 0}}


def call_of(step: Step, files: dict[str, str]) -> Call:
    if step.kind == "read":
        return Call("read", {"path": step.argument}, files[step.argument])
    if step.kind == "write":
        files[step.argument] = step.body + "\n"
        output = f"Successfully wrote {len(step.body) + 1} bytes to {step.argument}"
        return Call("write", {"path": step.argument, "content": files[step.argument]}, output)
    if step.kind == "edit":
        old, new = apply_edit(files, step.argument, step.body)
        arguments = {"path": step.argument, "oldText": old, "newText": new}
        return Call("edit", arguments, f"Successfully replaced text in {step.argument}.")
    if step.kind == "todo":
        tasks = [{"content": line[4:], "status": TODO_STATES[line[1]]} for line in step.body.splitlines()]
        return Call("todo_write", {"todos": tasks}, f"{len(tasks)} tasks noted")
    if step.kind == "stopped":
        return Call("bash", {"command": step.argument}, "Command aborted", is_error=True)
    failed, code = "!" in step.kind, step.kind.partition("!")[2] or "1"
    output = filled(step.body)
    if failed:
        output += f"\n\nCommand exited with code {code}"
    return Call("bash", {"command": step.argument}, output, is_error=failed)


def filled(body: str) -> str:
    """A text with each line `%%name number` exchanged for what the function of that name makes."""
    return re.sub(
        r"^%%(\w+)(?: (\d+))?$",
        lambda found: getattr(example_outputs, found[1])(*([int(found[2])] if found[2] else [])),
        body,
        flags=re.MULTILINE,
    )


class Talk:
    """Takes the steps of the talk one by one and writes what they make of the session."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.session = Session()
        self.session.add("session", version=3, id="5b1f4c7e-2f7d-4c0e-9a53-6d1f0b6c2a11", cwd="/home/jonte/code/sluice")
        self.session.add("model_change", provider=MODEL["provider"], modelId=MODEL["model"])
        self.session.add("thinking_level_change", thinkingLevel="low")
        self.thinking = ""
        self.text: str | None = None
        self.calls: list[Call] = []

    def take(self, step: Step) -> None:
        match step.kind:
            case "user":
                self.close()
                self.session.user(step.argument, filled(step.body))
            case "image":
                self.session.picture(example_outputs.dashboard())
            case "think":
                self.close()
                self.thinking = step.body
            case "agent":
                self.close()
                self.text = step.body
            case "outside":
                apply_edit(self.files, step.argument, step.body)
            case "moved":
                old, new = step.argument.split()
                self.files[new] = self.files.pop(old)
            case "stopped":
                self.calls.append(call_of(step, self.files))
                self.close()
                self.session.answer("", "", [], stop="aborted")
            case _:
                self.calls.append(call_of(step, self.files))

    def close(self) -> None:
        """Write the answer that is being put together, if there is one."""
        if self.text is not None:
            self.session.answer(self.thinking, self.text, self.calls)
            self.thinking, self.text, self.calls = "", None, []


def build() -> bytes:
    """The session, as bytes."""
    talk = Talk(project((PARTS / "project.txt").read_text("utf-8")))
    for step in steps((PARTS / "talk.txt").read_text("utf-8")):
        talk.take(step)
    talk.close()
    lines = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in talk.session.lines)
    return "".join(f"{line}\n" for line in lines).encode()


if __name__ == "__main__":
    made = build()
    if "--check" in sys.argv:
        raise SystemExit(0 if made == TARGET.read_bytes() else f"{TARGET} is out of step: python {sys.argv[0]}")
    TARGET.write_bytes(made)
    print(f"{TARGET.relative_to(ROOT)}: {len(made.splitlines())} lines, {len(made):,} bytes")
