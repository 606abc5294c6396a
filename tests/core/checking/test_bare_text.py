import pytest

from foldline.core.checking.bare_text import bare
from foldline.core.profiles.templates import load

HANDOFF = load("handoff", "en")
CHAT = load("conversation", "zh")
NOTE = "## Goal\nShip it."


@pytest.mark.parametrize(
    "text",
    [
        f"  {NOTE}\n",
        f"<think>The user wants `a`.\n\n## Plan</think>\n\n{NOTE}",
        f"It is about a parser.\n</think>\n\n{NOTE}",
        f"```markdown\n{NOTE}\n```",
        f"```\n{NOTE}\n```",
        f"<summary>\n{NOTE}\n</summary>",
        f"Here is the updated summary:\n\n{NOTE}",
        f"**Sure, the summary:**\n```md\n{NOTE}\n```",
        f"<think>Hm.</think>Here it is:\n<summary>{NOTE}</summary>",
    ],
)
def test_what_stands_around_a_summary_is_taken_off(text):
    assert bare(text, HANDOFF) == NOTE


@pytest.mark.parametrize(
    "text",
    [
        NOTE,
        "## Goal\nRun:\n```sh\nmake\n```",
        "```sh\nmake\n```\nwas run, then:\n```sh\nmake test\n```",
        "The cases:\n- one\n- two",
        "## Goal\nThe tag `</think>` was left in the text.",
        "<summary> is the tag that was missing.",
        "```python\nx = 1\n```",
    ],
)
def test_what_stands_inside_one_is_left(text):
    assert bare(text, HANDOFF) == text


@pytest.mark.parametrize("text", ["", "<think>What should I", "<thinking>All of it.</thinking>"])
def test_thinking_alone_is_no_text(text):
    assert bare(text, HANDOFF) == ""


def test_a_frame_of_the_profile_is_found_behind_a_lead():
    assert bare(f"以下是摘要：\n{CHAT.opening}\n【核心任务状态】", CHAT).startswith(CHAT.opening)
