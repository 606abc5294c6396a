"""OpenAI Responses over HTTP."""

from typing import Final

from foldline.providers.http import Dialect
from foldline.providers.openai_chat import at, bearer
from foldline.wire import openai_responses_calls as wire

RESPONSES: Final = Dialect(at("/responses"), bearer, wire.request_body, wire.read_answer, wire.StreamReader)
