import time

import pytest

from builders import agent, user
from foldline.core.dialogue.spoken_text import THINKING, spoken, without_blocks, without_media, words
from foldline.core.messages import ImagePart, Message, TextPart


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <memory>x\ny</memory> b <Memory>z</MEMORY>", "a  b"),
        ("<memory>x</memory>y<memory>z</memory>", "y"),
        ("an unclosed <memory>stays", "an unclosed <memory>stays"),
        ("the tag `<memory>` is spoken of </memory>", "the tag `<memory>` is spoken of </memory>"),
    ],
)
def test_memory_tags_of_a_user_are_removed(text, left):
    assert spoken(user(text), "en") == left


def test_memory_tags_of_an_assistant_stay():
    assert spoken(agent("<memory>x</memory>"), "en") == "<memory>x</memory>"


@pytest.mark.parametrize("tag", THINKING)
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<{0}>hm\nhm</{0}>\nYes.", "Yes."),
        ("No. <{0}>hm</{0}>", "No."),
        ("Yes.\n<{0}>never closed", "Yes."),
        ("<{0} type='x'>a</{0}>b<{0}>c</{0}>", "b"),
        ("write `<{0}>` first", "write `<{0}>` first"),
        ("put <{0}> into the page", "put <{0}> into the page"),
    ],
)
def test_thinking_of_an_assistant_is_removed_even_unclosed(tag, text, left):
    assert spoken(agent(text.replace("{0}", tag)), "en") == left.replace("{0}", tag)


def test_thinking_tags_that_a_user_writes_stay():
    assert spoken(user("<think>loud</think>"), "en") == "<think>loud</think>"


@pytest.mark.parametrize(
    ("text", "image", "left"),
    [
        ("see ![cat](cat.png) here", True, "see  here"),
        ('![a](x.png "title")', True, ""),
        ("<img src='a.png'/>", True, ""),
        ('<link type="image" id="7"></link>look', True, "look"),
        ("data:image/png;base64,AAAA/+=", True, ""),
        ('<audio src="a.mp3"></audio>', False, ""),
        ("<video controls>", False, ""),
        ('<link type="video" id="7"> watch', False, "watch"),
        ("![a](a.png) and <audio src='x'></audio>", True, "and"),
    ],
)
def test_media_links_go_and_are_named_only_where_nothing_else_is_left(text, image, left):
    for language in ("en", "zh"):
        expected = left or words(language)["image" if image else "media"]
        assert spoken(user(text), language).strip() == expected


@pytest.mark.parametrize(
    "text", ["a [link](page.html)", "https://x.org/a.png", '<link rel="stylesheet">', "x ! [a] (b)"]
)
def test_what_is_no_media_link_stays(text):
    assert without_media(text).text == text


def test_a_picture_that_is_no_text_counts_as_one():
    picture = Message("user", (ImagePart("image/png"),))
    assert spoken(picture, "zh") == "[图片已省略]"
    assert spoken(Message("user", (TextPart("hm"), ImagePart("image/png"))), "zh") == "hm"


def test_what_was_empty_stays_empty():
    assert spoken(user("  <memory>a</memory>"), "en") == ""


def test_a_block_can_be_replaced():
    assert without_blocks("a<x>b</x>c", ["x"], put="[x]") == "a[x]c"


@pytest.mark.parametrize(
    "piece", ["<memory>", "<link ", "![", "![a](", "<img ", "data:image/png;base64,A", "</memory", "<think>a"]
)
def test_hostile_texts_take_no_time(piece):
    started = time.perf_counter()
    spoken(user(piece * 40_000), "en")
    spoken(agent(piece * 40_000), "en")
    assert time.perf_counter() - started < 2
