import pytest

from foldline.core.command_subjects import settles, subjects


@pytest.mark.parametrize(
    ("script", "programs"),
    [
        ("cd app && CI=1 npx vitest --run a.test.ts 2>&1 | tail -5", ["vitest"]),
        (".venv/bin/python3 -m pytest -q", ["pytest"]),
        ("/usr/bin/python3.11 a.py", ["python"]),
        ("uv run -q mypy src", ["mypy"]),
        ("timeout 60 sudo make test", ["make test"]),
        ("npm run build && docker compose up -d", ["npm build", "docker compose up"]),
        ("cat a.log | grep x", []),
        ("python gen.py | tee out.txt", ["python"]),
        ("make || echo failed", ["make"]),
        ("(cd x; make all)", ["make all"]),
        ("npx", ["npx"]),
        ("", []),
        ("X=1", []),
    ],
)
def test_a_script_is_for_its_programs(script: str, programs: list[str]) -> None:
    assert [subject.program for subject in subjects(script)] == programs


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("pytest", "pytest -q tests/test_a.py"),
        ("pytest tests", "pytest ./tests/test_a.py::test_x"),
        ("pytest tests/test_a.py", "pytest tests/test_a.py::test_x"),
        ("pytest -k x", "pytest -k x tests/a.py"),
        ("pytest .", "pytest tests/a.py -k x"),
        ("go test ./pkg/...", "go test ./pkg/store"),
        ("npm test", "npm run test -- a.test.ts"),
        ("python a.py --slow", "python a.py"),
        ("pytest -n 4 --maxfail 2", "pytest"),
        ("make lint && make test", "make test"),
        ("git commit -m 'one'", "git commit -m 'two words'"),
    ],
)
def test_the_same_or_more_settles_it(later: str, earlier: str) -> None:
    assert settles(subjects(later), subjects(earlier))


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("pytest tests/test_a.py", "pytest"),
        ("pytest -k y", "pytest tests/a.py"),
        ("pytest --lf", "pytest"),
        ("pytest tests/test_a.py", "pytest tests/test_ab.py"),
        ("npm install", "npm install left-pad"),
        ("git push", "git push origin main"),
        ("python b.py", "python a.py"),
        ("make lint", "make lint && make test"),
        ("make", "make test"),
        ("npm test", "yarn test"),
        ("rm a b", "rm a"),
        ("ls", ""),
    ],
)
def test_less_or_something_else_settles_nothing(later: str, earlier: str) -> None:
    assert not settles(subjects(later), subjects(earlier))


@pytest.mark.parametrize(
    ("script", "sure"),
    [
        ("make && make test", True),
        ("cd a; make", True),
        ("make > out.txt 2>&1", True),
        ("make | tail", False),
        ("make; ls", False),
        ("make || true", False),
        ("make\nls", False),
    ],
)
def test_an_exit_status_speaks_for_what_it_depends_on(script: str, *, sure: bool) -> None:
    assert subjects(script)[0].is_sure is sure
