import pytest

from foldline.core.checks import Expected, fault, invented_paths
from foldline.core.profiles.templates import heading, load
from foldline.core.requests import SummaryReply


def expected(*, kind="full", profile="handoff", source="", replaced=0, language="en"):
    return Expected(kind, load(profile, language), replaced, lambda: source, lambda text: len(text.split()))


def conversation_summary(language):
    template = load("conversation", language)
    return "\n".join(f"{heading(section, template)}\ntext" for section in template.sections)


@pytest.mark.parametrize("reason", ["length", "max_tokens", "", "content_filter", "tool_use"])
def test_a_text_that_did_not_end_by_itself_is_refused(reason):
    assert "did not end by itself" in fault(SummaryReply("## Goal\nx", reason), expected())


@pytest.mark.parametrize("reason", ["stop", "end_turn", "STOP"])
def test_a_normal_end_is_accepted(reason):
    assert fault(SummaryReply("## Goal\nx", reason), expected()) == ""


@pytest.mark.parametrize("text", ["", "  \n "])
def test_an_empty_text_is_refused(text):
    assert fault(SummaryReply(text), expected()) == "it is empty"


@pytest.mark.parametrize(
    "text",
    [
        "Sure, I'll run the tests now.",
        "I'll fix the parser next.",
        "**Certainly!** Here you go",
        "好的,我来修改",
        "<tool_call>bash</tool_call>",
        '[Tool Call]: bash(command="ls")',
    ],
)
def test_a_reply_to_the_conversation_is_no_summary(text):
    assert "answers the conversation" in fault(SummaryReply(text), expected())


@pytest.mark.parametrize("text", ["## Goal\nShip it.", "The parser was rewritten.", "- done"])
def test_a_plain_summary_is_accepted(text):
    assert fault(SummaryReply(text), expected()) == ""


def test_an_omitted_section_of_a_handoff_is_no_fault_but_a_doubled_one_is():
    assert fault(SummaryReply("## Goal\nx"), expected()) == ""
    assert "more than once" in fault(SummaryReply("## Goal\nx\n## Goal\ny"), expected())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_conversation_summary_needs_all_its_sections(language):
    whole = conversation_summary(language)
    assert fault(SummaryReply(whole), expected(profile="conversation", language=language)) == ""
    cut = whole.rpartition("\n")[0].rpartition("\n")[0]
    assert "is missing" in fault(SummaryReply(cut), expected(profile="conversation", language=language))


def test_a_summary_has_to_be_shorter_than_what_it_replaces():
    assert "not shorter" in fault(SummaryReply("a b c"), expected(replaced=3))
    assert fault(SummaryReply("a b"), expected(replaced=3)) == ""


def test_a_file_the_conversation_never_named_is_an_invention():
    source = "edited src/app/main.py and docs/readme.md"
    assert invented_paths("see src/app/main.py, app/main.py, docs/other.md", lambda: source) == ["docs/other.md"]
    assert "'docs/other.md'" in fault(SummaryReply("changed docs/other.md"), expected(source=source))


def test_urls_and_versions_are_no_paths():
    assert invented_paths("https://x.org/a/b.html and/or v1.2/3.4", lambda: "") == []
