import pytest

from foldline.core.checking.inventions import invented
from foldline.core.checks import Expected, fault, text_of, was_cut
from foldline.core.profiles.templates import heading, load
from foldline.core.requests import SummaryReply


def expected(*, kind="full", profile="handoff", source="", replaced=0, language="en", **more):
    return Expected(kind, load(profile, language), replaced, lambda: source, lambda text: len(text.split()), **more)


def conversation_summary(language):
    template = load("conversation", language)
    return "\n".join(f"{heading(section, template)}\ntext" for section in template.sections)


@pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS"])
def test_a_text_that_was_cut_is_refused_and_told_to_be_shorter(reason):
    reply = SummaryReply("## Goal\nx", reason)
    assert was_cut(reply)
    assert "was cut off for its length" in fault(reply, expected())


@pytest.mark.parametrize("reason", ["", "content_filter", "tool_use"])
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
        "## Goal\nShip it.\n\nLet me know if you need more.",
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
    assert invented("see src/app/main.py, app/main.py, docs/other.md", lambda: source) == ["docs/other.md"]
    assert "'docs/other.md'" in fault(SummaryReply("changed docs/other.md"), expected(source=source))


def test_urls_and_versions_are_no_paths():
    assert invented("https://x.org/a/b.html and/or v1.2/3.4", lambda: "") == ["https://x.org/a/b.html"]


def test_a_text_far_beyond_its_room_is_refused():
    assert "longer than the 2 tokens" in fault(SummaryReply("a b c d e"), expected(max_tokens=2))
    assert fault(SummaryReply("a b c"), expected(max_tokens=2)) == ""


def test_a_text_in_another_language_is_refused():
    text = "The parser drops the second line of each file and keeps the first. " * 5
    assert "not in Japanese" in fault(SummaryReply(text), expected()._replace(language="Japanese"))


def test_what_stands_around_a_text_is_no_fault_and_no_part_of_it():
    reply = SummaryReply("<think>Hm.</think>\n```md\n## Goal\nx\n```")
    assert (fault(reply, expected()), text_of(reply, expected())) == ("", "## Goal\nx")
    assert fault(SummaryReply("<think>only this"), expected()) == "it is empty"


def test_a_section_out_of_the_conversation_is_refused():
    assert "was not asked for" in fault(SummaryReply("## Goal\nx\n## Orders\ny"), expected(source="## Orders\ny"))


def test_only_a_short_summary_that_names_what_is_open_may_end_in_a_question():
    reply = SummaryReply("I fixed it. Shall I deploy?")
    assert "asks a question" in fault(reply, expected(kind="short"))
    assert fault(reply, expected(kind="short", may_ask=True)) == fault(reply, expected()) == ""
