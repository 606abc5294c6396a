"""The size and form of the modules."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import foldline

SRC = Path(__file__).parents[2] / "src" / "foldline"
FILES = sorted(SRC.rglob("*.py"))
SAYS_NOTHING = {"utils", "helpers", "common", "manager", "misc", "base"}


def name(path: Path) -> str:
    return str(path.relative_to(SRC))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_module_says_what_it_is_and_is_not_too_long(path):
    source = path.read_text()
    assert ast.get_docstring(ast.parse(source))
    assert source.count("\n") <= 400
    assert path.stem not in SAYS_NOTHING


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_function_is_longer_than_sixty_lines(path):
    functions = (
        n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert [f.name for f in functions if (f.end_lineno or 0) - f.lineno > 60] == []


def test_everything_public_is_listed_and_can_be_had():
    assert foldline.__all__ == sorted(foldline.__all__)
    assert {name for names in foldline._HOMES.values() for name in names} == set(foldline.__all__)
    assert all(getattr(foldline, name) is not None for name in foldline.__all__)
    assert dir(foldline) == foldline.__all__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = foldline.nothing


def test_importing_loads_no_third_party_module():
    script = "import json, sys; import foldline; print(json.dumps(sorted({m.split('.')[0] for m in sys.modules})))"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {module for module in json.loads(answer.stdout) if not module.startswith("_")}
    assert loaded - set(sys.stdlib_module_names) <= {"foldline", "msgspec", "sitecustomize", "usercustomize"}
