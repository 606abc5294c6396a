"""A prompt without its conversation: what the settings in force ask of a model, whatever it is to read."""

from foldline.core.profiles.profile import template_of
from foldline.core.profiles.prompting import Prompt, build
from foldline.core.profiles.templates import Language, PromptKind
from foldline.core.settings import CompactionSettings


def instructions(kind: PromptKind, settings: CompactionSettings, language: Language) -> Prompt:
    """The prompt of one kind with everything the user set in it, and no conversation.

    >>> instructions("system", CompactionSettings(), "en").user
    ''
    """
    return build(
        kind,
        template_of(settings.chosen, language),
        conversation="",
        context_lines=settings.extra_context,
        focus=settings.focus,
        rules=(settings.rules, settings.chosen.rules),
        states_request=settings.short_states_request,
    )
