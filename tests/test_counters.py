"""Exact counters: which is taken, that it counts right, and what happens where there is none."""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline import counters
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.counting.tokens import measure
from foldline.core.messages import Message, TextPart
from foldline.counters import LARGE, SLICE, best_counter, counter, passed_over
from foldline.errors import MissingExtraError
from passages import KINDS, LENGTHS, PASSAGES, passage

LIBRARIES = ("rs-bpe", "toktok")
MODULES = {"rs-bpe": "rs_bpe", "toktok": "toktok", "tiktoken": "tiktoken"}
GOLDEN = Path(__file__).parent / "core" / "golden" / "o200k_counts.json"


def usable(name: str):
    pytest.importorskip(MODULES[name.partition(":")[0]])
    return counter(name)


@pytest.fixture
def fresh(monkeypatch):
    """No counter is loaded and tiktoken is absent; the ones that were are back afterwards."""
    before = dict(counters._LOADED)
    counters._LOADED.clear()
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    monkeypatch.delitem(sys.modules, "tiktoken.registry", raising=False)
    yield monkeypatch
    counters._LOADED.clear()
    counters._LOADED.update(before)


def absent(monkeypatch, *names: str) -> None:
    for name in names:
        monkeypatch.setitem(sys.modules, MODULES[name], None)


def toktok_that_counts(count) -> ModuleType:
    module = ModuleType("toktok")
    module.batch_count = lambda texts, encoding, threads: [count(text) for text in texts]
    return module


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("kind", KINDS)
def test_exact_counters_agree_with_the_counts_on_file(name, kind):
    exact = usable(name)
    on_file = json.loads(GOLDEN.read_text())[kind]
    for length in LENGTHS:
        assert [exact.count(passage(kind, number, length)) for number in range(PASSAGES)] == on_file[str(length)]


@pytest.mark.parametrize("name", [*LIBRARIES, "estimate"])
@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("<|endoftext|> and <|im_start|>user<|fim_prefix|>", 30),
        ("\ud800 half a pair \udfff", 20),
        ("\x00\x01", 2),
        ("A" * 1_000_000, 310_000),
        ("a" * 1_000_000, 130_000),
        (" " * 1_000_000, 10_000),
        ("😀" * 50_000, 110_000),
        ("=-" * 100_000, 20_000),
    ],
    ids=["special tokens", "surrogates", "control", "capitals", "letters", "blanks", "emoji", "signs"],
)
def test_odd_texts_neither_raise_nor_hang(name, text, most):
    odd = EstimateCounter() if name == "estimate" else usable(name)
    assert 0 < odd.count(text) <= most


@pytest.mark.parametrize("name", LIBRARIES)
def test_nothing_is_no_token(name):
    assert usable(name).count("") == 0


@given(st.text(st.characters(codec=None), max_size=200))
def test_the_two_libraries_agree(text):
    assert usable("rs-bpe").count(text) == usable("toktok").count(text)


@given(st.text(min_size=1, max_size=200))
def test_no_text_has_more_tokens_than_bytes(text):
    assert 0 < usable("rs-bpe").count(text) <= len(text.encode())


@pytest.mark.parametrize(
    ("name", "model", "exact"),
    [
        ("rs-bpe", "gpt-5", True),
        ("rs-bpe", "gpt-4", False),
        ("rs-bpe", "claude-opus-4-8", False),
        ("rs-bpe", "", False),
        ("rs-bpe:cl100k_base", "gpt-4", True),
        ("toktok:qwen3.5", "qwen3.5-9b", True),
        ("toktok:qwen3.5", "qwen2-7b", False),
    ],
)
def test_a_counter_is_exact_for_the_models_of_its_encoding(name, model, exact):
    assert usable(name).exact_for(model) is exact


def test_qwen_texts_are_normalised_first():
    assert usable("toktok:qwen3.5").count("e\u0301") == usable("toktok:qwen3.5").count("é")


def test_little_is_counted_by_what_loads_fast(fresh):
    usable("rs-bpe")
    assert best_counter(LARGE - 1).library == "rs-bpe"


@pytest.mark.parametrize("size", [LARGE, None])
def test_much_is_counted_by_what_runs_fast(fresh, size):
    usable("toktok")
    assert best_counter(size).library == "toktok"


def test_what_is_loaded_already_is_taken(fresh):
    usable("toktok")
    assert best_counter(10).library == "toktok"


def test_a_counter_is_loaded_once(fresh):
    usable("rs-bpe")
    assert best_counter(10) is best_counter(10) is counter("rs-bpe")


@pytest.mark.parametrize(("missing", "taken"), [("rs-bpe", "toktok"), ("toktok", "rs-bpe")])
@pytest.mark.parametrize("size", [10, LARGE])
def test_one_library_stands_in_for_the_other(fresh, missing, taken, size):
    usable(taken)
    absent(fresh, missing)
    assert best_counter(size).library == taken


def test_without_any_library_the_estimate_counts(fresh):
    absent(fresh, *LIBRARIES)
    assert best_counter(10).name == "estimate"
    assert set(passed_over()) == set(LIBRARIES)


@pytest.mark.parametrize("count", [len, lambda _text: 0], ids=["a token a byte", "nothing"])
def test_a_library_that_counts_wrong_is_passed_over_with_the_reason(fresh, count):
    absent(fresh, "rs-bpe")
    fresh.setitem(sys.modules, "toktok", toktok_that_counts(count))
    assert best_counter().name == "estimate"
    assert "'hello world'" in passed_over()["toktok"]
    with pytest.raises(MissingExtraError, match="another version"):
        counter("toktok")


def test_a_library_whose_quick_way_is_gone_is_used_by_its_public_one(fresh):
    exact = usable("rs-bpe")
    fresh.setitem(sys.modules, "toktok", toktok_that_counts(exact.count))
    assert counter("toktok").count("two words") == 2


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_that_has_become_another_is_passed_over(fresh, name):
    fresh.setitem(sys.modules, MODULES[name], ModuleType(MODULES[name]))
    with pytest.raises(MissingExtraError, match="or not as it is known"):
        counter(name)


def test_the_estimate_is_there_by_name():
    assert counter("estimate").name == "estimate"


@pytest.mark.parametrize("name", MODULES)
def test_a_missing_library_names_the_line_that_installs_it(fresh, name):
    absent(fresh, name)
    with pytest.raises(MissingExtraError, match=r"pip install 'foldline\[exact\]'"):
        counter(name)


@pytest.mark.parametrize(
    ("name", "known"), [("tokenizer9", "rs-bpe, toktok, tiktoken and estimate"), ("toktok:p50k", "o200k_base")]
)
def test_an_unknown_name_lists_the_known_ones(fresh, name, known):
    with pytest.raises(MissingExtraError, match=known):
        counter(name)


def test_an_encoding_that_a_library_lacks_is_an_error_of_its_own(fresh):
    usable("rs-bpe")
    with pytest.raises(MissingExtraError, match=r"rs-bpe has no qwen3\.5"):
        counter("rs-bpe:qwen3.5")


class TestTiktoken:
    """The library of the vendor, which may hold a vocabulary of the user's."""

    @pytest.fixture
    def tiktoken(self, fresh):
        exact = usable("rs-bpe")
        absent(fresh, *LIBRARIES)
        counters._LOADED.clear()
        module, registry = ModuleType("tiktoken"), ModuleType("tiktoken.registry")
        ordinary = SimpleNamespace(encode_ordinary=lambda text: range(exact.count(text)))
        module.get_encoding = lambda name: ordinary
        registry.ENCODINGS = {"o200k_base": ordinary}
        fresh.setitem(sys.modules, "tiktoken", module)
        fresh.setitem(sys.modules, "tiktoken.registry", registry)
        return module

    def test_it_is_taken_where_its_vocabulary_is_loaded(self, tiktoken):
        assert best_counter(10).library == "tiktoken"

    def test_it_is_not_asked_where_it_would_have_to_download(self, tiktoken):
        sys.modules["tiktoken.registry"].ENCODINGS.clear()
        assert best_counter(10).name == "estimate"

    def test_long_texts_are_handed_over_in_slices(self, tiktoken):
        assert counter("tiktoken").count("hello " * SLICE) == pytest.approx(SLICE, rel=0.001)

    def test_a_download_that_fails_is_a_missing_extra(self, tiktoken):
        def refuse(name):
            raise ConnectionError(name)

        tiktoken.get_encoding = refuse
        with pytest.raises(MissingExtraError, match="tiktoken has no o200k_base here"):
            counter("tiktoken")


def test_a_message_is_counted_by_an_exact_counter_as_by_the_estimate_in_form():
    message = Message("user", (TextPart("hello world"),))
    assert measure(message, usable("rs-bpe")).tokens == 2 + 4
