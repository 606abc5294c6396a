"""Context windows by model names."""

import pytest

from foldline.core.counting.windows import UNKNOWN_WINDOW, Window, plain_name, window


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("gpt-4o-2024-08-06", 128_000),
        ("gpt-4-0613", 8_192),
        ("gpt-4-1106-preview", 128_000),
        ("gpt-4.1-mini", 1_047_576),
        ("gpt-35-turbo", 16_385),
        ("gpt-5-2025-08-07", 400_000),
        ("gpt-5.2-codex", 400_000),
        ("gpt-5.4", 1_050_000),
        ("gpt-5.4-mini", 400_000),
        ("openai/gpt-oss-120b", 131_072),
        ("o3", 200_000),
        ("claude-3-5-sonnet-20241022", 200_000),
        ("us.anthropic.claude-3-5-sonnet-20241022-v2:0", 200_000),
        ("claude-sonnet-4-20250514", 200_000),
        ("claude-sonnet-4-5[1m]", 1_000_000),
        ("claude-opus-4.6", 1_000_000),
        ("claude-opus-5-5", 1_000_000),
        ("claude-haiku-5-5", 1_000_000),
        ("gpt-6.1-terra", 1_050_000),
        ("claude-haiku-4-5-20251001", 200_000),
        ("models/gemini-2.5-pro", 1_048_576),
        ("qwen/qwen3-coder:free", 262_144),
        ("deepseek-v4-pro", 1_000_000),
        ("llama-3.3-70b", 131_072),
        ("meta-llama/llama-4-maverick", 1_048_576),
        ("grok-4-0709", 256_000),
        ("moonshotai/kimi-k2.5", 262_144),
        ("z-ai/glm-4.6", 200_000),
        ("MiniMax-M2.5", 204_800),
    ],
)
def test_a_published_window_is_known_in_every_spelling(model, tokens):
    assert window(model) == Window(tokens)


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("claude-haiku-7", 200_000),
        ("claude-sonnet-latest", 200_000),
        ("opus", 200_000),
        ("gpt-5.9", 400_000),
        ("gemini-exp", 1_048_576),
        ("grok-9", 131_072),
        ("mistral-7b", 32_768),
        ("house-model-7", UNKNOWN_WINDOW),
        ("", UNKNOWN_WINDOW),
    ],
)
def test_anything_else_is_marked_as_a_guess(model, tokens):
    assert window(model) == Window(tokens, guessed=True)


@pytest.mark.parametrize("model", ["phi-4o1", "proto3", "foo-o4x"])
def test_a_mark_inside_another_word_is_no_model(model):
    assert window(model).guessed


def test_separators_and_case_do_not_matter():
    assert plain_name("Claude.Sonnet_4@5 [1M]") == "claude-sonnet-4-5-1m"
