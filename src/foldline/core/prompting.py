"""Builds the prompt of a summary: its parts in one fixed order, each on its own, blank ones adding no byte.

The conversation and everything that came out of it stand between fences; what the user set (focus, rules) stands
outside them, the rules last of all.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from foldline.core import prompts, template_text
from foldline.core.fence import fence
from foldline.core.templates import PromptKind, Template, for_kind, render

_TAKES: dict[str, frozenset[str]] = {
    "system": frozenset(),
    "full": frozenset({"previous", "context", "language", "focus", "rules"}),
    "update": frozenset({"previous", "context", "language", "focus", "rules"}),
    "turn_prefix": frozenset({"language", "focus", "rules"}),
    "short": frozenset({"previous", "context", "language"}),
    "branch": frozenset({"language", "rules"}),
    "handoff": frozenset({"previous", "context", "language", "focus", "rules"}),
}
"""Which parts a kind of prompt takes; one it does not take is left out."""


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
    """The prompt of one summary.

    Args:
        kind: which summary.
        template: the profile's template with the user's changes (`foldline.core.overrides.resolve`).
        conversation: the turns as text; untrusted.
        previous: the summary that is to be carried on; untrusted.
        context_lines: facts added by the caller, one a line; untrusted.
        focus: what the summary should look at most.
        rules: the user's rules for every summary.
        language_line: names the language wanted, where it is not the template's (`language.language_line`).
        retry_reason: why the last answer was not accepted.
        states_request: the short summary itself names the request and what is open.

    >>> from foldline.core.templates import load
    >>> build("full", load("handoff", "en"), conversation="hi").user[:36]
    '<conversation>\\nhi\\n</conversation>\\n\\n'
    """
    chosen = for_kind(kind, template)
    if states_request and kind == "short":
        chosen = replace(chosen, suffix=chosen.demands["states_request"])
    takes = _TAKES[kind]
    texts = _texts(template.language)
    turns = fence("conversation", conversation)
    before = previous.strip() if "previous" in takes else ""
    context = fence("additional-context", _listed(context_lines)) if "context" in takes else ""
    wish = language_line.strip() if "language" in takes else ""
    focus_part = _labelled(texts["focus"], focus) if "focus" in takes else ""
    retry = _labelled(texts["retry"], retry_reason)
    rules_part = _labelled(texts["rules"], _joined(rules)) if "rules" in takes else ""
    instructions = render(chosen)
    if template.profile == "conversation" and kind in {"full", "update"}:
        block = _stack(texts["previous"], fence("previous-summary", before), texts["previous_end"]) if before else ""
        return Prompt(
            _stack(instructions, block, focus_part, rules_part),
            _stack(turns, context, texts["ask"], wish, retry),
        )
    system = render(for_kind("system", template))
    if kind == "system":
        return Prompt(system, "")
    user = _stack(turns, fence("previous-summary", before), context, instructions, wish, focus_part, retry, rules_part)
    return Prompt(system, user)


def _texts(language: str) -> dict[str, str]:
    blocks = template_text.parse(prompts.read(f"parts.{language}"))
    return {block.name: block.text for block in blocks}


def _stack(*parts: str) -> str:
    """Parts with a blank line between; a blank part leaves no trace."""
    return "\n\n".join(part for part in parts if part)


def _labelled(label: str, text: str) -> str:
    text = text.strip()
    return f"{label}\n{text}" if text else ""


def _joined(rules: Sequence[str] | str) -> str:
    return rules if isinstance(rules, str) else "\n".join(rule.strip() for rule in rules if rule.strip())


def _listed(lines: Iterable[str]) -> str:
    kept = (" ".join(line.split()) for line in lines)
    return "\n".join(f"- {line}" for line in kept if line)
