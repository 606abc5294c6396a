import pytest

VARIABLES = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY")
KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def models(run, monkeypatch, tmp_path):
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(tmp_path / "settings.toml"))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return lambda *arguments: run("models", *arguments)


def test_without_a_model_the_built_in_summariser_and_the_providers_are_named(models):
    told = models().out
    assert "the built-in summariser writes, without a key" in told
    assert "anthropic, openai, openai-responses, google, ollama" in told
    assert models("--json").json()["models"] == []


def test_a_model_is_told_with_its_window_its_longest_answer_and_its_price(models, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    told = models("anthropic:claude-sonnet-4-5").out
    assert told.splitlines() == [
        "anthropic:claude-sonnet-4-5",
        "  can be asked",
        "  window 200,000 tokens",
        "  writes at most 64,000 tokens",
        "  price $3 in, $15 out, $0.3 from the cache for a million tokens (list price of 2026-10)",
    ]
    assert KEY not in told


def test_a_guess_is_marked_and_what_nobody_knows_is_said_to_be_unknown(models):
    lines = models("ollama:house-7").out.splitlines()
    assert lines[1:] == [
        "  can be asked",
        "  window 128,000 tokens (guessed)",
        "  longest answer not known",
        "  price not known",
    ]


def test_what_is_stated_in_the_settings_is_told_as_such(models, tmp_path):
    (tmp_path / "settings.toml").write_text(
        "models = ['ollama:house-7']\n[catalog.house-7]\ncontext_window = 9_000\nmax_output = 800\nprice_in = 1\n"
        "price_out = 2\n"
    )
    lines = models().out.splitlines()
    assert lines[2:] == [
        "  window 9,000 tokens (stated in your settings)",
        "  writes at most 800 tokens (stated in your settings)",
        "  price $1 in, $2 out for a million tokens (stated in your settings)",
    ]
    (told,) = models("--json").json()["models"]
    assert (told["context_window"], told["window_guessed"], told["price"]["month"]) == (9_000, False, "")


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("google:gemini-3.1-pro", "there is no key for google; set GEMINI_API_KEY or GOOGLE_API_KEY"),
        ("openai-compatible:qwen3", "has no address; set FOLDLINE_BASE_URL"),
        ("gpt-5", "names no model"),
    ],
)
def test_why_one_can_not_be_asked_is_said(models, model, why):
    told = models(model).out
    assert "  can't be asked: " in told
    assert why in told


def test_long_prompts_have_a_price_of_their_own(models):
    assert "; above 200,000 tokens 2 and 1.5 times as much" in models("google:gemini-3.1-pro").out
