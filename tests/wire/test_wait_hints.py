import pytest

from foldline.wire.wait_hints import wait_hint

NOW = "Wed, 21 Oct 2026 07:27:48 GMT"
NOW_IN_SECONDS = 1_792_567_668


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "2s"}, 2.0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", "date": NOW}, 12.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT", "date": NOW}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
        ({"retry-after": "2026-10-21T07:28:00", "date": NOW}, None),
        ({"retry-after": "soon", "date": "today"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "9e999"}, None),
    ],
)
def test_what_a_service_asks_for_is_read_in_every_form(headers, seconds):
    assert wait_hint(headers, {}) == seconds


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"x-ratelimit-reset-requests": "1s"}, 1.0),
        ({"x-ratelimit-reset-tokens": "6m0s"}, 360.0),
        ({"x-ratelimit-reset-tokens": "2m59.56s"}, 179.56),
        ({"x-ratelimit-reset-requests": "12ms"}, 0.012),
        ({"x-ratelimit-reset-tokens_usage_based": "9ms"}, 0.009),
        ({"ratelimit-reset": "17"}, 17.0),
        ({"x-ratelimit-reset": "20"}, 20.0),
        ({"x-ratelimit-reset": f"{NOW_IN_SECONDS + 8}", "date": NOW}, 8.0),
        ({"x-ratelimit-reset": f"{NOW_IN_SECONDS + 8}000", "date": NOW}, 8.0),
        ({"x-ratelimit-reset": f"{NOW_IN_SECONDS + 8}"}, None),
        ({"anthropic-ratelimit-requests-reset": "2026-10-21T07:27:50Z", "date": NOW}, 2.0),
        ({"anthropic-ratelimit-input-tokens-reset": "2026-10-21T07:27:50+00:00", "date": NOW}, 2.0),
        ({"x-ratelimit-limit-requests": "60"}, None),
        ({"retry-after": "3", "x-ratelimit-reset-requests": "9s"}, 3.0),
    ],
)
def test_the_reset_of_a_limit_is_read_in_every_form(headers, seconds):
    assert wait_hint(headers, {}, is_limit=True) == pytest.approx(seconds)
    assert wait_hint(headers, {}) == (3.0 if "retry-after" in headers else None)


@pytest.mark.parametrize(("requests", "tokens", "seconds"), [("0", "9", 1.0), ("9", "0", 20.0), ("0", "0", 20.0)])
def test_the_limits_that_are_spent_decide(requests, tokens, seconds):
    headers = {
        "x-ratelimit-remaining-requests": requests,
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-remaining-tokens": tokens,
        "x-ratelimit-reset-tokens": "20s",
    }
    assert wait_hint(headers, {}, is_limit=True) == seconds


def test_where_no_limit_is_spent_the_first_reset_is_tried():
    headers = {"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "20s"}
    assert wait_hint(headers, {}, is_limit=True) == 1.0


@pytest.mark.parametrize(
    ("reported", "seconds"),
    [
        ({"details": [{"reason": "other"}, {"retryDelay": "13.5s"}]}, 13.5),
        ({"details": [{"retryDelay": "soon"}]}, None),
        ({"details": "no list"}, None),
        ({"message": "Limit reached. Please try again in 6m0s. Visit the page."}, 360.0),
        ({"message": "Please retry in 32.461s."}, 32.461),
        ({"message": "try again in 20ms"}, 0.02),
        ({"message": "busy (retry-after-ms=1500)"}, 1.5),
        ({"message": "try again in a while"}, None),
    ],
)
def test_the_error_itself_may_tell(reported, seconds):
    assert wait_hint({}, reported) == seconds
