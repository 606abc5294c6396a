"""The four real clients at pinned versions, each with a home folder of its own and a model on the loopback.

Installed with npm into `.cache/clients` on first use, without running install scripts.
"""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import threading
import time
import uuid
import zlib
from pathlib import Path
from typing import ClassVar

from clients.model_server import ModelServer, Request
from foldline.compactor import load
from foldline.formats.renewal import with_line

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache" / "clients"
RUN_SECONDS = 120
INSTALL_SECONDS = 600


class Client:
    """A client program; subclasses say how it is installed, started and told where the model is."""

    label: ClassVar[str]
    folder: ClassVar[str]
    packages: ClassVar[tuple[str, ...]]
    program: ClassVar[str]
    format: ClassVar[str]
    sessions: ClassVar[str]
    """Pattern of its session files below the home folder."""

    def __init__(self, home: Path, server: ModelServer) -> None:
        self.home = home
        self.server = server
        self.project = home / "project"
        self.project.mkdir(parents=True, exist_ok=True)
        (self.project / "picture.png").write_bytes(picture())
        self.settle_in()

    def settle_in(self) -> None:
        """Write the settings that lead the client to the loopback."""

    def command(self, prompt: str, session: Path | None) -> list[str]:
        """The command line of one prompt, in a new session or in one that exists."""
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return {}

    def whole_environment(self) -> dict[str, str]:
        shut_off = {"no_proxy": "127.0.0.1,localhost", "NO_PROXY": "127.0.0.1,localhost"}
        return {"PATH": os.environ.get("PATH", ""), "HOME": str(self.home), **shut_off, **self.environment()}

    def compact_itself(self, session: Path) -> None:
        """Make the client write a summary of its own: the model reports a context that is nearly full."""
        self.server.report = 190_000
        self.say("How long is the first river?", session)
        self.say("How long is the second river?", session)

    @classmethod
    def path(cls) -> Path:
        return CACHE / cls.folder / "node_modules" / cls.program

    @classmethod
    def why_not(cls) -> str:
        """What is missing to run it; empty when nothing is."""
        missing = [program for program in ("node", "npm") if shutil.which(program) is None]
        if missing:
            return f"{' and '.join(missing)} not installed"
        if cls.path().exists():
            return ""
        place = CACHE / cls.folder
        place.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", place, "--ignore-scripts", "--no-audit", "--no-fund", *cls.packages]
        try:
            ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS)
        except subprocess.TimeoutExpired:
            return f"npm did not install {' '.join(cls.packages)} in time"
        return "" if ran.returncode == 0 else f"npm could not install {' '.join(cls.packages)}: {ran.stderr[-200:]}"

    def say(self, prompt: str, session: Path | None = None, *, interrupt: bool = False) -> list[Request]:
        """Run one prompt; returns the requests the client sent for it.

        Args:
            prompt: what is said.
            session: which session to go on with.
            interrupt: stop the client, as Ctrl-C does, while it runs a command.
        """
        self.server.project = self.project
        before = len(self.server.requests)
        with subprocess.Popen(
            self.command(prompt, session),
            cwd=self.project,
            env=self.whole_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                if interrupt:
                    self._interrupt(process, before)
                out, err = process.communicate(timeout=RUN_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        sent = self.server.requests[before:]
        if not interrupt and (process.returncode or not sent):
            msg = f"{self.label} ended with {process.returncode}: {out[-400:]} {err[-600:]}"
            raise RuntimeError(msg)
        return sent

    def _interrupt(self, process: "subprocess.Popen[str]", before: int) -> None:
        give_up = time.monotonic() + RUN_SECONDS
        while len(self.server.requests) == before and process.poll() is None and time.monotonic() < give_up:
            time.sleep(0.05)
        time.sleep(2)
        process.send_signal(signal.SIGINT)

    def adopt(self, data: bytes, name: str) -> Path:
        """Put a session of somebody else where the client looks for its own, as if it had been held here."""
        path = self.home / self.sessions.replace("*", "-adopted", 1).partition("*")[0] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(with_line(data, "session", {"cwd": str(self.project)}))
        return path

    def newest(self) -> Path:
        return max(self.home.glob(self.sessions), key=lambda path: path.stat().st_mtime_ns)


class ClaudeCode(Client):
    label, format = "Claude Code 2.1.197", "claude_code"
    folder, packages = "claude-code-2.1.197", ("@anthropic-ai/claude-code@2.1.197",)
    program = ".bin/claude"
    sessions = ".claude/projects/*/*.jsonl"

    @classmethod
    def path(cls) -> Path:
        # The wrapper looks for what the install script would have put in its place.
        found = sorted((CACHE / cls.folder / "node_modules/@anthropic-ai").glob("claude-code-*/claude"))
        return found[0] if found else CACHE / cls.folder / "absent"

    def environment(self) -> dict[str, str]:
        quiet = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "IS_SANDBOX": "1"}
        return {"ANTHROPIC_BASE_URL": self.server.url, "ANTHROPIC_API_KEY": "none", **quiet}

    def command(self, prompt: str, session: Path | None) -> list[str]:
        goes_on = ["--resume", session.stem] if session else []
        tools = ["--allowedTools", "Bash", "Edit", "Write", "Read"]
        model = ["--model", "claude-sonnet-4-5", "--output-format", "json"]
        return [str(self.path()), "-p", prompt, *tools, *model, *goes_on]

    def compact_itself(self, session: Path) -> None:
        self.say("/compact", session)

    def adopt(self, data: bytes, name: str) -> Path:
        session = load(data).info.id
        folder = "".join(letter if letter.isalnum() else "-" for letter in str(self.project.resolve()))
        if not re.fullmatch(r"[0-9a-f-]{36}", session):  # a name that was made up by hand: the client takes no such
            session = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
        path = self.home / ".claude" / "projects" / folder / f"{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


class Codex(Client):
    label, format = "Codex 0.171.0", "codex"
    folder, packages = "codex-0.171.0", ("@openai/codex@0.171.0",)
    program = ".bin/codex"
    sessions = ".codex/sessions/*/*/*/rollout-*.jsonl"

    def settle_in(self) -> None:
        (self.home / ".codex").mkdir(exist_ok=True)
        (self.home / ".codex" / "config.toml").write_text(
            'model = "gpt-5-codex"\nmodel_provider = "mock"\nmodel_context_window = 200000\n'
            'model_auto_compact_token_limit = 150000\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n'
            f'[model_providers.mock]\nname = "mock"\nbase_url = "{self.server.url}/v1"\nenv_key = "MOCK_KEY"\n'
            'wire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n'
        )

    def environment(self) -> dict[str, str]:
        return {"MOCK_KEY": "none"}

    def command(self, prompt: str, session: Path | None) -> list[str]:
        goes_on = ["resume", session.stem[-36:]] if session else []
        return [str(self.path()), "exec", "--skip-git-repo-check", *goes_on, prompt]

    def adopt(self, data: bytes, name: str) -> Path:
        session = load(data).info.id or Path(name).stem
        path = self.home / ".codex" / "sessions" / "2026" / "01" / "02" / f"rollout-2026-01-02T03-04-05-{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


class Pi(Client):
    label, format = "pi 0.73.1", "pi"
    folder, packages = "pi-0.73.1", ("@mariozechner/pi-coding-agent@0.73.1",)
    program = "@mariozechner/pi-coding-agent/dist/cli.js"
    sessions = ".pi/agent/sessions/*/*.jsonl"

    def settle_in(self) -> None:
        agent = self.home / ".pi" / "agent"
        agent.mkdir(parents=True, exist_ok=True)
        model = {"id": "mock-model", "contextWindow": 200_000, "maxTokens": 4096, "input": ["text", "image"]}
        provider = {
            "baseUrl": f"{self.server.url}/v1",
            "api": "openai-completions",
            "apiKey": "none",
            "models": [model],
        }
        (agent / "models.json").write_text(json.dumps({"providers": {"mock": provider}}))
        (agent / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 300}}))

    def environment(self) -> dict[str, str]:
        return {"PI_OFFLINE": "1", "PI_TELEMETRY": "0"}

    def command(self, prompt: str, session: Path | None) -> list[str]:
        goes_on = ["--session", str(session)] if session else []
        return ["node", str(self.path()), "-p", "--provider", "mock", "--model", "mock-model", *goes_on, prompt]


class Omp(Client):
    label, format = "oh-my-pi 18.2.3", "omp"
    folder = "omp-18.2.3"
    packages = ("@oh-my-pi/pi-coding-agent@18.2.3", "@oh-my-pi/omp-stats@18.2.3", "bun@1.4.5")
    program = ".bin/omp"
    sessions = ".omp/agent/sessions/*/*.jsonl"

    def settle_in(self) -> None:
        agent = self.home / ".omp" / "agent"
        agent.mkdir(parents=True, exist_ok=True)
        (agent / "models.yml").write_text(
            f"providers:\n  mock:\n    baseUrl: {self.server.url}/v1\n    api: openai-completions\n    apiKey: none\n"
            "    models:\n      - id: mock-model\n        name: mock\n        contextWindow: 200000\n"
            "        maxTokens: 4096\n        reasoning: false\n        input: [text, image]\n"
            "        cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0}\n"
        )
        (agent / "config.yml").write_text("compaction:\n  methodOrder: [soft]\n  keepRecentTokens: 300\n")

    def environment(self) -> dict[str, str]:
        bun = self._bun().parent
        return {"PATH": f"{bun}{os.pathsep}{os.environ.get('PATH', '')}", "PI_OFFLINE": "1"}

    def _bun(self) -> Path:
        modules = CACHE / self.folder / "node_modules"
        return next(iter(sorted(modules.glob("@oven/bun-*/bin/bun"))), modules / ".bin" / "bun")

    def command(self, prompt: str, session: Path | None) -> list[str]:
        goes_on = ["--resume", str(session)] if session else []
        return [str(self._bun()), str(self.path()), "-p", "--model", "mock/mock-model", *goes_on, prompt]

    def compact_itself(self, session: Path) -> None:
        # Left to itself it finds that a session as small as this one is not worth it.
        command = [str(self._bun()), str(self.path()), "--mode", "rpc", "--model", "mock/mock-model"]
        with subprocess.Popen(
            [*command, "--resume", str(session)],
            cwd=self.project,
            env=self.whole_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            timer = threading.Timer(RUN_SECONDS, process.kill)
            timer.start()
            process.stdin.write('{"id": "fold", "type": "compact"}\n')
            process.stdin.flush()
            for line in process.stdout:
                answer = json.loads(line) if line.startswith("{") else {}
                if answer.get("id") == "fold":
                    break
            process.stdin.close()
            process.wait(RUN_SECONDS)
            timer.cancel()


CLIENTS: tuple[type[Client], ...] = (ClaudeCode, Codex, Pi, Omp)


def picture(side: int = 64) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\x10\x80\xf0" * side) * side)
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
