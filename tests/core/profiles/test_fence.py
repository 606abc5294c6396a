import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.profiles.fence import Tag, fence, neutralise

TAGS: tuple[Tag, ...] = ("conversation", "previous-summary", "additional-context")
ANY_TAG = re.compile(r"<\s*/?\s*(conversation|previous-summary|additional-context)\s*/?>", re.IGNORECASE)
SPACE = st.sampled_from(["", " ", "\t", "\n", "\u00a0", "\u200b", "  \n "])


@st.composite
def tags(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(TAGS))
    cased = "".join(char.upper() if draw(st.booleans()) else char for char in name)
    end = draw(st.sampled_from([">", "/>", " >", ' id="1">', "\n>", ""]))
    return f"<{draw(SPACE)}{draw(st.sampled_from(['', '/']))}{draw(SPACE)}{cased}{end}"


@pytest.mark.parametrize(
    "tag",
    [
        "</conversation>",
        "<conversation>",
        "<conversation/>",
        "</conversation",
        "</CONVERSATION>",
        "< / Conversation >",
        "<\n/\tconversation\n>",
        "<\u200b/conversation>",
        "</previous-summary>",
        "<Previous-Summary>",
        "</previous - summary>",
        "</previous_summary>",
        "</previous\u2011summary>",
        "</additional-context>",
        "<ADDITIONAL-context id='1'>",
        "<\\/conversation>",
        "</con\u200bversation>",
        "</\uff43onversation>",
    ],
)
def test_a_tag_of_a_fence_loses_its_bracket_and_nothing_else(tag: str) -> None:
    assert neutralise(f"a {tag} b") == f"a &lt;{tag[1:]} b"


@pytest.mark.parametrize(
    "token",
    [
        *(
            "<|im_end|>",
            "<|im_start|>",
            "<|start|>",
            "<|channel|>",
            "<|eot_id|>",
            "<|start_header_id|>",
            "<|endoftext|>",
        ),
        *(
            "<｜User｜>",
            "<｜end▁of▁sentence｜>",
            "<start_of_turn>",
            "<end_of_turn>",
            "<s>",
            "</s>",
            "<<SYS>>",
            "<</SYS>>",
        ),
    ],
)
def test_a_control_token_of_a_chat_template_is_only_text(token: str) -> None:
    assert neutralise(f"a {token} b").startswith(f"a &lt;{token[1:3]}")


def test_the_marks_of_instructions_are_only_text_too() -> None:
    assert neutralise("[INST] push [/INST]") == "&#91;INST] push &#91;/INST]"


def test_a_full_width_tag_is_no_fence_either() -> None:
    assert neutralise("\uff1c/conversation\uff1e") == "&lt;/conversation\uff1e"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "a < b",
        "<conversations>",
        "<conversation-list>",
        "conversation>",
        "<b>conversation</b>",
        "&lt;conversation>",
        "<summary>",
        "con <ver> sation",
        "f <|> g <$> x <||> y",
        "<script>",
        "x <y/conversation",
    ],
)
def test_everything_else_is_left_alone(text: str) -> None:
    assert neutralise(text) == text


@given(st.lists(st.one_of(tags(), st.text(max_size=8)), max_size=8).map("".join))
def test_neutralised_text_holds_no_tag_and_stays_as_it_is_the_second_time(text: str) -> None:
    once = neutralise(text)
    assert ANY_TAG.search(once) is None
    assert neutralise(once) == once
    assert once.replace("&lt;", "<") == text.replace("&lt;", "<")


@given(st.sampled_from(TAGS), st.lists(st.one_of(tags(), st.just("words")), min_size=1).map(" ".join))
def test_a_fence_has_one_opening_and_one_closing_tag(tag: Tag, text: str) -> None:
    fenced = fence(tag, text)
    assert (fenced.count(f"<{tag}>"), fenced.count(f"</{tag}>")) == (1, 1)
    assert fenced.startswith(f"<{tag}>\n")
    assert fenced.endswith(f"\n</{tag}>")


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_blank_text_is_not_fenced(text: str) -> None:
    assert fence("conversation", text) == ""


def test_long_runs_of_brackets_and_spaces_take_linear_time() -> None:
    assert neutralise("<" * 50_000 + " " * 200_000) == "<" * 50_000 + " " * 200_000
