import pytest

from foldline.core.requests import Provider, SummaryReply, SummaryRequest
from foldline.errors import ProviderError
from foldline.providers.scripted import ScriptedProvider

REQUEST = SummaryRequest("full", "system", "prompt", 100)


def test_replies_come_in_order_and_requests_are_remembered():
    provider = ScriptedProvider(["one", SummaryReply("two", "length")])
    assert [provider.summarize(REQUEST) for _ in range(2)] == [SummaryReply("one"), SummaryReply("two", "length")]
    assert provider.requests == [REQUEST, REQUEST]


def test_an_error_in_the_script_is_raised():
    with pytest.raises(ProviderError, match="busy"):
        ScriptedProvider([ProviderError("busy")]).summarize(REQUEST)


def test_a_script_at_its_end_says_so():
    with pytest.raises(ProviderError, match=r"the script of 'me' has no reply for request 1 \(full\)"):
        ScriptedProvider([], name="me").summarize(REQUEST)


def test_it_is_a_provider():
    assert isinstance(ScriptedProvider([]), Provider)
