"""`foldline compact --model`: who writes the summary, who was tried, what it cost."""

import json

import pytest
from click import UsageError

from foldline.cli.models import cost
from foldline.core.messages import Usage
from foldline.core.result import Attempt, CompactionResult, Status
from formats.codex_file import answered, called, file, header, line, output, said
from providers.test_faults import GOOD, cap_of
from providers.test_native import SEALED, V2, streamed
from providers.wire_answers import MODELS, WIRES, answer, failure
from providers.wire_server import Answer, serving

LONG = " ".join(f"w{number}" for number in range(3_000))
TALK = file(
    header(),
    line("turn_context", model="gpt-5-codex"),
    said("Build it."),
    called("c1"),
    output("c1", LONG),
    answered("built"),
    said("now the lexer"),
    answered("done"),
)
KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _keys(monkeypatch):
    for name in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)


def writes(wire):
    return lambda asked: answer(wire, GOOD[cap_of(asked.body)])


def fold(run, path, *more):
    return run("compact", path, "--keep-recent", 3000, "--effort", "off", *more)


@pytest.mark.parametrize("wire", WIRES)
def test_a_model_writes_the_summary_and_is_named(run, pi_file, wire):
    before = pi_file.read_bytes()
    with serving(writes(wire)) as server:
        made = fold(
            run, pi_file, "--model", f"{wire}:{MODELS[wire]}@{server.url}", "--context", "branch: main", "--json"
        )
    told = made.json()
    assert (told["status"], told["method"], told["summarised_by"]) == ("compacted", "model", f"{wire}:{MODELS[wire]}")
    assert [attempt["outcome"] for attempt in told["attempts"]] == ["accepted"] * len(server.asked)
    assert told["attempts"][0]["usage"] == {"input": 60, "output": 20, "cache_read": 40, "cache_write": 0}
    assert told["cached_tokens"] == 40 * len(server.asked)
    assert told["cost"] > 0
    assert "branch: main" in json.dumps(server.asked[0].body)
    assert KEY not in made.out + made.err
    assert pi_file.read_bytes() == before


def test_the_next_model_writes_where_one_fails_and_both_are_told(run, pi_file):
    with serving(failure("openai", 401)) as down, serving(writes("anthropic")) as up:
        models = ("--model", f"openai:gpt-4.1@{down.url}", "--model", f"anthropic:claude-3-5-haiku-latest@{up.url}")
        made = fold(run, pi_file, *models)
    assert made.code == 0
    assert " · anthropic:claude-3-5-haiku-latest · " in made.out
    assert "tried: openai:gpt-4.1, summarization: openai:gpt-4.1: does not take the key" in made.out.replace("\n", " ")
    assert "$0.00" in made.out


def test_the_built_in_summariser_is_the_last_one(run, pi_file):
    with serving(failure("openai", 401)) as server:
        told = fold(run, pi_file, "--model", f"openai:gpt-4.1@{server.url}", "--json").json()
    assert (told["status"], told["method"], told["cost"]) == ("compacted", "builtin", None)
    assert {attempt["status"] for attempt in told["attempts"]} == {401}


@pytest.mark.parametrize("form", ["--json", "--text"])
def test_without_a_fallback_it_fails_and_says_where(run, pi_file, form):
    before = pi_file.read_bytes()
    with serving(failure("openai", 401)) as server:
        made = fold(run, pi_file, "--model", f"openai:gpt-4.1@{server.url}", "--no-fallback", "--in-place", form)
    assert made.code == 1
    assert "Summarization failed: openai:gpt-4.1: does not take the key" in made.out + made.err
    assert pi_file.read_bytes() == before
    if form == "--json":
        assert (made.json()["status"], made.json()["attempts"][0]["status"]) == ("summary_failed", 401)


def test_a_missing_key_costs_nothing_but_a_line(run, pi_file, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    made = fold(run, pi_file, "--model", "openai:gpt-4.1")
    assert made.code == 0
    assert "there is no key for openai; set OPENAI_API_KEY" in " ".join(made.out.split())


@pytest.mark.parametrize(
    ("model", "said"),
    [("gpt-5", "models"), ("opeani:gpt-5", "unknown provider 'opeani'"), ("openai-compatible:x", "has no address")],
)
def test_a_name_that_is_none_is_wrong_use(run, pi_file, model, said):
    with pytest.raises(UsageError, match=said):
        fold(run, pi_file, "--model", model)


def test_a_preview_sends_nothing(run, pi_file):
    with serving(writes("openai")) as server:
        told = fold(run, pi_file, "--model", f"openai:gpt-4.1@{server.url}", "--preview", "--json").json()
        assert server.asked == []
    assert told["method"] == "builtin"


def test_the_models_may_stand_in_the_settings(run, pi_file, monkeypatch):
    with serving(writes("openai")) as server:
        monkeypatch.setenv("FOLDLINE_MODELS", f'["openai:gpt-4.1@{server.url}"]')
        told = fold(run, pi_file, "--json").json()
    assert told["summarised_by"] == "openai:gpt-4.1"


def test_a_cost_is_told_only_where_every_price_is_known():
    usage = Usage(input=1_000_000)
    known, unknown = (
        Attempt("full", "openai:gpt-4.1", "accepted", usage),
        Attempt("short", "ollama:x", "accepted", usage),
    )
    assert cost(CompactionResult(status=Status.COMPACTED, reason="", attempts=(known, known))) == 4.0
    assert cost(CompactionResult(status=Status.COMPACTED, reason="", attempts=(known, unknown))) is None
    assert cost(CompactionResult(status=Status.COMPACTED, reason="")) is None


def test_a_call_whose_price_is_not_known_is_told_all_the_same(run, pi_file):
    with serving(writes("openai")) as server:
        made = fold(run, pi_file, "--model", f"openai-compatible:house-model-7@{server.url}")
    told = " ".join(made.out.split())
    assert "2 calls: 200 tokens in (80 from the cache), 40 out, at a price that is not known" in told


def test_what_it_cost_is_told_with_the_month_of_the_prices(run, pi_file):
    with serving(writes("openai")) as server:
        ask = ("--model", f"openai:gpt-4.1@{server.url}")
        made, told = fold(run, pi_file, *ask), fold(run, pi_file, *ask, "--json").json()
    assert "2 calls: 200 tokens in (80 from the cache), 40 out, $0.0006 at list prices of 2026-06" in " ".join(
        made.out.split()
    )
    assert (told["cost"], told["price_month"]) == (pytest.approx(0.0006), "2026-06")


def test_prices_of_yours_go_before_list_prices(run, pi_file, monkeypatch, tmp_path):
    settings = tmp_path / "mine.toml"
    settings.write_text('[catalog."gpt-4.1"]\nprice_in = 100\nprice_out = 1000\nprice_cached = 10\n')
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(settings))
    with serving(writes("openai")) as server:
        told = fold(run, pi_file, "--model", f"openai:gpt-4.1@{server.url}", "--json").json()
    assert (told["cost"], told["price_month"]) == (pytest.approx(0.0528), "")


def remote(asked):
    return Answer((json.dumps({"summary": GOOD[asked.body["maxTokens"]]}).encode(),), kind="application/json")


def test_a_remote_endpoint_writes_before_the_models(run, pi_file):
    with serving(remote) as endpoint, serving(writes("openai")) as server:
        models = ("--model", f"openai:gpt-4.1@{server.url}")
        made = fold(run, pi_file, *models, "--remote-endpoint", f"{endpoint.url}/compact", "--json").json()
        assert server.asked == []
    assert (made["status"], made["method"]) == ("compacted", "remote")
    assert made["summarised_by"] == f"remote:{endpoint.url.removeprefix('http://')}/compact"


def test_with_no_remote_an_endpoint_of_the_settings_is_never_asked(run, pi_file, monkeypatch):
    with serving(remote) as endpoint:
        monkeypatch.setenv("FOLDLINE_REMOTE_ENDPOINT", f"{endpoint.url}/compact")
        assert fold(run, pi_file, "--json").json()["method"] == "remote"
        asked = len(endpoint.asked)
        made = fold(run, pi_file, "--no-remote", "--json").json()
        assert len(endpoint.asked) == asked
    assert (made["status"], made["method"], made["attempts"]) == ("compacted", "builtin", [])


def folds_itself(asked):
    if asked.path == V2 and "max_output_tokens" not in asked.body:
        return streamed(SEALED)
    return writes("openai-responses")(asked)


def native(run, path, server, *more):
    model = ("--model", f"openai-responses:gpt-4.1@{server.url}")
    return run("compact", path, "--keep-recent", 20, "--effort", "off", *model, "--native", *more)


@pytest.fixture
def codex_file(tmp_path):
    path = tmp_path / "rollout.jsonl"
    path.write_bytes(TALK)
    return path


def test_the_provider_folds_by_itself_into_the_file_of_its_client(run, codex_file):
    with serving(folds_itself) as server:
        told = native(run, codex_file, server, "--in-place", "--json").json()
        assert len(server.asked) == 1
    assert (told["method"], told["short_summary"]) == ("remote", "Remote compaction")
    assert told["payload"]["items"][-1] == SEALED
    assert "[compaction]" not in json.dumps(told["messages"])
    assert b'"encrypted_content":"gAAAAsealed"' in codex_file.read_bytes()
    assert run("restore", codex_file).code == 0
    assert codex_file.read_bytes() == TALK


@pytest.mark.parametrize(
    "form", [("--text",), ("--messages", "openai_chat", "--json"), ("--messages", "openai_responses", "--json")]
)
def test_what_is_to_be_read_elsewhere_says_what_was_folded(run, codex_file, form):
    with serving(folds_itself) as server:
        made = native(run, codex_file, server, *form)
    assert "in a form that only its provider can read" not in made.out.partition('"reason"')[0]
    assert "## " in made.out


def test_where_the_session_has_no_place_for_it_a_text_is_written_and_that_is_told(run, pi_file):
    with serving(folds_itself) as server:
        told = native(run, pi_file, server, "--json").json()
    assert (told["status"], told["method"], told["payload"]) == ("compacted", "model", None)
    assert "a session of the format 'pi' has no place" in told["warnings"][0]


def test_native_and_no_remote_exclude_each_other(run, codex_file):
    with pytest.raises(UsageError, match="exclude each other"):
        run("compact", codex_file, "--native", "--no-remote")
