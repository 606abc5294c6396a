"""The whole body that each wire is sent for each kind of text, as files: what a vendor sees changes only on purpose."""

import json
from pathlib import Path

import pytest

from foldline.core.profiles.prompting import build
from foldline.core.profiles.templates import load
from foldline.core.requests import SummaryRequest
from foldline.wire import anthropic_calls, gemini_calls, openai_chat_calls, openai_responses_calls

GOLDEN = Path(__file__).parent / "golden"
WIRES = {
    "openai_chat": (openai_chat_calls, "gpt-4o"),
    "openai_responses": (openai_responses_calls, "gpt-5-mini"),
    "anthropic": (anthropic_calls, "claude-sonnet-4-5"),
    "gemini": (gemini_calls, "gemini-2.5-flash"),
}
CAPS = {"full": 13_107, "update": 13_107, "turn_prefix": 8_192, "short": 512, "branch": 2_048, "handoff": 8_192}


def request(kind):
    prompt = build(
        kind,
        load("handoff", "en"),
        conversation="[User]: Build the parser.\n\n[Assistant]: Built.",
        previous="## Goal\nShip.",
        context_lines=["branch: main"],
        focus="the parser",
    )
    return SummaryRequest(kind, prompt.system, prompt.user, CAPS[kind])


@pytest.mark.parametrize("kind", CAPS)
@pytest.mark.parametrize("wire", WIRES)
def test_the_body_is_the_one_on_file(wire, kind):
    codec, model = WIRES[wire]
    body = codec.request_body(request(kind), model, effort="inherit", stream=True, max_tokens=CAPS[kind])
    assert body == json.loads((GOLDEN / f"{wire}.{kind}.json").read_text())


CLAUDE, GEMINI, GPT = "claude-sonnet-4-5", "gemini-2.5-flash", "gpt-5-mini"


@pytest.mark.parametrize(
    ("codec", "model", "effort", "expected"),
    [
        (openai_chat_calls, "gpt-4o", "high", {"max_tokens": 512}),
        (openai_chat_calls, GPT, "off", {"max_tokens": 512}),
        (openai_chat_calls, GPT, "low", {"max_tokens": 2_560, "reasoning_effort": "low"}),
        (openai_responses_calls, "o3", "max", {"max_output_tokens": 33_280 - 16_384, "reasoning": {"effort": "high"}}),
        (anthropic_calls, "claude-3-5-haiku-latest", "high", {"max_tokens": 512}),
        (anthropic_calls, CLAUDE, "off", {"max_tokens": 512}),
        (
            anthropic_calls,
            CLAUDE,
            "low",
            {"max_tokens": 2_560, "thinking": {"type": "enabled", "budget_tokens": 2_048}},
        ),
        (
            anthropic_calls,
            "claude-opus-4-6",
            "max",
            {"max_tokens": 33_280, "thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}},
        ),
        (gemini_calls, "gemini-2.0-flash", "high", {"generationConfig": {"maxOutputTokens": 512}}),
        (
            gemini_calls,
            GEMINI,
            "low",
            {"generationConfig": {"maxOutputTokens": 2_560, "thinkingConfig": {"thinkingBudget": 2_048}}},
        ),
        (
            gemini_calls,
            "gemini-3-pro-preview",
            "medium",
            {"generationConfig": {"maxOutputTokens": 2_560, "thinkingConfig": {"thinkingLevel": "low"}}},
        ),
        (
            gemini_calls,
            "gemini-3.8-flash",
            "minimal",
            {"generationConfig": {"maxOutputTokens": 2_560, "thinkingConfig": {"thinkingLevel": "low"}}},
        ),
        (openai_chat_calls, "gpt-6.1-sol", "max", {"max_tokens": 25_088, "reasoning_effort": "xhigh"}),
    ],
)
def test_an_effort_is_said_in_the_words_of_the_wire(codec, model, effort, expected):
    body = codec.request_body(request("short"), model, effort=effort)
    fixed = {"model", "messages", "system", "systemInstruction", "contents", "instructions", "input", "stream"}
    said = {key: value for key, value in body.items() if key not in {*fixed, "stream_options", "store"}}
    assert said == expected


@pytest.mark.parametrize(
    ("codec", "model", "field"),
    [(anthropic_calls, CLAUDE, "thinking"), (gemini_calls, GEMINI, "thinkingConfig")],
)
def test_a_model_without_room_for_it_does_not_think(codec, model, field):
    body = codec.request_body(request("short"), model, effort="high", output_cap=512)
    assert field not in json.dumps(body)


@pytest.mark.parametrize("codec", [openai_chat_calls, anthropic_calls])
def test_a_body_says_whether_to_stream(codec):
    assert codec.request_body(request("short"), "m", stream=False)["stream"] is False
    assert codec.request_body(request("short"), "m")["stream"] is True


def test_openai_itself_calls_the_limit_by_another_name():
    body = openai_chat_calls.request_body(request("short"), "gpt-4o", cap_field="max_completion_tokens")
    assert body["max_completion_tokens"] == 512
    assert "max_tokens" not in body
