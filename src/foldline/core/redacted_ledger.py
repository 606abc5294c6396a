"""A ledger without the secrets that its quotes and values hold. Paths of files and ids of entries stay exact."""

from collections.abc import Iterable

from msgspec.structs import replace

from foldline.core.facts import Failure, Ledger, Quote, Rule, Value
from foldline.core.redaction import redact


def redacted(ledger: Ledger) -> Ledger:
    """The same ledger with a placeholder for each secret.

    >>> redacted(Ledger(said=(Quote("DB_PASSWORD=correcthorse", "m1"),))).said[0].text
    'DB_PASSWORD=[redacted password 1e9a]'
    """
    return replace(
        ledger,
        rules=tuple(_rule(rule) for rule in ledger.rules),
        instructions=_quotes(ledger.instructions),
        said=_quotes(ledger.said),
        request=_quote(ledger.request),
        open_request=_quote(ledger.open_request),
        errors=tuple(_failure(failure) for failure in ledger.errors),
        values=tuple(_value(value) for value in ledger.values),
    )


def _quotes(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    return tuple(replace(quote, text=redact(quote.text)) for quote in quotes)


def _quote(quote: Quote | None) -> Quote | None:
    return None if quote is None else replace(quote, text=redact(quote.text))


def _rule(rule: Rule) -> Rule:
    return replace(rule, text=redact(rule.text), taken_back=_quote(rule.taken_back))


def _failure(failure: Failure) -> Failure:
    return replace(failure, text=redact(failure.text), target=redact(failure.target))


def _value(value: Value) -> Value:
    return replace(value, text=redact(value.text), phrase=redact(value.phrase))
