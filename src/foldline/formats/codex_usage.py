"""Token counts in a Codex session: which of them are new reports, and what they report."""

from foldline.core.messages import Json, Usage
from foldline.wire.blocks import Object, as_object


class Reports:
    """The reports of one file, in the order they stand in it.

    Codex repeats a count whenever it shows it; only one that changes the running total is a new request. After a fold
    it states the new size without a request. Since 2026 records tell the requests and the counts only repeat them.
    """

    def __init__(self) -> None:
        self.window = 0
        """Tokens of the model's context window."""
        self.context = 0
        """Tokens in the context as last stated; 0 when nobody did since the last fold."""
        self._total = 0
        self._has_records = False

    def count(self, payload: Object) -> Usage | None:
        """The usage in a `token_count` event, if it is a new one."""
        info = as_object(payload.get("info"))
        self.see_window(info.get("model_context_window"))
        last = as_object(info.get("last_token_usage"))
        self._see_context(last)
        total = _number(as_object(info.get("total_token_usage")).get("total_tokens"))
        if self._has_records or total == self._total:
            return None
        self._total = total
        return _usage(last)

    def record(self, payload: Object) -> Usage | None:
        """The usage in a `token_usage_record` line."""
        self._has_records = True
        self._see_context(as_object(payload.get("usage")))
        return _usage(as_object(payload.get("usage")))

    def see_window(self, tokens: Json) -> None:
        """Take note of the window where one is stated."""
        self.window = _number(tokens) or self.window

    def _see_context(self, usage: Object) -> None:
        self.context = _number(usage.get("total_tokens")) or self.context


def _usage(reported: Object) -> Usage | None:
    cached = _number(reported.get("cached_input_tokens"))
    written = _number(reported.get("cache_write_input_tokens"))
    usage = Usage(
        input=max(0, _number(reported.get("input_tokens")) - cached - written),
        output=_number(reported.get("output_tokens")),
        cache_read=cached,
        cache_write=written,
        total=_number(reported.get("total_tokens")),
    )
    return usage if usage.input or usage.output or cached else None


def _number(value: Json) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
