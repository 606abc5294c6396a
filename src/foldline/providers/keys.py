"""Keys of services: taken from the environment or handed in, never printed, logged or stored.

The one place beside `foldline.config` that looks at the environment, and it keeps nothing it finds there.
"""

import os
from collections.abc import Mapping
from typing import Final

from foldline.errors import AuthenticationError

MASK: Final = "[key]"
_LEAST_KEY: Final = 6
"""Characters of a key that is looked for in a service's words; shorter ones would be found in ordinary text."""


class Key:
    """A key that does not show itself.

    >>> Key("sk-example-0001")
    Key([key])
    """

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value.strip()

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return f"Key({MASK if self._value else ''})"

    def __reduce__(self) -> tuple[type["Key"], tuple[()]]:
        """A key is not written anywhere, by pickle neither."""
        return Key, ()

    def reveal(self) -> str:
        """The key itself, for the header of a request and nothing else."""
        return self._value

    def scrub(self, text: str) -> str:
        """The text without the key, should it stand in it."""
        return text.replace(self._value, MASK) if len(self._value) >= _LEAST_KEY else text


def from_environment(
    variables: tuple[str, ...], service: str, environ: Mapping[str, str] | None = None, *, needed: bool = True
) -> Key:
    """The key of a service, from the first of its variables that is set; an empty one where none is needed.

    Raises:
        AuthenticationError: none is set, and one is needed; says which there are.
    """
    environ = os.environ if environ is None else environ
    found = next((value for name in variables if (value := environ.get(name, "").strip())), "")
    if not found and needed:
        msg = f"there is no key for {service}; set {' or '.join(variables)} in the environment"
        raise AuthenticationError(msg)
    return Key(found)


def address_from_environment(variable: str, environ: Mapping[str, str] | None = None) -> str:
    """The address of a service that the environment names; empty where it names none."""
    environ = os.environ if environ is None else environ
    return environ.get(variable, "").strip() if variable else ""
