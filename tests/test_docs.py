"""The documents say what the code does: blocks run, outputs are current, options and links exist."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from foldline.cli.main import cli
from foldline.formats import registry

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WRITTEN = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in ("branches", "compaction", "ledger"))]
SCRIPTS = [
    (page.name, number, block)
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=120
    )


def options(command: click.Command) -> set[str]:
    own = {name for parameter in command.params for name in parameter.opts}
    inner = (options(each) for name in _names(command) if (each := command.get_command(click.Context(command), name)))
    return own.union(*inner)


def _names(command: click.Command) -> list[str]:
    return command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []


@pytest.mark.parametrize(("page", "number", "block"), SCRIPTS, ids=[f"{page}-{number}" for page, number, _ in SCRIPTS])
def test_a_python_block_runs_as_it_stands(page, number, block):
    done = run("-W", "error", "-c", block)
    assert done.returncode == 0, done.stderr


def test_the_readme_has_python_to_run():
    assert [page for page, _, _ in SCRIPTS].count("README.md") >= 2


def test_documents_and_pictures_are_in_step_with_the_code():
    pytest.importorskip("rs_bpe", reason="the figures are counted exactly: pip install 'foldline[exact]'")
    done = run("scripts/docs.py", "--check")
    assert done.returncode == 0, done.stderr


def test_the_bundled_session_is_what_its_script_makes():
    pytest.importorskip("rs_bpe", reason="its usage is counted exactly: pip install 'foldline[exact]'")
    done = run("scripts/make_example.py", "--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_every_option_that_is_named_exists(page):
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", page.read_text("utf-8")))
    assert named <= options(cli)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_bundled_session_is_one_of_pi_that_stays_as_it_is():
    data = (ROOT / "examples" / "agent-session.jsonl").read_bytes()
    session = registry.load(data)
    assert session.format == "pi"
    assert not session.problems
    assert [session.record(number) for number in range(len(session.records))] == data.splitlines()


def test_the_usage_in_the_bundled_session_adds_up():
    lines = (ROOT / "examples" / "agent-session.jsonl").read_text("utf-8").splitlines()
    reports = [usage for line in lines if (usage := json.loads(line).get("message", {}).get("usage"))]
    assert all(
        usage["totalTokens"] == usage["input"] + usage["output"] + usage["cacheRead"] + usage["cacheWrite"]
        for usage in reports
    )
    totals = [usage["totalTokens"] for usage in reports if usage["totalTokens"]]
    assert totals == sorted(totals)
