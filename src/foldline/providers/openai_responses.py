"""OpenAI Responses over HTTP."""

from functools import partial
from typing import Final

from foldline.core.remote.payload import OPENAI
from foldline.providers.http import Dialect, Native
from foldline.providers.openai_chat import at, bearer
from foldline.wire import openai_native as native
from foldline.wire import openai_responses_calls as wire
from foldline.wire import suffixed
from foldline.wire.whole_answers import WholeAnswer

_STREAMED: Final = Dialect(
    at("/responses"),
    bearer,
    native.streamed_body,
    native.read_streamed,
    native.StreamReader,
    finish=native.with_retained,
)
_COMPACT: Final = Dialect(
    at("/responses/compact"),
    bearer,
    native.compact_body,
    native.read_compact,
    partial(WholeAnswer, native.read_compact),
)
RESPONSES: Final = Dialect(
    at("/responses"),
    bearer,
    wire.request_body,
    wire.read_answer,
    wire.StreamReader,
    suffix=Dialect(at("/responses"), bearer, suffixed.responses_body, wire.read_answer, wire.StreamReader),
    wire="openai_responses",
    native=Native(OPENAI, (_STREAMED, _COMPACT), lambda _model: True),
)
