"""Exact tokenizers behind the `TokenCounter` protocol, none of which is needed.

Each is imported on first use and proves itself on a few known counts before it is believed; one that is absent or
counts wrong is passed over, and `passed_over` says why. Nothing here opens a connection, save tiktoken, which may load
its vocabulary from its vendor when it is asked for by name.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from foldline.core.counting import families
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.counting.tokens import TokenCounter
from foldline.errors import MissingExtraError

LARGE: Final = 10_000_000
"""Bytes from which the half second toktok needs to load is won back (rs-bpe loads in a tenth, and counts slower)."""
SLICE: Final = 100_000
"""Characters handed to tiktoken at once: older versions need quadratic time over a long run of letters."""
INSTALL: Final = "pip install 'foldline[exact]'"

_KNOWN_COUNTS: Final[dict[str, dict[str, int]]] = {
    "o200k_base": {
        "hello world": 2,
        "The quick brown fox jumps over 13 lazy dogs.": 11,
        "def f(x):\n    return x  # <|endoftext|>\n": 16,
        "数据库连接在三秒后超时。": 9,
        '{"id": 90071992547, "ok": true}': 14,
    },
    "cl100k_base": {"hello world": 2, "def f(x):\n    return x  # <|endoftext|>\n": 15, "안녕하세요 세계": 9},
    "qwen3.5": {"hello world": 2, "def f(x):\n    return x  # <|endoftext|>\n": 17, "数据库连接在三秒后超时。": 7},
}
"""Texts whose counts are known from the reference implementations: the start-up test of every counter."""


class ExactCounter:
    """A real tokenizer."""

    def __init__(self, library: str, encoding: str, count: Callable[[str], int]) -> None:
        self.library = library
        self.encoding = encoding
        self.name = encoding.removesuffix("_base")
        self._count = count

    def count(self, text: str) -> int:
        """Tokens of ``text`` as ordinary text: what looks like a special token is none."""
        if not text.isascii():
            # A copy: the tokenizer leaves a second form of the text, in UTF-8, behind in the string it is given.
            text = text[:1] + text[1:]
        try:
            return self._count(text)
        except UnicodeEncodeError:  # a lone surrogate, which no model is ever sent as such
            return self._count(text.encode("utf-8", "replace").decode())

    def exact_for(self, model: str) -> bool:
        """True where ``model`` uses this very tokenizer."""
        return families.family(model).encoding == self.encoding


def best_counter(size_hint: int | None = None) -> TokenCounter:
    """The best counter that works here, always one.

    Args:
        size_hint: bytes to be counted; None for a process that lives on and counts again and again.
    """
    small = size_hint is not None and size_hint < LARGE and "toktok" not in _LOADED
    for name in ("rs-bpe", "toktok") if small else ("toktok", "rs-bpe"):
        found = _attempt(name)
        if not isinstance(found, str):
            return found
    found = _attempt("tiktoken") if _tiktoken_is_loaded() else ""
    return EstimateCounter() if isinstance(found, str) else found


def counter(name: str) -> TokenCounter:
    """The counter of that name.

    Args:
        name: `rs-bpe`, `toktok`, `tiktoken` or `estimate`; the first three with another encoding as
            `toktok:qwen3.5`, `rs-bpe:cl100k_base`.

    Raises:
        MissingExtraError: it is not installed, or does not work here; the message says what to do.
    """
    if name == "estimate":
        return EstimateCounter()
    found = _attempt(name)
    if isinstance(found, str):
        msg = f"the counter {name!r} can't be used: {found}"
        raise MissingExtraError(msg)
    return found


def passed_over() -> dict[str, str]:
    """Name of each counter that was tried and could not be used -> the reason."""
    return {name: found for name, found in _LOADED.items() if isinstance(found, str)}


_LOADED: Final[dict[str, TokenCounter | str]] = {}
"""Name -> counter, or why there is none. A vocabulary takes 50 MB: it is loaded once in a process."""


def _attempt(name: str) -> TokenCounter | str:
    if name not in _LOADED:
        _LOADED[name] = _load(name)
    return _LOADED[name]


def _load(name: str) -> TokenCounter | str:
    library, _, encoding = name.partition(":")
    encoding = encoding or "o200k_base"
    loader = _LIBRARIES.get(library)
    if loader is None:
        return f"unknown; known are {', '.join(_LIBRARIES)} and estimate"
    if encoding not in _KNOWN_COUNTS:
        return f"unknown encoding {encoding!r}; known are {', '.join(_KNOWN_COUNTS)}"
    try:
        exact = ExactCounter(library, encoding, loader(encoding))
        return _fault(exact) or exact
    except ImportError as error:
        return f"{error}; {INSTALL}"
    except (OSError, LookupError, ValueError, AttributeError, TypeError) as error:
        return f"{library} has no {encoding} here, or not as it is known ({error}); {INSTALL}"


def _fault(exact: ExactCounter) -> str:
    """What the start-up test found wrong, if anything."""
    for text, wanted in _KNOWN_COUNTS[exact.encoding].items():
        found = exact.count(text)
        if found != wanted:
            return f"it counts {found} tokens in {text!r}, where {exact.encoding} has {wanted}; install another version"
    return ""


def _rs_bpe(encoding: str) -> Callable[[str], int]:
    # `import rs_bpe.openai` gives a broken wrapper that prints; the attribute is the extension itself.
    openai: Any = import_module("rs_bpe").openai
    vocabulary = {"o200k_base": openai.o200k_base, "cl100k_base": openai.cl100k_base}[encoding]
    count: Callable[[str], int] = vocabulary().count
    return count


def _toktok(encoding: str) -> Callable[[str], int]:
    toktok: Any = import_module("toktok")

    def count(text: str) -> int:
        counted: list[int] = toktok.batch_count([text], encoding, 1)
        return counted[0]

    # Its public call takes 50 microseconds a text, however short; Qwen's needs the normalisation it does.
    direct = getattr(toktok, "_encoding", None)
    if direct is None or encoding == "qwen3.5":
        return count
    quick: Callable[[str], int] = direct(encoding).count
    return quick


def _tiktoken(encoding: str) -> Callable[[str], int]:
    ordinary: Callable[[str], list[int]] = import_module("tiktoken").get_encoding(encoding).encode_ordinary

    def count(text: str) -> int:
        return sum(len(ordinary(text[at : at + SLICE])) for at in range(0, len(text), SLICE))

    return count


def _tiktoken_is_loaded() -> bool:
    """Whether the program has loaded tiktoken's vocabulary itself: asked for it, tiktoken may go and download it."""
    registry = sys.modules.get("tiktoken.registry")
    return "o200k_base" in getattr(registry, "ENCODINGS", ())


_LIBRARIES: Final[dict[str, Callable[[str], Callable[[str], int]]]] = {
    "rs-bpe": _rs_bpe,
    "toktok": _toktok,
    "tiktoken": _tiktoken,
}
