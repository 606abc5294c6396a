"""Reference pages and tables made from the code: commands, settings, formats, statuses, cut rules, constants."""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

import click

from foldline.cli import main
from foldline.core import cut_rules, result, settings
from foldline.folded_copy import DEFAULT_WIRES
from foldline.formats import registry

MADE = "<!-- Made by scripts/docs.py from the code; edit that, then run `make docs`. -->"


class Field(NamedTuple):
    """An assignment with the text under it."""

    name: str
    type: str
    default: str
    doc: str


def fields(body: list[ast.stmt]) -> Iterator[Field]:
    """Assignments of a module or class, each with the text under it.

    Raises:
        ValueError: a field has none.
    """
    for at, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name, kind = node.target.id, ast.unparse(node.annotation)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, kind = node.targets[0].id, ""
        else:
            continue
        after = body[at + 1] if at + 1 < len(body) else None
        doc = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            doc = " ".join(after.value.value.split())
        yield Field(name, kind, ast.unparse(node.value) if node.value else "", doc)


def class_fields(owner: type) -> list[Field]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    found = [field for field in fields(tree.body) if not field.name.startswith("_")]
    bare = [field.name for field in found if not field.doc]
    if bare:
        msg = f"{owner.__name__}: no text under {', '.join(bare)}; write one, the reference is made of it"
        raise ValueError(msg)
    return found


def row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def table(*names: str) -> list[str]:
    return [row(*names), row(*("---" for _ in names))]


def settings_page() -> str:
    lines = [
        MADE,
        "",
        "# Settings",
        "",
        "The fields of `foldline.CompactionSettings`, a frozen value: `CompactionSettings(keep_recent_tokens=10_000)`.",
        "A value out of range raises `SettingsError`, which names the field, the value and the range.",
        "The command takes them from layers, the later wins: built-in defaults, your settings file, `foldline.toml` of",
        "the project, the environment (`FOLDLINE_` and the name in capitals), flags. `foldline config` shows each with",
        "its origin.",
        "",
        *table("field", "type", "default", "meaning"),
    ]
    lines += [
        row(f"`{field.name}`", f"`{field.type}`", f"`{_value(field.default)}`", field.doc)
        for field in class_fields(settings.CompactionSettings)
    ]
    lines += [
        "",
        'A `Clause` is one condition, as `("tokens", 90_000)`, or a tuple of conditions that must all hold. The',
        "measures are `tokens`, `fraction` (of the window), `messages` and `user_messages`. `trigger` is a tuple of",
        "clauses, of which any one is enough.",
    ]
    return "\n".join([*lines, ""])


def _value(text: str) -> str:
    """A default as a reader wants it: the number behind a constant's name."""
    return repr(getattr(settings, text)) if text.isupper() else text


def cli_page() -> str:
    lines = [MADE, "", "# The command `foldline`", ""]
    context = click.Context(main.cli, info_name="foldline")
    lines += [*_help(main.cli), "", *table("command", "what it does")]
    found = list(_commands(main.cli, context))
    lines += [row(f"`{each.command_path}`", each.command.get_short_help_str(200)) for each in found]
    for each in found:
        lines += ["", f"## {each.command_path}", "", "```text", _usage(each), "```"]
        lines += ["", *_help(each.command), "", *_options(each)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*lines, ""]))


def _commands(group: click.Group, context: click.Context) -> Iterator[click.Context]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = click.Context(command, info_name=name, parent=context)
        yield inner
        if isinstance(command, click.Group):
            yield from _commands(command, inner)


def _usage(context: click.Context) -> str:
    return f"{context.command_path} {' '.join(context.command.collect_usage_pieces(context))}"


def _help(command: click.Command) -> Iterator[str]:
    """Help as Markdown: a paragraph that click leaves alone is a block of commands."""
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b\n"):
            yield from ("```sh", paragraph.removeprefix("\b\n"), "```", "")
        else:
            yield from (paragraph, "")


def _options(context: click.Context) -> list[str]:
    options = [each for each in context.command.params if isinstance(each, click.Option) and not each.hidden]
    if not options:
        return []
    lines = table("option", "meaning")
    for option in options:
        names = ", ".join(f"`{name}`" for name in option.opts)
        value = "" if option.is_flag else f" `{option.make_metavar(context)}`"
        default = f" Default: {option.default}." if option.show_default and option.default is not None else ""
        lines.append(row(names + value, (option.help or "") + default))
    return lines


def formats_page() -> str:
    lines = [
        MADE,
        "",
        "# Formats",
        "",
        "A file is recognised by its content, in this order; `-` is standard input. What was not touched is written",
        "back byte for byte, lines that are no JSON included.",
        "",
        *table("name", "what it is", "`--in-place`", "`--messages` by default"),
    ]
    for name in registry.FORMATS:
        module = registry.module(name)
        appends = "yes" if name in {"pi", "omp"} else "no; use `--out` or `--text`"
        lines.append(row(f"`{name}`", module.LABEL, appends, f"`{DEFAULT_WIRES.get(name, 'openai_chat')}`"))
    for name in registry.FORMATS:
        module = registry.module(name)
        lines += ["", f"## {module.LABEL}", "", inspect.cleandoc(module.__doc__)]
    lines += [
        "",
        "## More formats",
        "",
        f"Another package adds one through the entry-point group `{registry.GROUP}`: a module with `NAME`, `LABEL`,",
        "`sniff(peek)` and `load(data, *, select=None)`. An unknown file is refused with the list of what is read.",
    ]
    return "\n".join([*lines, ""])


def format_names() -> str:
    """The formats in one sentence."""
    labels = [registry.module(name).LABEL for name in registry.FORMATS]
    return f"{', '.join(labels[:-1])} and {labels[-1]}."


def statuses() -> str:
    lines = table("status", "what happened", "exit code")
    for field in class_fields(result.Status):
        status = result.Status[field.name]
        code = 130 if status is result.Status.CANCELLED else int(status.is_failure)
        lines.append(row(f"`{status.value}`", field.doc, str(code)))
    return "\n".join(lines)


def rules() -> str:
    lines = table("rule", "what it says")
    for rule in cut_rules.RULES:
        doc = " ".join(inspect.getdoc(rule).split())
        lines.append(row(f"`{type(rule).__name__}`", doc))
    return "\n".join(lines)


CONSTANTS = {
    "settings": ("DEFAULT_RESERVE_TOKENS", "MAX_SUMMARY_TOKENS"),
    "budget": ("RESERVE_SHARE", "RECOVERY_BAND", "MAX_STRIKES", "MAX_FOLDS_PER_TURN"),
    "keeping": ("LEAST_PROSE",),
    "drafts": ("MAX_ATTEMPTS",),
    "summariser_room": ("SHORT_TOKENS",),
    "counting.windows": ("UNKNOWN_WINDOW",),
}


def constants() -> str:
    """Numbers that are no settings, with what the code says of each."""
    lines = table("number", "value", "meaning and source")
    for name, wanted in CONSTANTS.items():
        module = importlib.import_module(f"foldline.core.{name}")
        docs = {field.name: field.doc for field in fields(ast.parse(inspect.getsource(module)).body)}
        for constant in wanted:
            value = getattr(module, constant)
            number = f"{value:,}" if isinstance(value, int) else f"{value:g}"
            lines.append(row(f"`{name}.{constant}`", number, docs[constant]))
    return "\n".join(lines)
