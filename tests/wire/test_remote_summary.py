"""The two forms in which a remote summariser is asked."""

import pytest

from foldline.core.requests import SummaryRequest
from foldline.errors import MalformedAnswerError, ProviderError
from foldline.wire.remote_summary import chat_body, is_chat, read_answer, request_body

ASKED = SummaryRequest("full", "system", "prompt", 100)


@pytest.mark.parametrize(
    ("url", "chat"),
    [
        ("http://h/v1/chat/completions", True),
        ("http://h/v1/chat/completions/?key=1", True),
        ("http://h/compact", False),
        ("http://h/chat/completions/compact", False),
        ("http://h/?to=/chat/completions", False),
    ],
)
def test_the_path_alone_decides_on_the_form(url, chat):
    assert is_chat(url) is chat


def test_the_small_form_says_what_is_wanted_and_nothing_of_the_model():
    assert request_body(ASKED, "m", effort="high", stream=True, output_cap=9) == {
        "systemPrompt": "system",
        "prompt": "prompt",
        "maxTokens": 100,
    }
    assert request_body(ASKED, "m", max_tokens=50)["maxTokens"] == 50


def test_the_chat_form_names_the_model_where_there_is_one():
    assert chat_body(ASKED, "m", max_tokens=50) == {
        "model": "m",
        "messages": [{"role": "system", "content": "system"}, {"role": "user", "content": "prompt"}],
        "stream": False,
        "max_tokens": 50,
    }
    assert "model" not in chat_body(ASKED, "")


def test_a_summary_is_read_even_if_it_is_empty_for_the_checks_to_refuse():
    assert read_answer({"summary": ""}).text == ""


def test_an_error_that_is_told_is_an_error():
    with pytest.raises(ProviderError, match="out of order"):
        read_answer({"error": {"message": "out of order", "code": "server_error"}})
    with pytest.raises(MalformedAnswerError):
        read_answer([])
