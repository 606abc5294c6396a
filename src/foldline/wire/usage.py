"""Token usage as the vendors report it, read into `Usage`."""

from collections.abc import Mapping

from foldline.core.messages import Json, Usage


def read(reported: Mapping[str, Json]) -> Usage:
    """The usage object of an answer of any of the four wires, told apart by its keys.

    >>> read({"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}})
    Usage(input=6, output=2, cache_read=4, cache_write=0, total=0, context_tokens=None, orchestration=0)
    """
    if "prompt_tokens" in reported:
        cached = _inner(reported, "prompt_tokens_details", "cached_tokens")
        return _split(reported, "prompt_tokens", "completion_tokens", cached)
    if "promptTokenCount" in reported:
        cached = _number(reported, "cachedContentTokenCount")
        return _split(reported, "promptTokenCount", "candidatesTokenCount", cached)
    if "input_tokens_details" in reported:
        cached = _inner(reported, "input_tokens_details", "cached_tokens")
        return _split(reported, "input_tokens", "output_tokens", cached)
    return Usage(
        input=_number(reported, "input_tokens"),
        output=_number(reported, "output_tokens"),
        cache_read=_number(reported, "cache_read_input_tokens"),
        cache_write=_number(reported, "cache_creation_input_tokens"),
    )


def _split(reported: Mapping[str, Json], prompt: str, answer: str, cached: int) -> Usage:
    """Usage of a vendor that counts cached tokens inside the prompt."""
    whole = _number(reported, prompt)
    return Usage(input=max(0, whole - cached), output=_number(reported, answer), cache_read=min(cached, whole))


def _number(reported: Mapping[str, Json], key: str) -> int:
    value = reported.get(key)
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else 0


def _inner(reported: Mapping[str, Json], key: str, inner: str) -> int:
    details = reported.get(key)
    return _number(details, inner) if isinstance(details, dict) else 0
