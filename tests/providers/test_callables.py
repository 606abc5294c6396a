import pytest

from foldline.core.requests import Limits, SummaryRequest
from foldline.errors import ProviderError
from foldline.providers.callables import CallableProvider

REQUEST = SummaryRequest("full", "system", "prompt", 100)


def test_the_function_gets_the_whole_prompt():
    assert CallableProvider(lambda prompt: prompt).summarize(REQUEST).text == "system\n\nprompt"


def test_it_is_named_after_its_function_or_as_it_is_told():
    def my_model(prompt):
        return prompt

    assert CallableProvider(my_model).name == "my_model"
    assert CallableProvider(my_model, name="big").name == "big"


@pytest.mark.parametrize("answer", [None, 7, {"tool_use": {}}, ["text"]])
def test_only_text_is_an_answer(answer):
    with pytest.raises(ProviderError, match="must return the text as a str"):
        CallableProvider(lambda prompt: answer, name="f").summarize(REQUEST)


def test_whatever_the_function_raises_is_no_answer():
    def broken(prompt):
        raise KeyError(prompt[:6])

    with pytest.raises(ProviderError, match="broken raised KeyError: 'system'"):
        CallableProvider(broken).summarize(REQUEST)


def test_it_may_say_how_much_it_takes():
    assert CallableProvider(str).limits == Limits()
    assert CallableProvider(str, window=8_192, output=1_024).limits == Limits(8_192, 1_024)
