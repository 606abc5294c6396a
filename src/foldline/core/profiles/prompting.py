"""Builds the prompt of a summary: its parts in one fixed order, each on its own, blank ones adding no byte.

The conversation and everything that came out of it stand between fences; what the user set (focus, rules) stands
outside them, the rules last of all.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from foldline.core import prompts
from foldline.core.profiles import template_text
from foldline.core.profiles.fence import fence
from foldline.core.profiles.rendering import is_replaced, render, stack
from foldline.core.profiles.templates import Language, PromptKind, Template, for_kind

_TAKES: dict[PromptKind, frozenset[str]] = {
    "full": frozenset({"previous", "context", "focus", "rules"}),
    "update": frozenset({"previous", "context", "focus", "rules"}),
    "turn_prefix": frozenset({"focus", "rules"}),
    "short": frozenset({"previous", "context"}),
    "branch": frozenset({"context", "rules"}),
    "handoff": frozenset({"previous", "context", "focus", "rules"}),
}
"""Which of the optional parts a kind of prompt has; one that is given and not taken is left out."""


class Prompt(Struct, frozen=True):
    """What a model is sent: a system prompt and one user message."""

    system: str
    user: str


def build(  # noqa: PLR0913 - the parts of a prompt, by name
    kind: PromptKind,
    template: Template,
    *,
    conversation: str,
    previous: str = "",
    context_lines: Sequence[str] = (),
    focus: str = "",
    rules: Sequence[str] | str = "",
    language_line: str = "",
    retry_reason: str = "",
    states_request: bool = False,
) -> Prompt:
    r"""The prompt of one summary.

    Args:
        kind: which summary; `system` gives the system prompt alone.
        template: the profile's full template with the user's changes (`foldline.core.profiles.overrides.resolve`).
        conversation: the turns as text; untrusted.
        previous: the summary that is to be carried on; untrusted.
        context_lines: facts added by the caller, one a line; untrusted.
        focus: what the summary should look at most.
        rules: the user's rules for every summary.
        language_line: names the language wanted, where it is not the template's
            (`foldline.core.profiles.language.language_line`).
        retry_reason: why the last answer was not accepted.
        states_request: the short summary itself names the request and what is open.

    >>> from foldline.core.profiles.templates import load
    >>> build("full", load("handoff", "en"), conversation="hi").user[:35]
    '<conversation>\nhi\n</conversation>\n\n'
    """
    system = render(for_kind("system", template))
    if kind == "system":
        return Prompt(system, "")
    takes = _TAKES[kind]
    texts = _texts(template.language)
    chosen = for_kind(kind, template)
    if states_request and kind == "short":
        chosen = replace(chosen, suffix=chosen.states_request)
    instructions = render(chosen)
    turns = fence("conversation", conversation)
    before = fence("previous-summary", previous.strip()) if "previous" in takes else ""
    context = fence("additional-context", _listed(context_lines)) if "context" in takes else ""
    about = _labelled(texts["focus"], focus, template.language) if "focus" in takes else ""
    retry = _labelled(texts["retry"], retry_reason, template.language)
    wish = language_line.strip()
    binding = _joined(rules) if "rules" in takes else ""
    last = f"{texts['rules']}\n{binding}" if binding else ""
    if template.profile == "conversation" and kind in {"full", "update"}:
        guard = system if is_replaced(chosen) else ""
        block = stack(texts["previous"], before, texts["previous_end"]) if before else ""
        return Prompt(
            stack(guard, instructions, block, about, last),
            stack(turns, context, texts["ask"], wish, retry),
        )
    return Prompt(system, stack(turns, before, context, instructions, wish, about, retry, last))


def _texts(language: Language) -> dict[str, str]:
    return {block.name: block.text for block in template_text.parse(prompts.read(f"parts.{language}"))}


def _labelled(label: str, text: str, language: Language) -> str:
    """A label and what it announces, on its line; nothing where there is nothing to announce."""
    gap = "" if language == "zh" else " "
    return f"{label}{gap}{text.strip()}" if text.strip() else ""


def _joined(rules: Sequence[str] | str) -> str:
    lines = (rules,) if isinstance(rules, str) else rules
    return "\n".join(line.strip() for line in lines if line.strip())


def _listed(lines: Iterable[str]) -> str:
    """One `- line` for each, a line break inside read as a space."""
    flat = (" ".join(line.split("\n")).strip() for line in lines)
    return "\n".join(f"- {line}" for line in flat if line)
