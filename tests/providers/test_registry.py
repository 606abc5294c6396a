import pytest

from foldline.errors import AuthenticationError, MissingExtraError, SettingsError
from foldline.providers import registry
from foldline.providers.chain import Chain
from foldline.providers.registry import provider, providers

KEYS = {"OPENAI_API_KEY": "sk-o", "ANTHROPIC_API_KEY": "sk-a", "GEMINI_API_KEY": "g", "HOME": "/nowhere"}


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("anthropic:claude-sonnet-4-5", "https://api.anthropic.com/v1"),
        ("openai:gpt-5-mini", "https://api.openai.com/v1"),
        ("openai-responses:gpt-5-mini", "https://api.openai.com/v1"),
        ("google:gemini-2.5-flash", "https://generativelanguage.googleapis.com/v1beta"),
        ("ollama:qwen3:8b", "http://127.0.0.1:11434/v1"),
        ("openai-compatible:qwen3@http://10.0.0.7:8000/v1", "http://10.0.0.7:8000/v1"),
        ("openai:gpt-4o@https://gateway.example/v1", "https://gateway.example/v1"),
    ],
)
def test_a_name_says_who_is_asked_and_where(name, url):
    made = provider(name, environ=KEYS)
    assert made.service.base_url == url
    assert made.name == name.partition("@")[0]


@pytest.mark.parametrize(
    ("name", "environ", "url"),
    [
        ("openai:x", {"OPENAI_BASE_URL": "http://h:1/v1"}, "http://h:1/v1"),
        ("anthropic:x", {"ANTHROPIC_BASE_URL": "http://h:1"}, "http://h:1/v1"),
        ("ollama:x", {"OLLAMA_HOST": "h:1"}, "http://h:1/v1"),
        ("openai-compatible:x", {"FOLDLINE_BASE_URL": "http://h:1/api/"}, "http://h:1/api"),
    ],
)
def test_the_environment_may_say_where_a_service_is(name, environ, url):
    assert provider(name, environ=environ).service.base_url == url


@pytest.mark.parametrize(("base_url", "field"), [("", "max_completion_tokens"), ("http://h:1/v1", "max_tokens")])
def test_only_openai_itself_is_spoken_to_in_its_own_way(base_url, field):
    from foldline.core.requests import SummaryRequest

    made = provider("openai:gpt-4o", base_url=base_url, environ=KEYS)
    request = SummaryRequest("short", "s", "p", 9)
    body = made.service.dialect.body(request, "m", effort="off", stream=True, max_tokens=9, output_cap=None)
    assert field in body


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("openai:gpt-5", "OPENAI_API_KEY"),
        ("anthropic:claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-pro", "GEMINI_API_KEY or GOOGLE_API_KEY"),
    ],
)
def test_a_missing_key_is_named_by_its_variable(name, variables):
    with pytest.raises(AuthenticationError, match=f"set {variables} in the environment"):
        provider(name, environ={})


@pytest.mark.parametrize("name", ["", "gpt-5", "openai:", ":gpt-5"])
def test_a_name_without_a_model_is_no_name(name):
    with pytest.raises(SettingsError, match=r"names no model; write provider:model, with one of anthropic, openai"):
        provider(name, environ=KEYS)


def test_an_unknown_provider_is_answered_with_the_known_ones():
    with pytest.raises(SettingsError, match="unknown provider 'opeani'; known are 'anthropic', 'openai'"):
        provider("opeani:gpt-5")


def test_a_server_whose_address_nobody_knows_needs_one():
    with pytest.raises(SettingsError, match="set FOLDLINE_BASE_URL"):
        provider("openai-compatible:x", environ={})


def test_what_is_not_installed_is_named():
    with pytest.raises(MissingExtraError, match=r"pip install 'foldline\[pydantic-ai\]'"):
        provider("pydantic-ai:bedrock:claude", environ={})


def test_several_models_are_asked_in_their_order():
    chain = providers(["openai:gpt-5", "anthropic:claude-sonnet-4-5", "builtin"], environ=KEYS)
    assert isinstance(chain, Chain)
    assert chain.name == "openai:gpt-5, anthropic:claude-sonnet-4-5"
    assert providers(["openai:gpt-5"], environ=KEYS).name == "openai:gpt-5"
    assert providers(["builtin"]) is None
    assert providers([]) is None


def test_nothing_stands_behind_who_never_fails():
    with pytest.raises(SettingsError, match="'builtin' never fails"):
        providers(["builtin", "openai:gpt-5"], environ=KEYS)


def test_every_known_provider_can_be_had():
    assert all(callable(registry._maker(name)) for name in registry.PROVIDERS)
    assert registry.names()[-1] == "builtin"
