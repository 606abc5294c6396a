import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.messages import CompactionSummaryMessage
from foldline.core.wrapping import as_message, unwrap_summary, wrap_summary


@given(st.text(), st.sampled_from(["", "builtin", "handoff"]))
def test_a_wrapped_summary_is_found_again(summary, method):
    assert unwrap_summary(wrap_summary(summary, method)) == summary


@pytest.mark.parametrize(("method", "tag"), [("handoff", "handoff"), ("soft", "summary"), ("", "summary")])
def test_a_hand_off_is_told_as_the_models_own_document_and_anything_else_as_a_summary(method, tag):
    text = as_message(CompactionSummaryMessage("body", method=method)).text
    assert text.endswith(f"\n\n<{tag}>\nbody\n</{tag}>")
    assert ("you wrote the document" in text) is (tag == "handoff")


@pytest.mark.parametrize(
    "text",
    ["", "<summary>\nx\n</summary>", " " + wrap_summary("x"), wrap_summary("x") + "\n", "<handoff>\nx\n</handoff>"],
)
def test_only_an_exact_wrapper_counts(text):
    assert unwrap_summary(text) is None


def test_only_the_wrapped_summary_reaches_a_model():
    message = as_message(CompactionSummaryMessage("body", short_summary="short", warning="careful", method="model"))
    assert message.role == "user"
    assert message.source == "summary"
    assert message.text == wrap_summary("body")
