import pytest

from foldline import errors
from foldline.wire.vendor_errors import error_of, refused

TABLE = {
    "OpenAI, a bad key": (401, {"error": {"code": "invalid_api_key"}}, errors.AuthenticationError),
    "OpenAI, spent": (429, {"error": {"code": "insufficient_quota"}}, errors.RateLimitedError),
    "OpenAI, too long": (400, {"error": {"code": "context_length_exceeded"}}, errors.ContextOverflowError),
    "OpenAI, a string too long": (400, {"error": {"code": "string_above_max_length"}}, errors.ContextOverflowError),
    "OpenAI, no such model": (404, {"error": {"code": "model_not_found"}}, errors.BadRequestError),
    "OpenAI, in a stream": (None, {"error": {"code": "server_error"}}, errors.OverloadedError),
    "OpenAI, filtered": (400, {"error": {"code": "content_filter"}}, errors.RefusedError),
    "Anthropic, too long": (
        400,
        {"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long: 3 > 2"}},
        errors.ContextOverflowError,
    ),
    "Anthropic, too large": (413, {"error": {"type": "request_too_large"}}, errors.ContextOverflowError),
    "Anthropic, overloaded": (529, {"error": {"type": "overloaded_error"}}, errors.OverloadedError),
    "Anthropic, forbidden": (403, {"error": {"type": "permission_error"}}, errors.AuthenticationError),
    "Anthropic, wrong": (400, {"error": {"type": "invalid_request_error", "message": "no"}}, errors.BadRequestError),
    "Google, a bad key": (
        400,
        {"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}},
        errors.AuthenticationError,
    ),
    "Google, busy": (503, {"error": {"code": 503, "status": "UNAVAILABLE"}}, errors.OverloadedError),
    "Google, in a list": (429, [{"error": {"status": "RESOURCE_EXHAUSTED"}}], errors.RateLimitedError),
    "llama.cpp, too long": (400, {"error": {"type": "exceed_context_size_error"}}, errors.ContextOverflowError),
    "vLLM, too long": (
        400,
        {"object": "error", "message": "This model's maximum context length is 4096 tokens.", "code": 400},
        errors.ContextOverflowError,
    ),
    "Ollama, no such model": (404, {"error": "model 'x' not found"}, errors.BadRequestError),
    "FastAPI": (422, {"detail": "field required"}, errors.BadRequestError),
    "a gateway's page": (502, "<html>Bad gateway</html>", errors.OverloadedError),
    "a status alone": (418, "", errors.BadRequestError),
    "nothing known in a stream": (None, {}, errors.MalformedAnswerError),
    "another form": (200, {"hello": 1}, errors.MalformedAnswerError),
    "slow": (408, None, errors.OverloadedError),
    "no money": (402, {}, errors.AuthenticationError),
}


@pytest.mark.parametrize(("status", "body", "kind"), TABLE.values(), ids=TABLE)
def test_a_refusal_is_known_by_its_status_and_code(status, body, kind):
    assert type(error_of(status, body)) is kind


def test_a_code_goes_before_words_and_status():
    body = {"error": {"code": "rate_limit_exceeded", "message": "prompt is too long"}}
    assert type(error_of(400, body)) is errors.RateLimitedError


def test_what_the_service_said_is_told_but_not_all_of_it():
    error = error_of(500, {"error": {"message": "x" * 9_000}})
    assert (error.status, len(error.provider_message)) == (500, 500)
    assert str(error).endswith("(status 500)")


@pytest.mark.parametrize(("status", "wait"), [(429, 7.0), (500, None)])
def test_a_reset_of_limits_matters_only_where_a_limit_turned_the_request_away(status, wait):
    assert error_of(status, {}, {"x-ratelimit-reset-tokens": "7s"}).retry_after == wait


def test_a_refusal_names_its_finish_reason():
    assert str(refused("SAFETY")).endswith("(finish reason 'SAFETY')")
