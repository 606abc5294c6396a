"""What a provider folded by itself, found in a list and put into one."""

import pytest

from foldline.core.remote.payload import Payload
from foldline.core.wrapping import wrap_summary
from foldline.wire.sealed import find, placed

SEALED = {"type": "compaction", "encrypted_content": "gAAAA"}
BLOCK = {"type": "compaction", "content": "## Goal", "signature": "EuYB"}
DEVELOPER = {"role": "developer", "content": "be brief"}


def said(text, role="user"):
    return {"role": role, "content": text}


@pytest.mark.parametrize(
    ("messages", "wire"),
    [
        ([said("hello")], "openai_responses"),
        ([{"type": "compaction"}], "openai_responses"),
        ([SEALED], "openai_chat"),
        ([], "anthropic_messages"),
        ([said("hello")], "anthropic_messages"),
        ([{"role": "assistant", "content": [{**BLOCK, "signature": ""}]}], "anthropic_messages"),
        ([{"role": "user", "content": [BLOCK]}], "anthropic_messages"),
    ],
)
def test_a_list_without_one_has_none(messages, wire):
    assert find(messages, wire) is None


def test_the_newest_item_counts_and_words_before_it_belong_to_it():
    older = {**SEALED, "id": "older"}
    found = find([DEVELOPER, said("one"), older, said("two"), SEALED, said("three")], "openai_responses")
    assert found.after == [said("three")]
    assert len(found.payload.items) == 1
    words = find([DEVELOPER, said("one"), said("sure", "assistant"), SEALED], "openai_responses")
    assert len(words.payload.items) == 3
    assert words.before == [DEVELOPER, said("one"), said("sure", "assistant")]


def test_a_text_of_ours_behind_it_is_told_from_what_the_user_says():
    found = find([SEALED, said(wrap_summary("so far")), said("go")], "openai_responses")
    assert (found.summary, found.is_ours, found.after) == ("so far", True, [said("go")])
    bare = find([SEALED, said("go")], "openai_responses")
    assert (bare.is_ours, bare.after) == (False, [said("go")])
    assert "only its provider can read" in bare.summary


def test_what_is_joined_with_our_text_stays():
    joined = {
        "role": "user",
        "content": [{"type": "text", "text": wrap_summary("so far")}, {"type": "text", "text": "go"}],
    }
    found = find([{"role": "assistant", "content": [BLOCK]}, joined], "anthropic_messages")
    assert found.summary == "## Goal\n\nso far"
    assert found.after == [{"role": "user", "content": [{"type": "text", "text": "go"}]}]


def test_blocks_behind_a_signed_one_are_the_answer_they_were():
    answer = {"type": "text", "text": "built"}
    found = find([{"role": "assistant", "content": [BLOCK, answer]}], "anthropic_messages")
    assert found.after == [{"role": "assistant", "content": [answer]}]
    assert (found.summary, found.is_ours) == ("## Goal", False)


def test_each_provider_wants_it_at_its_own_place():
    head, rest = [DEVELOPER], [said("go")]
    assert placed(head, None, rest) == [*head, *rest]
    assert placed(head, Payload("openai", ('{"type":"compaction"}',)), rest)[1] == {"type": "compaction"}
    assert placed(head, Payload("anthropic", ('{"type":"compaction"}',)), rest)[0]["role"] == "assistant"
