"""Renews the libraries of the settings page: packs each by npm at its pinned version, takes the one file that is used.

Needs npm and the network; the page itself needs neither. `--check` packs anew and says what differs from what is kept.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TARGET = Path(__file__).parent.parent / "src" / "foldline" / "server" / "web" / "vendor"


class Package(NamedTuple):
    """A package and what is taken from it."""

    name: str
    version: str
    files: dict[str, str]
    """File in the package -> file here."""
    licences: tuple[str, ...]
    export: str = ""
    """Line that makes a module of a script."""


PACKAGES = (
    Package(
        "preact",
        "11.2.0",
        {"dist/preact.mjs": "preact.js", "hooks/dist/hooks.mjs": "preact-hooks.js"},
        ("LICENSE",),
    ),
    Package("htm", "3.1.1", {"dist/htm.mjs": "htm.js"}, ("LICENSE",)),
    Package(
        "uplot",
        "1.6.32",
        {"dist/uPlot.iife.min.js": "uplot.js", "dist/uPlot.min.css": "uplot.css"},
        ("LICENSE",),
        "export default uPlot;",
    ),
    Package("marked", "18.2.1", {"lib/marked.esm.js": "marked.js"}, ("LICENSE",)),
    Package(
        "dompurify",
        "3.5.0",
        {"dist/purify.min.js": "purify.js"},
        ("LICENSE",),
        "export default globalThis.DOMPurify;",
    ),
)


def packed(package: Package, folder: Path) -> Path:
    """The folder of a package as npm packs it."""
    into = folder / package.name
    into.mkdir()
    subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", into, f"{package.name}@{package.version}"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with tarfile.open(next(into.glob("*.tgz"))) as archive:
        archive.extractall(into, filter="data")
    return into / "package"


def module(text: str, package: Package, name: str) -> str:
    """A file as the page loads it: without the pointer to a source map, its imports beside it, as a module."""
    lines = [line for line in text.rstrip().split("\n") if not line.startswith("//# sourceMappingURL=")]
    joined = "\n".join(lines).replace('from"preact"', 'from"./preact.js"')
    return f"{joined}\n{package.export}\n" if package.export and name.endswith(".js") else f"{joined}\n"


def notice(packages: list[tuple[Package, Path]]) -> Iterator[str]:
    """Names, versions, licences and their texts."""
    yield "Libraries of the settings page. Each file is as published, made a module; scripts/vendor.py renews them."
    for package, folder in packages:
        about = json.loads((folder / "package.json").read_text("utf-8"))
        yield f"{'=' * 78}\n{package.name} {package.version}, licence {about['license']}"
        yield from ((folder / licence).read_text("utf-8").strip() for licence in package.licences)


def renewed() -> dict[str, str]:
    """File -> text."""
    with tempfile.TemporaryDirectory() as folder:
        packages = [(package, packed(package, Path(folder))) for package in PACKAGES]
        files = {
            name: module((at / source).read_text("utf-8"), package, name)
            for package, at in packages
            for source, name in package.files.items()
        }
        return {**files, "NOTICE": "\n\n".join(notice(packages)) + "\n"}


if __name__ == "__main__":
    made = renewed()
    if "--check" in sys.argv:
        wrong = [name for name, text in made.items() if (TARGET / name).read_text("utf-8") != text]
        raise SystemExit(f"out of step: {', '.join(wrong)}; run python {sys.argv[0]}" if wrong else 0)
    for name, text in made.items():
        (TARGET / name).write_text(text, "utf-8")
