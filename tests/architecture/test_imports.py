"""Who may import whom, as a table over the syntax trees."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src" / "foldline"
FILES = sorted(SRC.rglob("*.py"))
MAY_IMPORT = {
    "__init__": {"branches", "compactor", "core", "errors", "handoffs", "message_lists", "providers"},
    "errors": set(),
    "core": {"core", "errors"},
    "wire": {"wire", "core", "errors"},
    "counters": {"core", "errors"},
    "providers": {"providers", "core", "wire", "errors"},
    "formats": {"formats", "core", "wire", "errors"},
    "surroundings": {"core", "counters"},
    "live_requests": {"core", "formats"},
    "telemetry": {"core", "errors"},
    "secret_scanner": {"core", "errors"},
    "command_hooks": {"core"},
    "waiting": set(),
    "hook_runs": {"command_hooks", "core", "errors", "waiting"},
    "drivers": {"core", "errors", "hook_runs", "telemetry", "waiting"},
    "compactor": {
        "core",
        "wire",
        "drivers",
        "errors",
        "formats",
        "hook_runs",
        "live_requests",
        "secret_scanner",
        "surroundings",
        "telemetry",
        "unwritten",
        "wording",
    },
    "unwritten": {"core", "errors"},
    "wording": {"core"},
    "branches": {"core", "drivers", "errors", "hook_runs", "secret_scanner", "surroundings", "unwritten", "wording"},
    "handoffs": {
        "core",
        "drivers",
        "errors",
        "listed",
        "live_requests",
        "secret_scanner",
        "surroundings",
        "unwritten",
        "wire",
        "wording",
    },
    "listed": {"core", "wire", "errors"},
    "message_lists": {"core", "wire", "errors", "compactor", "listed", "providers"},
    "folded_copy": {"core", "wire", "formats", "compactor", "message_lists"},
    "config": {"config", "core", "errors", "formats"},
    "server": {
        "server",
        "core",
        "wire",
        "errors",
        "counters",
        "formats",
        "branches",
        "compactor",
        "message_lists",
        "folded_copy",
        "providers",
        "config",
        "surroundings",
    },
    "cli": {
        "cli",
        "core",
        "wire",
        "errors",
        "counters",
        "formats",
        "branches",
        "compactor",
        "handoffs",
        "message_lists",
        "folded_copy",
        "providers",
        "config",
        "surroundings",
        "server",
    },
    "__main__": {"cli"},
}
THIRD_PARTY = {
    "core": {"msgspec"},
    "wire": {"msgspec"},
    "counters": {"rs_bpe", "toktok_rs", "toktok", "tiktoken"},
    "providers": {"msgspec", "httpx2", "pydantic_ai"},
    "formats": {"msgspec"},
    "surroundings": {"msgspec"},
    "telemetry": {"msgspec", "opentelemetry"},
    "secret_scanner": {"betterleaks"},
    "command_hooks": {"msgspec"},
    "compactor": {"msgspec"},
    "branches": {"msgspec"},
    "handoffs": {"msgspec"},
    "listed": {"msgspec"},
    "message_lists": {"msgspec"},
    "folded_copy": {"msgspec"},
    "config": {"msgspec", "tomlkit", "platformdirs"},
    "server": {"msgspec", "starlette", "uvicorn"},
    "cli": {"msgspec", "click", "rich"},
}
FORBIDDEN_IN_CORE = {
    "asyncio", "datetime", "http", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
LOADS_TEXT_FILES = {"core/prompts/__init__.py"}
"""The one place in core that reads: the prompts that ship with the package."""


def area(path: Path) -> str:
    first = path.relative_to(SRC).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def name(path: Path) -> str:
    return str(path.relative_to(SRC))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_module_imports_only_what_its_area_may(path):
    own = {module.split(".")[1] for module in imports(path) if module.startswith("foldline.")}
    assert own <= MAY_IMPORT[area(path)]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_module_needs_only_the_packages_of_its_area(path):
    roots = {module.split(".")[0] for module in imports(path)}
    others = {root for root in roots if root not in sys.stdlib_module_names and root != "foldline"}
    assert others <= THIRD_PARTY.get(area(path), set())


@pytest.mark.parametrize("path", [path for path in FILES if area(path) == "core"], ids=name)
def test_core_touches_nothing_outside_itself(path):
    roots = {module.split(".")[0] for module in imports(path)}
    assert not roots & FORBIDDEN_IN_CORE
    calls = {node.func.id for node in ast.walk(ast.parse(path.read_text()))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
    assert not calls & {"open", "print", "input"}
    if name(path) not in LOADS_TEXT_FILES:
        assert "importlib" not in roots


@pytest.mark.parametrize("path", [path for path in FILES if area(path) == "core"], ids=name)
def test_core_waits_for_nothing(path):
    assert not any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(ast.parse(path.read_text())))
