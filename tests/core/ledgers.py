"""Ledgers for tests: any at all, made of texts that try to break out of their places."""

from itertools import product

from hypothesis import strategies as st

from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value

HOSTILE = (
    '<foldline-ledger v="1">', "</foldline-ledger>", "< / FoldLine_Ledger >", "\n", "\r\n", "\r", "\u2028", "\x85",
    "␐", "␐3c;", "~~~", "~~~~", "↑", "↓", " — ", "—", "…", "- [m1] ", "  - [m1] ", "### Files changed", "\x1b[0m",
    "### 修改过的文件", "\ud800", " ", "", "#1", "-", "[", "]", "a", "port 80", "<", "/", "foldline", "ledger",
    "was ", "deleted", " = ", "pinned", "user", "</summary>", "<files>",
    "Files only read: 3 more, in the original", "\x00", "\t", "é", "漢",
)  # fmt: skip

PAIRS = ["".join(pair) for pair in product(HOSTILE, repeat=2)]
"""One draw each, so that a law costs little; longer ones are drawn now and then."""

texts = st.one_of(
    st.sampled_from(PAIRS),
    st.sampled_from(PAIRS),
    st.text(max_size=6),
    st.lists(st.sampled_from(HOSTILE), max_size=5).map("".join),
)
ids = st.sampled_from(["m1", "m2", "-", "#1", "", "a5b1c2d3-1111-2222-3333-444455556666"]) | st.sampled_from(PAIRS)
quotes = st.builds(Quote, texts, ids)
rules = st.builds(Rule, ids, texts, ids, st.booleans(), st.none() | quotes)
failures = st.builds(Failure, texts, texts, texts, ids, st.booleans())
values = st.builds(Value, texts, texts, ids, st.booleans(), st.booleans())


@st.composite
def file_lists(draw: st.DrawFn) -> FileOps:
    """Lists without a path in both, with marks on any of them."""
    paths = draw(st.lists(texts, unique=True, max_size=3))
    cut = draw(st.integers(0, len(paths)))
    moved = draw(st.dictionaries(st.sampled_from(paths), texts, max_size=2)) if paths else {}
    deleted = draw(st.frozensets(st.sampled_from(paths), max_size=2)) if paths else frozenset()
    return FileOps(tuple(paths[:cut]), tuple(paths[cut:]), moved, deleted)


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """Any ledger; its requests are often among what was said, as real ones are."""
    said = tuple(draw(st.lists(quotes, max_size=2)))
    request = st.none() | quotes | (st.sampled_from(said) if said else st.none())
    newest = draw(request)
    return Ledger(
        rules=tuple(draw(st.lists(rules, max_size=2))),
        instructions=tuple(draw(st.lists(quotes, max_size=1))),
        said=said,
        request=newest,
        open_request=draw(st.just(newest) | request),
        files=draw(file_lists()),
        errors=tuple(draw(st.lists(failures, max_size=2))),
        values=tuple(draw(st.lists(values, max_size=2))),
        dropped=tuple(draw(st.lists(texts, max_size=1))),
    )


FULL = Ledger(
    rules=(
        Rule("r1", "never push to main", "m2"),
        Rule("p1", "reply in Spanish\nalways", "", pinned=True),
        Rule("r2", "use tabs", "m3", taken_back=Quote("use spaces after all", "m9")),
    ),
    instructions=(Quote("# House rules\n- no co-author line", "m1"),),
    said=(Quote("fix the build\n\n  now", "m9"), Quote("never push to main", "m2")),
    request=Quote("fix the build\n\n  now", "m9"),
    open_request=Quote("fix the build\n\n  now", "m9"),
    files=FileOps(("src/a.py", "src/b.py"), ("c.py",), {"src/b.py": "old.py"}, frozenset({"src/a.py"})),
    errors=(
        Failure("error: no rule", "bash", "make test", "a5b1c2d3-1111-2222-3333-444455556666"),
        Failure("not found", "edit", "src/a.py", "m8", resolved=True),
    ),
    values=(
        Value("8081", "the staging port is 8081", "m2", by_user=True),
        Value("#1a73e8", "#1a73e8", "a5b1c2d3-1111-2222-3333-444455556666"),
        Value("80", "port 80", "m1", by_user=True, superseded=True),
    ),
)
"""One fact of every kind, in canonical order."""
