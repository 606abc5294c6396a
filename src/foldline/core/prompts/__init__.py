"""The built-in prompts: one Markdown file a prompt and language, read when first asked for and kept.

The only file reading in core, and only of files that ship with the package.
"""

from functools import cache


@cache
def read(name: str) -> str:
    """The text of a prompt file that ships with the package.

    >>> read("system.en").startswith("<!-- prefix -->")
    True
    """
    from importlib.resources import files

    return files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8")
