"""A prompt in the form that stands behind a live conversation: the model has read it all, so nothing is repeated."""

from foldline.core import prompts
from foldline.core.profiles import template_text
from foldline.core.profiles.prompting import Prompt
from foldline.core.profiles.rendering import stack
from foldline.core.profiles.templates import Language


def behind(prompt: Prompt, language: Language, *, last_turn: bool = False) -> str:
    r"""The prompt as one user message.

    Args:
        prompt: made without a conversation (`foldline.core.profiles.prompting.build`).
        language: of the words around it.
        last_turn: it asks for the last turn alone.

    >>> behind(Prompt("You write notes.", "Write one."), "en").endswith("You write notes.\n\nWrite one.")
    True
    """
    texts = {block.name: block.text for block in template_text.parse(prompts.read(f"parts.{language}"))}
    return stack(texts["behind"], texts["behind_turn"] if last_turn else "", prompt.system, prompt.user)
