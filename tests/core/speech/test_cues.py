import re
from pathlib import Path

import pytest

from foldline.core.speech import clause_shapes, retraction_cues, rule_cues, rule_cues_beside, rule_cues_zh
from foldline.core.speech.cues import Cues, compiled, read
from foldline.core.speech.rule_signs import plain

PHRASES = Path(__file__).parents[1] / "phrases"
TEXTS = [
    plain(line.replace("[[", "").replace("]]", ""))
    for path in sorted(PHRASES.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
FRAGMENTS = {**rule_cues.FRAGMENTS, **rule_cues_zh.FRAGMENTS}
TABLES = {
    "english": "".join(rule_cues.BINDING),
    "beside": rule_cues_beside.NO_SUCH
    + rule_cues_beside.WITH_ORDER
    + rule_cues_beside.SCOPE_BEFORE_ORDER
    + rule_cues_beside.UNTOUCHED,
    "questions": rule_cues_beside.WISHES + rule_cues_beside.IN_POLITE_REQUEST,
    "chinese": rule_cues_zh.BINDING + rule_cues_zh.WISHES,
    "shapes": clause_shapes.REPORTED + clause_shapes.FOR_NOW + clause_shapes.TOLD,
    "lifts": retraction_cues.LIFTS + retraction_cues.ALLOWS_AGAIN + retraction_cues.ALLOWS_NOW,
    "lifts_zh": retraction_cues.LIFTS_ZH + retraction_cues.ALLOWS_ZH + retraction_cues.POINTS_BACK,
}


@pytest.mark.parametrize("name", TABLES)
def test_every_match_of_a_cue_holds_its_keys(name: str) -> None:
    fragments = {**FRAGMENTS, **retraction_cues.FRAGMENTS}
    hidden = []
    for cue in read(TABLES[name], fragments):
        for text in TEXTS:
            for found in compiled(cue.expression).finditer(text):
                holds = any(key in text for key in cue.keys) and (not cue.more or any(key in text for key in cue.more))
                if not holds or (cue.opens and not text.startswith(cue.keys, found.start())):
                    hidden.append((cue.keys, text))
    assert hidden == []


@pytest.mark.parametrize("name", TABLES)
def test_every_cue_has_keys_and_an_expression(name: str) -> None:
    cues = list(read(TABLES[name], {**FRAGMENTS, **retraction_cues.FRAGMENTS}))
    assert cues
    assert all(cue.keys and cue.expression for cue in cues)


def test_a_line_without_keys_is_no_cue() -> None:
    assert list(read("just words\n", {})) == []


def test_both_groups_of_keys_must_occur() -> None:
    cues = Cues.of("use & tabs spaces >> use (?:tabs|spaces)", {})
    assert cues.search("use  tabs")
    assert cues.search("use the tabulator") is None


def test_a_cue_behind_a_lead_matches_where_the_lead_ends() -> None:
    cues = Cues.of("^keep >> {lead}keep (?:it|this)", {"lead": "ok|please|but"})
    found = cues.search("ok, please keep it")
    assert found is not None
    assert found.start() == len("ok, please ")
    assert cues.search("they keep it") is None
    assert cues.search("keep that") is None


def test_narrowed_cues_find_what_all_cues_find_in_that_text() -> None:
    cues = Cues.of("".join(rule_cues.BINDING), FRAGMENTS)
    differing = [text for text in TEXTS if bool(cues.within(text).search(text)) != bool(cues.search(text))]
    assert differing == []


def test_nothing_is_found_where_nothing_is_sought() -> None:
    assert Cues.of("", {}).search("never") is None
    assert isinstance(compiled("a b"), re.Pattern)
