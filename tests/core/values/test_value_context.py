import pytest

from foldline.core.values.value_context import may_be_stated, mention_at, tells_enough
from foldline.core.values.value_mentions import prose_mentions


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("the staging port is 8081", "staging port"),
        ("accent #8abeb7", "accent"),
        ("timeout: 30s", "timeout"),
        ("8081 is the staging port", "staging port"),
        ("把测试端口改成9090", "测试端口"),
        ("host and port 8081", "port"),
    ],
)
def test_a_value_knows_its_thing(text: str, label: str) -> None:
    assert next(iter(prose_mentions(text, by_user=True))).label == label


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("the staging port is 8081", "the staging port is 8081"),
        (
            "one two three four five six seven eight port 8081 ten eleven twelve",
            "five six seven eight port 8081 ten eleven",
        ),
        ("port 8081 one two three four five six seven eight", "port 8081 one two three four five six"),
        ("第一句话，很长的第二句话，端口是8081，后面还有话", "很长的第二句话，端口是8081，"),
    ],
)
def test_a_phrase_is_the_words_around_a_value(text: str, phrase: str) -> None:
    assert next(iter(prose_mentions(text, by_user=True))).phrase == phrase


@pytest.mark.parametrize(
    ("text", "amends"),
    [
        ("make it 35 min", True),
        ("sorry, i meant eu-west-1", True),
        ("oops, the region us-east-2", False),
        ("no wait, 15:30", True),
        ("use 9090 instead", True),
        ("改成9090", True),
        ("说错了，是9090", True),
        ("sorry, i have 3 days left", False),
        ("use 9090 instead of 8080", False),
        ("the port is 9090", False),
    ],
)
def test_a_correction_need_not_name_its_thing(text: str, *, amends: bool) -> None:
    assert any(mention.amends for mention in prose_mentions(text, by_user=True)) is amends


@pytest.mark.parametrize(
    ("line", "value", "stated"),
    [
        ("The limit is 20", "20", True),
        ("20 is the limit", "20", True),
        ("set the limit to 20", "20", True),
        ("61 of 20", "20", False),
        ("from 50 to 20", "20", False),
        ("This is what I have found out so far: 20", "20", False),
    ],
)
def test_a_number_is_stated_as_the_value_of_a_thing(line: str, value: str, *, stated: bool) -> None:
    start = line.index(value)
    assert mention_at(line, start, start + len(value), "number").is_stated is stated


def test_an_agent_has_to_state_its_numbers() -> None:
    line = "It checked 232 files"
    assert not may_be_stated(line, (11, 14, "number"))
    assert may_be_stated(line, (11, 14, "code"))
    assert not tells_enough(mention_at(line, 11, 14, "number"), by_user=False)


def test_values_of_one_shape_may_take_each_others_place() -> None:
    line = "room B, room C, 20 min, 35 minutes"
    shapes = [mention.shape for mention in prose_mentions(line, by_user=True)]
    assert shapes == ["number minute", "number minute", "name room", "name room"]
