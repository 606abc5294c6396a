import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.messages import CompactionSummaryMessage
from foldline.core.wrapping import as_message, unwrap_summary, wrap_summary


@given(st.text())
def test_a_wrapped_summary_is_found_again(summary):
    assert unwrap_summary(wrap_summary(summary)) == summary


@pytest.mark.parametrize("text", ["", "<summary>\nx\n</summary>", " " + wrap_summary("x"), wrap_summary("x") + "\n"])
def test_only_an_exact_wrapper_counts(text):
    assert unwrap_summary(text) is None


def test_only_the_wrapped_summary_reaches_a_model():
    message = as_message(CompactionSummaryMessage("body", short_summary="short", warning="careful", method="model"))
    assert message.role == "user"
    assert message.source == "summary"
    assert message.text == wrap_summary("body")
