"""Reads a prompt file: blocks of text, each under a comment line that says what it is.

A file is canonical: its blocks joined again are the file, byte for byte, or it is refused. Only text that ships
with the package is ever parsed here; what a user wrote never is.
"""

from collections.abc import Iterable

from msgspec import Struct


class Block(Struct, frozen=True):
    """One block of a prompt file: `<!-- name args -->`, then its text."""

    name: str
    args: tuple[str, ...]
    text: str

    @property
    def label(self) -> str:
        """Name and arguments as they stand in the comment."""
        return " ".join((self.name, *self.args))


def parse(text: str) -> tuple[Block, ...]:
    r"""The blocks of a prompt file.

    Raises:
        ValueError: the blocks do not join to the same text again.

    >>> parse("<!-- section goal list -->\n## Goal\nWhat for.\n")
    (Block(name='section', args=('goal', 'list'), text='## Goal\nWhat for.'),)
    """
    blocks: list[Block] = []
    for chunk in text.removeprefix("<!-- ").removesuffix("\n").split("\n\n<!-- "):
        label, _, body = chunk.partition(" -->\n")
        name, *args = label.split(" ")
        blocks.append(Block(name, tuple(args), body))
    if join(blocks) != text:
        msg = f"the prompt file that begins {text[:40]!r} is not a row of comment-headed blocks; write it in that form"
        raise ValueError(msg)
    return tuple(blocks)


def join(blocks: Iterable[Block]) -> str:
    r"""The file those blocks stand in.

    >>> join([Block("prefix", (), "Write."), Block("suffix", (), "End.")])
    '<!-- prefix -->\nWrite.\n\n<!-- suffix -->\nEnd.\n'
    """
    return "\n\n".join(f"<!-- {block.label} -->\n{block.text}" for block in blocks) + "\n"
