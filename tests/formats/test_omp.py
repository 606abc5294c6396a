"""oh-my-pi sessions: pi's, and what only oh-my-pi writes."""

import json

import pytest
from msgspec.structs import replace

from foldline.core.session import CompactionEntry, ResetEntry
from foldline.formats import omp, pi
from foldline.formats.peek import Peek
from formats.pi_lines import answered, entry, file, header, said

TITLE = {"type": "title", "v": 1, "title": "Pay by card", "updatedAt": "T", "pad": "    "}
A, B = said("a", None, "A"), answered("b", "a", "B")
FOLD = CompactionEntry(
    "",
    None,
    "S",
    "b",
    short_summary="s",
    tokens_before=9,
    tokens_after=4,
    method="builtin",
    timestamp="T",
    warning="w",
    read_files=("r",),
    modified_files=("m",),
)


@pytest.mark.parametrize(
    "lines",
    [
        [TITLE, header()],
        [TITLE],
        [{"type": "title", "title": ""}, header()],
        [header(title="Pay by card")],
        [header(), A, entry("reset_boundary", "r", "a")],
        [header(), entry("model_change", "m", None, model="p/m")],
        [header(), entry("session_init", "i", None, systemPrompt="Be brief.")],
    ],
)
def test_an_oh_my_pi_session_is_recognised_and_is_none_of_pis(lines):
    assert omp.sniff(Peek(file(*lines)))
    assert not pi.sniff(Peek(file(*lines)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        file(header(), A, B),
        file({"type": "title", "title": "x"}),
        file({"type": "reset_boundary"}),
        b"[[1]]",
    ],
)
def test_other_files_are_not(data):
    assert not omp.sniff(Peek(data))


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ([TITLE, header(title="older")], "Pay by card"),
        ([{**TITLE, "title": ""}, header(title="from the header")], "from the header"),
        ([header(title="old"), entry("title_change", "t", None, title="new")], "new"),
    ],
)
def test_the_title_is_the_newest(lines, title):
    assert omp.load(file(*lines)).info.title == title


def test_the_system_prompt_of_a_sub_agent_is_told():
    assert (
        omp.load(file(header(), entry("session_init", "i", None, systemPrompt="Be brief."))).info.system == "Be brief."
    )


def test_what_was_cleared_is_no_context():
    session = omp.load(file(TITLE, header(), A, entry("reset_boundary", "r", "a"), said("c", "r", "C")))
    assert isinstance(session.entry("r"), ResetEntry)
    assert [item.message.text for item in session.context().items] == ["C"]
    assert session.format == "omp"


def test_a_fold_that_only_its_provider_can_read_says_so():
    native = {"openaiRemoteCompaction": {"provider": "openai", "replacementHistory": [{}]}}
    fold = entry("compaction", "f", "b", summary="kept by the provider", firstKeptEntryId="b", preserveData=native)
    session = omp.load(file(TITLE, header(), A, B, fold))
    assert not session.entry("f").readable
    assert session.context().previous is None


def test_a_fold_is_written_in_oh_my_pis_own_keys():
    source = file(TITLE, header(), A, B)
    data = omp.dump(omp.load(source), FOLD)
    assert data.startswith(source)
    line = json.loads(data.splitlines()[-1])
    assert {**line, "id": ""} == {
        "type": "compaction",
        "id": "",
        "parentId": "b",
        "timestamp": "T",
        "summary": "S",
        "shortSummary": "s",
        "firstKeptEntryId": "b",
        "tokensBefore": 9,
        "tokensAfter": 4,
        "method": "soft",
        "details": {"readFiles": ["r"], "modifiedFiles": ["m"], "method": "builtin"},
        "fromExtension": False,
        "warning": "w",
    }


def test_what_is_not_known_is_not_written():
    data = omp.dump(omp.load(file(header(), A)), replace(FOLD, tokens_after=None, warning=""))
    assert {"tokensAfter", "warning"}.isdisjoint(json.loads(data.splitlines()[-1]))


def test_a_fold_by_a_hook_names_no_method():
    line = json.loads(omp.dump(omp.load(file(header(), A)), replace(FOLD, from_extension=True)).splitlines()[-1])
    assert line["fromExtension"] is True
    assert "method" not in line


def test_the_line_reads_back_as_the_fold_that_was_written():
    session = omp.load(omp.dump(omp.load(file(TITLE, header(), A, B)), FOLD))
    back = session.entries[-1]
    assert back == replace(FOLD, id=back.id, parent_id="b", records=(4,))
