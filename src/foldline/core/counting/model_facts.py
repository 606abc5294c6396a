"""What the user states of models: it wins over what is published, field by field."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from foldline.core.counting.windows import Window, plain_name, window

_Count: TypeAlias = Annotated[int, Meta(ge=1)]
_Dollars: TypeAlias = Annotated[float, Meta(ge=0)]


class ModelFacts(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Of one model; what is not stated is what is published. Prices are US dollars for a million tokens."""

    context_window: _Count | None = None
    max_output: _Count | None = None
    """The most tokens it writes in one answer, thinking included."""
    price_in: _Dollars | None = None
    price_out: _Dollars | None = None
    price_cached: _Dollars | None = None
    """Of input that was read from a cache."""
    price_cache_write: _Dollars | None = None
    """Of input that was written to one."""


Catalog: TypeAlias = Mapping[str, ModelFacts]
"""Facts by the name of a model, in any spelling, with or without its vendor before a slash."""


def facts_of(model: str, catalog: Catalog) -> ModelFacts:
    """What the user states of a model.

    >>> facts_of("house/Model.7", {"model-7": ModelFacts(context_window=9_000)}).context_window
    9000
    """
    if not catalog:
        return ModelFacts()
    names = {plain_name(model), plain_name(model.rpartition("/")[2])} - {""}
    return next((facts for name, facts in catalog.items() if plain_name(name) in names), ModelFacts())


def window_of(model: str, catalog: Catalog) -> Window:
    """The window of a model: the one stated, else the one published, else a guess that says so.

    >>> window_of("house-model-7", {}).guessed
    True
    """
    stated = facts_of(model, catalog).context_window
    return window(model) if stated is None else Window(stated)
