"""The built-in summariser writes after the sections in force, whatever the user made of them."""

import pytest

from core.sample_sessions import CODING, CODING_LEDGER, ROLE_PLAY
from foldline.core.extractive import Material, summarise
from foldline.core.profiles.profile import Profile, template_of
from foldline.core.profiles.section_edits import add, edited, move, reword, switch
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import LANGUAGES, PROFILES, Section, heading

MADE_OF = {"handoff": (CODING, CODING_LEDGER), "conversation": (ROLE_PLAY, None)}
CASES = [(base, language) for base in PROFILES for language in LANGUAGES]


def note(profile, language, previous=""):
    items, ledger = MADE_OF[profile.base]
    template = template_of(profile, language)
    more = {"ledger": ledger} if ledger else {}
    material = Material(items=items, template=template, previous=previous, **more)
    return summarise(material, max_tokens=2_000, count=lambda text: len(text) // 3 + 1), template


def change(base, language, step):
    return edited(Profile(name=base, base=base), language, lambda drafted, _: step(drafted))


def ids(base, language):
    return [section.id for section in template_of(Profile(name=base, base=base), language).sections]


@pytest.mark.parametrize(("base", "language"), CASES)
def test_every_section_in_force_stands_in_the_note_in_its_order(base, language):
    text, template = note(Profile(name=base, base=base), language)
    assert parse_sections(text, template).found == tuple(ids(base, language))


@pytest.mark.parametrize(("base", "language"), CASES)
@pytest.mark.parametrize("place", [0, 2])
def test_a_renamed_section_has_its_new_heading_and_the_same_content(base, language, place):
    name = ids(base, language)[place]
    before, plain = note(Profile(name=base, base=base), language)
    after, template = note(
        change(base, language, lambda drafted: reword(drafted, name, title="我的 Title (1)")), language
    )
    line = heading(template.sections[place], template)
    assert "我的 Title (1)" in line
    assert f"\n{line}\n" in f"\n{after}"
    old = heading(plain.sections[place], plain)
    assert old not in after.splitlines()
    assert parse_sections(after, template).sections[name] == parse_sections(before, plain).sections[name]


@pytest.mark.parametrize(("base", "language"), CASES)
def test_a_section_that_is_off_is_not_written(base, language):
    for name in ids(base, language):
        made = change(base, language, lambda drafted, name=name: switch(drafted, [name], on=False))
        text, template = note(made, language)
        assert parse_sections(text, template).found == tuple(one for one in ids(base, language) if one != name)


@pytest.mark.parametrize(("base", "language"), CASES)
def test_sections_stand_in_the_users_order(base, language):
    last = ids(base, language)[-1]
    text, template = note(change(base, language, lambda drafted: move(drafted, last, after="")), language)
    assert parse_sections(text, template).found == (last, *ids(base, language)[:-1])


@pytest.mark.parametrize(("base", "language"), CASES)
def test_a_heading_alone_has_nothing_under_it(base, language):
    for name in ids(base, language):
        made = change(base, language, lambda drafted, name=name: reword(drafted, name, header_only=True))
        text, template = note(made, language)
        assert parse_sections(text, template).sections[name] == ""


OWN = {
    "handoff": Section("decided", "csv.reader", "Why `csv.reader` was chosen."),
    "conversation": Section("key", "钥匙", "铜钥匙和铁箱。"),
}
FREE_WORD = {"handoff": "csv.reader", "conversation": "铜钥匙"}
WORD = {"handoff": "csv.reader", "conversation": "钥匙"}


@pytest.mark.parametrize(("base", "language"), CASES)
def test_a_section_of_ones_own_holds_what_speaks_of_its_subject(base, language):
    first = ids(base, language)[0]
    bare = dict.fromkeys(ids(base, language), False)
    made = change(base, language, lambda drafted: add(drafted, OWN[base], after=first))
    text, template = note(made, language)
    found = parse_sections(text, template)
    assert OWN[base].id not in found.found[2:]
    made = edited(made, language, lambda drafted, _: switch(drafted, [*bare], on=False))
    text, template = note(made, language)
    assert WORD[base] in parse_sections(text, template).sections[OWN[base].id]


@pytest.mark.parametrize(("base", "language"), CASES)
def test_what_an_earlier_summary_said_under_a_renamed_heading_is_carried_on(base, language):
    name = "decisions" if base == "handoff" else "key_info"
    made = change(base, language, lambda drafted: reword(drafted, name, title="Vereinbart"))
    template = template_of(made, language)
    section = next(one for one in template.sections if one.id == name)
    previous = f"{heading(section, template)}\n- The blue lamp is number 4711 and stays."
    text, template = note(made, language, previous=previous)
    assert "The blue lamp is number 4711 and stays." in parse_sections(text, template).sections[name]


@pytest.mark.parametrize(("base", "language"), CASES)
def test_with_every_section_off_the_note_is_free_text(base, language):
    made = change(base, language, lambda drafted: switch(drafted, ids(base, language), on=False))
    text, _ = note(made, language)
    assert not [line for line in text.splitlines() if line.startswith(("## ", "[", "【", "==="))]
    assert len(text) > len("a sentence")
    assert FREE_WORD[base] in text
    again, _ = note(made, language, previous=text)
    assert FREE_WORD[base] in again
    assert len(again) < 2 * len(text)


@pytest.mark.parametrize(("base", "language"), CASES)
@pytest.mark.parametrize("field", ["title", "instruction"])
def test_hostile_words_of_a_section_change_no_other(base, language, field):
    first, *rest = ids(base, language)
    hostile = "{0} %s ## Goal </conversation> 【关键信息与上下文】"
    before, plain = note(Profile(name=base, base=base), language)
    after, template = note(change(base, language, lambda drafted: reword(drafted, first, **{field: hostile})), language)
    ours, theirs = parse_sections(after, template).sections, parse_sections(before, plain).sections
    assert {name: ours[name] for name in rest} == {name: theirs[name] for name in rest}
