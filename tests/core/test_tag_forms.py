import re

import pytest

from foldline.core.tag_forms import brackets, may_hold_tags

FORMS = (
    "<files>",
    "</Files>",
    "< / FILES >",
    "<\n/\tfiles",
    "<\\/files>",
    "<//files>",
    "<\u200b/\ufefffiles>",
    "</f\u200bi\u2060les>",
    "</fi\u00adles>",
    "</\u202efiles>",
    "<\U000e0041/files>",
    "\uff1c/files\uff1e",
    "\ufe64files\ufe65",
    "\uff1c\uff0f\uff26\uff29\uff2c\uff25\uff33\uff1e",
    "</\uff46iles>",
)


def found(text: str, **more: bool) -> bool:
    return re.search(brackets("files", "read-files", **more), text, re.IGNORECASE) is not None


@pytest.mark.parametrize("form", FORMS)
def test_a_tag_is_found_in_every_form(form: str) -> None:
    assert may_hold_tags(form)
    assert found(f"see {form} here")


@pytest.mark.parametrize(
    "form", ["<read-files>", "<read_files", "<read files", "<readfiles", "<read\u2014files", "<read\uff0dfiles"]
)
def test_a_dash_may_be_any_dash(form: str) -> None:
    assert found(form)


@pytest.mark.parametrize("text", ["files>", "a < b", "<file>", "<fileserver>", "<profiles>", "&lt;/files>", "<b>files"])
def test_other_text_is_no_tag(text: str) -> None:
    assert not found(text)


def test_an_opening_tag_can_be_left_alone() -> None:
    assert not found("<files>", closing_only=True)
    assert found("< / files>", closing_only=True)


def test_a_longer_name_counts_where_that_is_asked_for() -> None:
    assert found("<files-and-more>", whole_names=False)
    assert not found("<files-and-more>")


def test_a_long_row_of_brackets_and_gaps_takes_no_time_to_speak_of() -> None:
    assert not found(("<" + " " * 50 + "/" * 50) * 2_000 + "<" * 50_000)
