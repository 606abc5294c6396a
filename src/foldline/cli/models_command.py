"""`foldline models`: who may write summaries, whether they can be asked, and what is known of them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click
from msgspec import to_builtins

from foldline.cli.messages import to_json
from foldline.cli.settings_shown import as_json, loaded
from foldline.core.counting.model_facts import Catalog, ModelFacts, facts_of
from foldline.errors import AuthenticationError, MissingExtraError, SettingsError

if TYPE_CHECKING:
    from foldline.providers.catalog import Known
    from foldline.providers.prices import Price


@click.command(short_help="Who may write summaries, whether they can be asked, and what is known of them.")
@click.argument("names", nargs=-1, metavar="[MODEL]...")
@as_json
def models(names: tuple[str, ...], *, as_json: bool) -> None:
    """Who may write summaries, whether they can be asked, and what is known of them. Nothing is sent.

    MODEL is a name as provider:model; the models of the settings by default. A window that nobody publishes is marked
    as guessed, a price that nobody publishes is not known; a table [catalog."model"] in a settings file states either.

    \b
    foldline models
    foldline models anthropic:claude-sonnet-4-5 ollama:qwen3
    foldline config set models '["anthropic:claude-sonnet-4-5", "ollama:qwen3"]'
    """  # noqa: D301
    settings = loaded().settings
    rows = [_row(name, settings.catalog) for name in names or settings.models if name != "builtin"]
    if as_json:
        click.echo(to_json({"models": [_fields(row) for row in rows], "providers": list(_providers())}))
        return
    for row in rows:
        click.echo("\n".join(_lines(row)))
    if not rows:
        click.echo("No model is set; the built-in summariser writes, without a key. Name one as provider:model, with")
        click.echo(f"one of {', '.join(_providers())}.")


class _Row(NamedTuple):
    name: str
    why_not: str
    """Why it can't be asked as things are; empty where it can."""
    known: "Known"
    stated: ModelFacts


def _row(name: str, catalog: Catalog) -> _Row:
    from foldline.providers.catalog import known

    model = name.partition(":")[2].partition("@http")[0]
    return _Row(name, _why_not(name), known(model, catalog), facts_of(model, catalog))


def _why_not(name: str) -> str:
    from foldline.providers.registry import provider

    try:
        provider(name)
    except (AuthenticationError, MissingExtraError, SettingsError) as error:
        return str(error)
    return ""


def _providers() -> tuple[str, ...]:
    from foldline.providers.registry import names

    return names()


def _fields(row: _Row) -> dict[str, object]:
    return {
        "name": row.name,
        "ready": not row.why_not,
        "reason": row.why_not,
        "context_window": row.known.window.tokens,
        "window_guessed": row.known.window.guessed,
        "max_output": row.known.output_cap,
        "price": to_builtins(row.known.price),
        "stated": to_builtins(row.stated),
    }


def _lines(row: _Row) -> Iterator[str]:
    window, most = row.known.window, row.known.output_cap
    yield row.name
    yield f"  can't be asked: {row.why_not}" if row.why_not else "  can be asked"
    yield f"  window {window.tokens:,} tokens{' (guessed)' if window.guessed else _whose(row.stated.context_window)}"
    yield f"  writes at most {most:,} tokens{_whose(row.stated.max_output)}" if most else "  longest answer not known"
    yield f"  price {_told(row.known.price)}"


def _whose(stated: int | None) -> str:
    return "" if stated is None else " (stated in your settings)"


def _told(price: "Price | None") -> str:
    if price is None:
        return "not known"
    cached = "" if price.cache_read is None else f", ${price.cache_read:g} from the cache"
    source = f"list price of {price.month}" if price.month else "stated in your settings"
    line = f"${price.input:g} in, ${price.output:g} out{cached} for a million tokens ({source})"
    if price.long is None:
        return line
    return f"{line}; above {price.long.above:,} tokens {price.long.input:g} and {price.long.output:g} times as much"
