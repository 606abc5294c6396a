"""Several ways to ask one service for the same thing."""

import asyncio

import pytest

from foldline.core.requests import SummaryReply, Tried
from foldline.errors import AuthenticationError, BadRequestError, OverloadedError, ProviderError
from foldline.providers.ways import first_good


def go(answers, **how):
    asked = []

    async def one(way):
        asked.append(way)
        answer = answers[way]
        if isinstance(answer, ProviderError):
            raise answer
        return answer

    try:
        return asyncio.run(first_good(tuple(answers), one, **how)), asked
    except ProviderError as error:
        return error, asked


def failed(kind, name):
    return kind(name, tried=(Tried(name, name),))


def test_the_first_way_with_an_answer_ends_it():
    reply, asked = go({"a": failed(OverloadedError, "a"), "b": SummaryReply("text"), "c": SummaryReply("late")})
    assert (reply.text, asked) == ("text", ["a", "b"])
    assert [tried.summariser for tried in reply.tried] == ["a"]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (OverloadedError, AuthenticationError, OverloadedError),
        (AuthenticationError, OverloadedError, OverloadedError),
        (OverloadedError, BadRequestError, BadRequestError),
        (AuthenticationError, AuthenticationError, AuthenticationError),
    ],
)
def test_a_refused_key_hides_nothing(first, second, told):
    error, asked = go({"a": failed(first, "a"), "b": failed(second, "b")})
    assert type(error) is told
    assert asked == ["a", "b"]
    assert [tried.summariser for tried in error.tried] == ["a", "b"]


def test_no_further_way_is_gone_where_it_would_not_help():
    error, asked = go({"a": failed(OverloadedError, "a"), "b": SummaryReply("x")}, go_on=lambda _error: False)
    assert isinstance(error, OverloadedError)
    assert asked == ["a"]


def test_without_a_way_there_is_no_answer():
    error, _ = go({})
    assert str(error) == "there is no way to ask for that"
