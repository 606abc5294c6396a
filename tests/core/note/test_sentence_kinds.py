import pytest

from foldline.core.note import sentence_kinds as kinds


@pytest.mark.parametrize(
    "text",
    [
        "Done.",
        "Perfect!",
        "You're absolutely right!",
        "Let me look at the parser.",
        "Now I have a complete picture.",
        "Want me to go on?",
        "Let me know what you think.",
        "The changes:",
        "Is it green?",
        "好的。",
        "让我看看。",
        "需要我继续吗",
        "请告诉我下一步。",
    ],
)
def test_talk_that_tells_nothing_later_is_empty(text):
    assert kinds.is_empty_talk(text)


@pytest.mark.parametrize(
    "text", ["The parser reads CRLF now.", "Done with `a.py`.", "铁箱在灯塔地下室里。", "测试还需要它。"]
)
def test_what_tells_something_is_not_empty(text):
    assert not kinds.is_empty_talk(text)


@pytest.mark.parametrize(
    "text", ["I've moved it", "Added a flag", "The flag is now read", "Done. Fixed both", "已修复解析器"]
)
def test_a_made_change_is_told_from_a_possible_one(text):
    assert kinds.is_made(text)


@pytest.mark.parametrize("text", ["Add a flag", "You could split it", "Split the module"])
def test_a_possible_change_is_not_made(text):
    assert not kinds.is_made(text)


def test_causes_limits_and_warnings_are_findings():
    assert kinds.is_finding("The problem is the cache.")
    assert not kinds.is_finding("All is well.")


@pytest.mark.parametrize("text", ["All tests pass.", "✅ All checks are green!", "The build succeeded."])
def test_a_verdict_on_checks_is_known(text):
    assert kinds.is_check_verdict(text)


def test_a_verdict_with_more_in_it_is_more():
    assert not kinds.is_check_verdict("All tests pass because the parser reads CRLF.")


@pytest.mark.parametrize("text", ["Location: `src/a.py`", "Option 2: keep the file as it is, and read it again"])
def test_fields_and_options_are_labels(text):
    assert kinds.is_label(text)


@pytest.mark.parametrize(
    ("heading", "left"),
    [
        ("Next steps:", True),
        ("Remaining", True),
        ("TODO", True),
        ("下一步", True),
        ("Not yet done", True),
        ("Done", False),
        ("Follow-up changes made", False),
        ("", False),
        ("Next " + "long " * 30, False),
    ],
)
def test_headings_that_name_what_is_left(heading, left):
    assert kinds.names_what_is_left(heading) is left


@pytest.mark.parametrize(("heading", "vague"), [("Summary of changes", True), ("Added Branch field", False)])
def test_vague_headings_say_only_that_something_follows(heading, vague):
    assert kinds.is_vague_heading(heading) is vague


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("Created `plan.md` with:", "Created `plan.md`"),
        ("Moved `a.py` into the following:", "Moved `a.py` into the following"),
        ("Create `plan.md`:", "Create `plan.md`:"),
        ("Added it:", "Added it:"),
        ("No colon", "No colon"),
    ],
)
def test_an_announcing_line_states_what_was_done(line, statement):
    assert kinds.as_statement(line) == statement


def test_an_offer_asks_what_to_do():
    assert kinds.is_offer("Shall I go on?")
    assert not kinds.is_offer("It goes on.")


def test_exact_names_numbers_and_reasons_tell_something():
    assert kinds.is_telling("It is `a.py`.")
    assert not kinds.is_telling("Fine weather.")


def test_changes_are_known_whether_made_or_not():
    assert kinds.is_change("Add a flag")
    assert not kinds.is_change("Fine weather.")


def test_a_curly_apostrophe_is_one_too():
    assert kinds.is_failing("I can’t turn it on.")


@pytest.mark.parametrize("line", ["The fastest trip from Denver to Houston on May 27 is:", "Here is what I did in it:"])
def test_what_hangs_before_a_colon_is_no_statement(line):
    assert kinds.as_statement(line) == line
