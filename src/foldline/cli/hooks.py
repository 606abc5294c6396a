"""Hooks as options of a command: the user's own programs, for this one call."""

import shlex
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import click

from foldline.core.hook_commands import NO_HOOKS, HookCommands

Command = TypeVar("Command", bound=Callable[..., Any])


def hook_options(command: Command) -> Command:
    """Give a command the options that say which hooks take part."""
    options = (
        click.option("--before-hook", multiple=True, metavar="CMD", help="A program to ask before. May be repeated."),
        click.option("--after-hook", multiple=True, metavar="CMD", help="A program to tell after it. May be repeated."),
        click.option("--no-hooks", is_flag=True, help="Run no program of your settings file."),
    )
    for option in reversed(options):
        command = option(command)
    return command


class HooksOfCall(NamedTuple):
    """What a call says of hooks."""

    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]
    alone: bool
    """Without those of the settings file."""

    def beside(self, stored: HookCommands) -> HookCommands:
        """All that are to be run: those of the settings file, then those of the call."""
        stored = NO_HOOKS if self.alone else stored
        return HookCommands((*stored.before, *self.before), (*stored.after, *self.after), stored.timeout)


def hooks_of_call(options: Mapping[str, object]) -> HooksOfCall:
    """The hooks among the options of a command.

    Raises:
        click.UsageError: a command has a quotation mark that is not closed, or no words.
    """
    return HooksOfCall(_words(options["before_hook"]), _words(options["after_hook"]), bool(options["no_hooks"]))


def _words(commands: object) -> tuple[tuple[str, ...], ...]:
    found = []
    for command in commands if isinstance(commands, tuple) else ():
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            msg = f"the hook {command!r} can't be read: {error}"
            raise click.UsageError(msg) from error
        if not words:
            msg = "a hook has no command; give one, as in --before-hook 'python3 check.py'"
            raise click.UsageError(msg)
        found.append(words)
    return tuple(found)
