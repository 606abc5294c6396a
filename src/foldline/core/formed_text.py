"""A text as it goes into a result: a model's has the headings it was to have, the built-in summariser's are its own."""

from foldline.core.drafts import BUILTIN, Text
from foldline.core.profiles.asked_headings import only_asked_headings
from foldline.core.profiles.templates import PromptKind, Template, for_kind
from foldline.core.settings import CompactionSettings


def formed(text: Text, kind: PromptKind, template: Template, settings: CompactionSettings) -> str:
    """The prose of a text.

    Args:
        text: what was written, and by whom.
        kind: what it was to be.
        template: the profile's full template with the user's changes.
        settings: a heading that the user's focus or rules ask for is wanted, too.
    """
    if text.by == BUILTIN:
        return text.text or ""
    asked = f"{settings.focus}\n{settings.rules}\n{settings.chosen.rules}"
    return only_asked_headings(text.text or "", for_kind(kind, template), asked=asked)
