"""`make bench`: how fast Foldline is, as ratios within one run, because machines differ and are busy.

Each figure is the median of several runs, warm. Sessions are real ones from the samples where those are at hand
(FOLDLINE_CORPUS), else made from the bundled example.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from foldline.compactor import compact, load, plan, should_compact
from foldline.core.messages import Message, TextPart
from foldline.core.session import MessageEntry
from foldline.core.settings import CompactionSettings
from foldline.counters import best_counter

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / os.environ.get("FOLDLINE_CORPUS", "../shared/corpus")
RUNS = 9
SETTINGS = CompactionSettings()


def main() -> None:
    """Print every figure with its bound."""
    data = sample()
    counter = best_counter(len(data))
    print(f"sample: {len(data):,} bytes, counter {counter.name}, median of {RUNS}\n")
    one_file(data)
    growing()
    large(data)
    importing()


def sample() -> bytes:
    """A real session of some megabytes, or the example many times."""
    real = CORPUS / "pi" / "before-compaction.jsonl"
    return real.read_bytes() if real.is_file() else repeated((ROOT / "examples/agent-session.jsonl").read_bytes(), 900)


def median(work: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of ``work``, the first run left out."""
    work()
    return statistics.median(timed(work) for _ in range(runs))


def timed(work: Callable[[], object]) -> float:
    """Seconds of one run."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def report(what: str, figure: str, bound: str, *, ok: bool) -> None:
    """One line."""
    print(f"{'ok  ' if ok else 'SLOW'}  {what:<58} {figure:>22}   bound {bound}")


def texts(data: bytes) -> list[str]:
    """What there is to count in a session: the text of each message, joined as the counting does."""
    session = load(data)
    from foldline.core.counting.tokens import measure

    class Recorder:
        name = "recorder"

        def count(self, text: str) -> int:
            found.append(text)
            return 0

        def exact_for(self, model: str) -> bool:
            return False

    found: list[str] = []
    for item in session.context().items:
        measure(item.message, Recorder())
    return found


def one_file(data: bytes) -> None:
    """From the bytes of a file to a plan, against decoding its lines and counting its text once."""
    counter = best_counter(len(data))
    lines = [line for line in data.split(b"\n") if line.strip()]
    decode = median(lambda: [msgspec.json.decode(line) for line in lines])
    words = texts(data)
    count = median(lambda: [counter.count(text) for text in words])
    planned = median(lambda: plan(load(data), SETTINGS))
    ratio = planned / (decode + count)
    figure = f"{ratio:.2f}x  {planned * 1e3:.0f} ms"
    report("file -> plan / (decode + one count of the same text)", figure, "3x", ok=ratio <= 3)
    folded = median(lambda: compact(load(data), SETTINGS))
    ratio = folded / decode
    figure = f"{ratio:.1f}x  {folded * 1e3:.0f} ms"
    report("whole built-in fold / decode", figure, "30x", ok=ratio <= 30)


def growing() -> None:
    """Asking after one more message on a session of 10,000."""
    session = load(repeated(made(1_000), 10))
    should_compact(session, SETTINGS)
    seconds = []
    for number in range(200):
        text = TextPart(f"message {number} that was just written")
        session.append(MessageEntry(f"new{number}", session.leaf_id, Message("user", (text,))))
        seconds.append(timed(lambda: should_compact(session, SETTINGS)))
    figure = statistics.median(seconds) * 1e3
    report("should_compact after one more message of 10,000", f"{figure:.3f} ms", "0.2 ms", ok=figure <= 0.2)


def made(messages: int) -> bytes:
    """A pi session of so many messages."""
    lines = [b'{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/w"}']
    for number in range(messages):
        role = b"user" if number % 2 == 0 else b"assistant"
        text = b"The parser reads each line once and keeps its bytes, as said in step %d. " % number
        body = b'{"role":"%s","content":[{"type":"text","text":"%s"}]}' % (role, text * 3)
        parent = b"null" if number == 0 else b'"%08x"' % (number - 1)
        lines.append(b'{"type":"message","id":"%08x","parentId":%s,"message":%s}' % (number, parent, body))
    return b"\n".join(lines) + b"\n"


def repeated(data: bytes, times: int) -> bytes:
    """A session with its messages many times over, as one linear conversation."""
    header, *lines = [line for line in data.split(b"\n") if line.strip()]
    out = [header]
    last = None
    number = 0
    for _ in range(times):
        for line in lines:
            entry = msgspec.json.decode(line)
            if entry.get("type") != "message":
                continue
            number += 1
            name = f"{number:08x}"
            out.append(msgspec.json.encode({**entry, "id": name, "parentId": last}))
            last = name
    head = {**msgspec.json.decode(header), "version": 3}
    return b"\n".join((msgspec.json.encode(head), *out[1:])) + b"\n"


def large(data: bytes) -> None:
    """A session of 100,000 messages in a process of its own: seconds and peak memory."""
    path = ROOT / ".cache" / "bench-100k.jsonl"
    path.parent.mkdir(exist_ok=True)
    messages = sum(b'"type":"message"' in line for line in data.split(b"\n"))
    path.write_bytes(repeated(data, -(-100_000 // messages)))
    answer = subprocess.run([sys.executable, __file__, "--plan", str(path)], capture_output=True, text=True, check=True)
    seconds, counted, peak = map(float, answer.stdout.split())
    size = path.stat().st_size
    path.unlink()
    what = f"plan of {counted:,.0f} messages ({size / 1e6:,.0f} MB)"
    report(what, f"{seconds:.1f} s", "5 s", ok=seconds <= 5)
    report("peak memory of it / size of the file", f"{peak / size:.2f}x", "3x", ok=peak <= 3 * size)


def plan_file(path: str) -> None:
    """What the process of `large` does."""
    started = time.perf_counter()
    session = load(path)
    plan(session, SETTINGS)
    seconds = time.perf_counter() - started
    print(seconds, len(session.context().items), peak_bytes())


def peak_bytes() -> int:
    """Peak memory of this process. Not `ru_maxrss` where it can be helped: that starts at the parent's size."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def importing() -> None:
    """Importing the package, beyond importing msgspec."""
    script = "import time, msgspec; a = time.perf_counter(); import foldline; print(time.perf_counter() - a)"
    command = [sys.executable, "-c", script]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(RUNS)]
    figure = statistics.median(float(run.stdout) for run in runs) * 1e3
    report("import foldline beyond import msgspec", f"{figure:.1f} ms", "20 ms", ok=figure <= 20)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--plan"]:
        plan_file(sys.argv[2])
    else:
        main()
