import pytest

from foldline.core.values.value_kinds import has_unit, kind_of, shape_of, unit_after


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("https://example.org/a?b=1", "url"),
        ("postgres://db.local/app", "url"),
        ("x://", ""),
        ("ops@example.org", "email"),
        ("a1b2c3d4-1111-2222-3333-444455556666", "uuid"),
        ("10.0.0.12:8443", "address"),
        ("localhost:3000", "address"),
        ("db.example.com:5432", "address"),
        (":8080", "port"),
        ("8080:80", "port"),
        ("#1a73e8", "colour"),
        ("#abc", "colour"),
        ("#4521", "code"),
        ("2024-05-27", "date"),
        ("05/27/2024", "date"),
        ("14:30", "time"),
        ("5pm", "time"),
        ("v2", "version"),
        ("1.2.3-rc.1", "version"),
        ("react@18.2.0", "version"),
        ("@types/node@20", "version"),
        ("^4.17", "version"),
        ("$1,234.56", "money"),
        ("7f3c2a9", "hash"),
        ("sha256:abcdef1234567", "hash"),
        ("sofia_kim_7287", "code"),
        ("ORD-2291-XK", "code"),
        ("HAT078", "code"),
        ("OI5L9G", "code"),
        ("B-204", "code"),
        ("eu-west-1", "code"),
        ("978-3-16-148410-0", "code"),
        ("00:1A:2B:3C:4D:5E", "code"),
        ("8080", "number"),
        ("100,000", "number"),
        ("3.11", "number"),
        (">70%", "number"),
        *((word, "") for word in ("main.ts:12", "file.py", "utf-8", "SHA-256", "e2e", "agent2", "step-3")),
        *((word, "") for word in ("1st", "10x", "T5", "hello", "", "deadbeef", "16-char", "gpt-4")),
    ],
)
def test_a_word_is_the_kind_of_value_it_looks_like(word: str, kind: str) -> None:
    assert kind_of(word) == kind


@pytest.mark.parametrize(
    ("text", "unit"),
    [("30 seconds", " seconds"), ("30秒", "秒"), ("30", ""), ("30 apples", ""), ("30 minutely", ""), ("30 MB.", " MB")],
)
def test_the_unit_of_a_number_is_what_follows_it(text: str, unit: str) -> None:
    assert unit_after(text, 2) == unit


@pytest.mark.parametrize(
    ("word", "expected"),
    [("30ms", True), ("1280px", True), ("20k", True), ("30", False), ("ms", False), ("30msx", False)],
)
def test_a_number_may_carry_its_unit(word: str, expected: bool) -> None:
    assert has_unit(word) is expected


@pytest.mark.parametrize(
    ("one", "other", "kind", "same"),
    [
        ("20 min", "35 minutes", "number", True),
        ("30 s", "45秒", "number", True),
        ("三十两", "五十两", "number", True),
        ("8080", "9090", "number", True),
        ("20 min", "3 MB", "number", False),
        ("ORD-2291", "ORD-77", "code", True),
        ("eu-west-1", "NB-02", "code", False),
        ("v1.2", "v2", "version", True),
    ],
)
def test_values_of_one_shape_could_stand_for_each_other(one: str, other: str, kind: str, *, same: bool) -> None:
    assert (shape_of(one, kind) == shape_of(other, kind)) is same
