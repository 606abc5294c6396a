import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldline.config import load
from foldline.config.field_edits import ConflictError, FieldEdit, Target, laid_over, store
from foldline.config.profile_fields import edited_profile, value_in
from foldline.core.profiles.overrides import SectionEdits
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import KINDS
from foldline.errors import SettingsError

HANDOFF = Target("handoff")
RULES = ("rules",)
RATIO = ("settings", "ratio")
IDS = ["goal", "constraints", "progress", "decisions", "next_steps", "critical_context", "notes"]
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
FIELDS = st.one_of(
    st.tuples(st.tuples(st.just("sections"), st.sampled_from(IDS), st.sampled_from(["title", "instruction"])), TEXTS),
    st.tuples(st.tuples(st.just("sections"), st.sampled_from(IDS), st.just("enabled")), st.booleans()),
    st.tuples(st.tuples(st.just("prompts"), st.sampled_from(KINDS), st.sampled_from(["text", "extra"])), TEXTS),
    st.tuples(st.just(("order",)), st.permutations(IDS)),
    st.tuples(st.just(RULES), TEXTS),
)
LANGUAGES = st.sampled_from(["en", "zh"])


class Meanwhile:
    """Reads the settings; right after the look that an edit is made by something else is written."""

    def __init__(self, home, text):
        self.home, self.text, self.looks = home, text, 0

    def __call__(self):
        found = load()
        self.looks += 1
        if self.looks == 2:
            self.home.write(self.text)
        return found


@pytest.mark.parametrize(("target", "path", "text", "theirs"), [
    (Target(), RATIO, "ratio = 0.3\n", 0.3),
    (HANDOFF, RULES, '[profiles.handoff]\nrules = "theirs"\n', "theirs"),
])  # fmt: skip
def test_a_write_between_the_look_and_ours_is_seen(home, target, path, text, theirs):
    mine = 0.9 if path == RATIO else "mine"
    with pytest.raises(ConflictError) as caught:
        store(Meanwhile(home, text), [FieldEdit(path, mine)], target, is_current=True)
    assert [(one.path, one.mine, one.theirs) for one in caught.value.conflicts] == [(path, mine, theirs)]
    assert home.text() == text


@pytest.mark.parametrize("text", ["message_count = 4\n", "[profiles.handoff]\nbase = 'handoff'\n"])
def test_a_write_of_something_else_meanwhile_stays(home, text):
    store(Meanwhile(home, text), [FieldEdit(RATIO, 0.9)], Target(), is_current=True)
    assert text in home.text()
    assert "ratio = 0.9\n" in home.text()


def test_a_file_that_changes_all_the_time_is_told(home):
    numbers = iter(range(1, 100))

    def restless():
        found = load()
        home.write(f"ratio = 0.{next(numbers)}\n")
        return found

    edit = FieldEdit(RATIO, 0.95, 0.95)
    with pytest.raises((SettingsError, ConflictError)):
        store(restless, [edit], Target(), is_current=True)


def test_the_later_of_two_edits_of_a_field_counts(home):
    store(load, [FieldEdit(RATIO, 0.2), FieldEdit(RATIO, 0.3)], Target(), is_current=True)
    assert home.text() == "ratio = 0.3\n"


def test_edits_are_laid_over_as_they_would_be_stored(home):
    edits = [FieldEdit(("sections", "goal", "title"), "Aim"), FieldEdit(("sections", "goal", "share"), 9)]
    found, faults = laid_over(load(), edits, HANDOFF)
    assert [one.path[2] for one in faults] == ["share"]
    assert home.text() == ""
    store(load, edits, HANDOFF, is_current=True)
    assert load().settings.chosen == found.settings.chosen


@pytest.mark.parametrize("edit", [FieldEdit(("settings", "ratio"), "0.5"), FieldEdit(("settings", "models"), ["x"])])
def test_a_value_of_another_type_is_no_value(home, edit):
    stored = store(load, [edit], Target(), is_current=True)
    assert [one.path for one in stored.faults] == [edit.path]
    assert stored.good == 0


def bare(value):
    """A text without the blanks that storing takes off."""
    return " ".join(value.split()) if isinstance(value, str) else value


@given(LANGUAGES, FIELDS)
def test_what_is_stored_is_what_is_shown(language, field):
    path, value = field
    profile = edited_profile(Profile(), path, value, language=language)
    default = bare(value_in(Profile(), path, language))
    assert bare(value_in(profile, path, language)) == (default if bare(value) == "" else bare(value))


@given(st.lists(st.tuples(LANGUAGES, FIELDS, st.booleans()), max_size=6))
def test_editing_everything_back_leaves_no_trace(edits):
    profile = Profile()
    for language, (path, value), only_here in edits:
        profile = edited_profile(profile, path, value, language=language, only_here=only_here)
    for language in ("en", "zh", "en"):
        profile = edited_profile(profile, ("sections",), None, language=language)
        for kind in KINDS:
            for field in ("text", "extra"):
                profile = edited_profile(profile, ("prompts", kind, field), None, language=language)
    assert edited_profile(profile, RULES, None, language="en") == Profile()


@given(LANGUAGES, FIELDS, FIELDS)
def test_an_edit_of_one_field_leaves_every_other_as_it_was(language, first, second):
    profile = edited_profile(Profile(), first[0], first[1], language=language)
    before = value_in(profile, first[0], language)
    after = edited_profile(profile, second[0], second[1], language=language)
    if first[0] != second[0]:
        assert value_in(after, first[0], language) == before


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(LANGUAGES, FIELDS)
def test_what_is_stored_is_read_back_from_the_file(home, language, field):
    path, value = field
    home.user.unlink(missing_ok=True)
    store(load, [FieldEdit(path, value)], Target("handoff", language), is_current=True)
    wanted = edited_profile(Profile(), path, value, language=language)
    assert value_in(load().settings.chosen, path, language) == value_in(wanted, path, language)


def test_an_order_set_for_a_language_is_changed_there():
    profile = edited_profile(Profile(), ("order",), IDS[::-1], language="en", only_here=True)
    profile = edited_profile(profile, ("order",), [*IDS[1:], IDS[0]], language="en")
    assert value_in(profile, ("order",), "en") == [*IDS[1:], IDS[0]]
    assert profile.sections == SectionEdits()
