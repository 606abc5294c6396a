import stat

import pytest

from foldline.config import key_file
from providers.wire_answers import answer, failure
from providers.wire_server import serving

KEY = "sk-example-000000000001"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "FOLDLINE_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def keep(api, key, provider="anthropic"):
    return api.http.put("/api/keys", json={"provider": provider, "key": key})


def test_a_key_is_kept_for_its_owner_alone_and_never_given_back(api, home):
    made = keep(api, f" {KEY}\n").json()
    assert (made["has_key"], made["key_origin"]) == (True, "stored")
    path = home.user.parent / "keys.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for route in ("/api/state", "/openapi.json", "/api/binding"):
        assert KEY not in api.http.get(route).text
    assert KEY not in home.text()
    assert key_file.environment()["ANTHROPIC_API_KEY"] == KEY


def test_an_empty_key_forgets_the_one_that_is_kept(api):
    keep(api, KEY)
    assert keep(api, "").json()["has_key"] is False
    assert "ANTHROPIC_API_KEY" not in key_file.environment()


def test_a_key_of_the_environment_goes_before_one_that_is_kept(api, monkeypatch):
    keep(api, KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-example-000000000002")
    assert key_file.environment()["ANTHROPIC_API_KEY"] == "sk-example-000000000002"
    provider = next(one for one in api.state()["providers"] if one["name"] == "anthropic")
    assert provider["key_origin"] == "environment"


@pytest.mark.parametrize(
    ("provider", "key", "status"),
    [("nobody", KEY, 404), ("anthropic", "a\nb", 422), ("anthropic", "x" * 10_001, 422),
     ("anthropic", "schlüssel", 422), ("anthropic", 7, 400)],
)  # fmt: skip
def test_what_is_no_key_is_told_without_it(api, home, provider, key, status):
    answer = keep(api, key, provider)
    assert answer.status_code == status
    assert "schlüssel" not in answer.text
    assert not (home.user.parent / "keys.json").exists()


def ask(api, model):
    return api.http.post("/api/models/test", json={"model": model}).json()


def test_a_model_that_answers_is_fine(api):
    with serving(answer("openai", "ready")) as server:
        keep(api, KEY, "openai-compatible")
        made = ask(api, f"openai-compatible:m@{server.url}/v1")
        assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert made["ok"] is True
    assert "ready" in made["message"]


def test_a_model_that_refuses_the_key_says_so_without_it(api):
    with serving(failure("openai", 401)) as server:
        keep(api, KEY, "openai-compatible")
        made = ask(api, f"openai-compatible:m@{server.url}/v1")
    assert made["ok"] is False
    assert made["message"]
    assert KEY not in made["message"]


@pytest.mark.parametrize(
    ("model", "says"),
    [("anthropic:claude-sonnet-4-5", "there is no key for anthropic"), ("m", "names no model"),
     ("nobody:m", "unknown provider 'nobody'"), ("openai-compatible:m@http://127.0.0.1:9/v1", "the connection failed"),
     ("openai-compatible:m", "has no address")],
)  # fmt: skip
def test_a_model_that_can_not_be_asked_says_why(api, model, says):
    made = ask(api, model)
    assert made["ok"] is False
    assert says in made["message"]


def test_the_built_in_summariser_needs_nobody(api):
    assert ask(api, "builtin")["ok"] is True


def test_a_model_without_a_key_is_shown_as_such(api):
    api.edit(("settings/models", ["anthropic:claude-sonnet-4-5", "ollama:qwen3"]))
    first, second = api.state()["models"]
    assert (first["has_key"], first["note"], first["window"]) == (False, "there is no key for anthropic", 200_000)
    assert second["has_key"] is True
    keep(api, KEY)
    assert api.state()["models"][0]["has_key"] is True
