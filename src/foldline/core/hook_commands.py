"""The setting that names programs to be run before and after a fold; running them is nobody's business here."""

from msgspec import Struct

from foldline.errors import SettingsError

DEFAULT_TIMEOUT = 30.0
"""Seconds a command may take."""
LONGEST_TIMEOUT = 3_600.0


class HookCommands(Struct, frozen=True, forbid_unknown_fields=True):
    """Programs that are run as hooks: each a list of words, run without a shell, told by JSON on standard input.

    Raises:
        SettingsError: a command without words, or no time for it.
    """

    before: tuple[tuple[str, ...], ...] = ()
    after: tuple[tuple[str, ...], ...] = ()
    timeout: float = DEFAULT_TIMEOUT
    """Seconds for each."""

    def __post_init__(self) -> None:
        if not all(words and words[0].strip() for words in (*self.before, *self.after)):
            msg = f"a hook has no command: {self!r}; write lists of words, as in before = [['python3', 'check.py']]"
            raise SettingsError(msg)
        if not 0 < self.timeout <= LONGEST_TIMEOUT:
            msg = f"the timeout of hooks is {self.timeout!r}; it must be above 0 and at most 3,600 seconds"
            raise SettingsError(msg)


NO_HOOKS = HookCommands()
"""For a fold that is only shown: no program is run for it."""
