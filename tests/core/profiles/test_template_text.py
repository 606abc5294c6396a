from pathlib import Path

import pytest

from foldline.core import prompts
from foldline.core.profiles.template_text import Block, join, parse

NAMES = sorted(path.stem for path in Path(prompts.__file__).parent.glob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_file_rejoins_byte_for_byte(name: str) -> None:
    assert join(parse(prompts.read(name))) == prompts.read(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_file_has_no_white_space_at_the_ends_of_its_lines(name: str) -> None:
    assert [line for line in prompts.read(name).split("\n") if line != line.rstrip()] == []


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_blocks(name: str) -> None:
    twin = name.replace(".en", ".zh") if name.endswith(".en") else name.replace(".zh", ".en")
    assert [block.label for block in parse(prompts.read(name))] == [block.label for block in parse(prompts.read(twin))]


def test_a_block_is_its_label_and_its_text() -> None:
    assert parse("<!-- section goal list -->\n## Goal\n\nWhat.\n\n<!-- suffix -->\nEnd.\n") == (
        Block("section", ("goal", "list"), "## Goal\n\nWhat."),
        Block("suffix", (), "End."),
    )


@pytest.mark.parametrize(
    "text", ["no comment\n", "<!-- prefix -->\nNo line break at the end", "<!-- prefix\nEnd.\n", ""]
)
def test_what_would_not_rejoin_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="comment-headed blocks"):
        parse(text)
