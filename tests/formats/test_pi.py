"""pi sessions are recognised by what they hold."""

import json

import pytest

from foldline.core.session import CompactionEntry
from foldline.formats import pi
from foldline.formats.peek import Peek
from formats.pi_lines import answered, entry, file, header, linear, said

V1 = {key: value for key, value in header(provider="p").items() if key != "version"}


@pytest.mark.parametrize(
    "lines",
    [
        [header()],
        [header(), said("a", None, "A")],
        [V1, linear(said("a", None, "A"))],
        [header(cwd="")],
        ["{half a header", said("a", None, "A")],
        ["", "", header()],
        [header(), entry("model_change", "a", None, provider="p", modelId="m")],
    ],
)
def test_a_pi_session_is_recognised(lines):
    assert pi.sniff(Peek(b"\xef\xbb\xbf" + file(*lines)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"text",
        b"[1]",
        file({"type": "session"}),
        file({"type": "session_meta", "payload": {}}),
        file({"type": "message", "role": "user", "content": []}),
        file({"type": "user", "message": {"role": "user", "content": "x"}, "sessionId": "s", "uuid": "u"}),
        file({"type": "message", "message": {"role": ["odd"]}}),
        json.dumps({"messages": [{"role": "user", "content": "x"}]}).encode(),
        file({"type": "title", "pad": ""}, header()),
    ],
)
def test_other_files_are_not(data):
    assert not pi.sniff(Peek(data))


def test_loading_names_the_format():
    assert pi.load(file(header())).format == "pi"


def test_a_fold_is_written_in_pis_own_keys():
    session = pi.load(file(header(), said("a", None, "A"), answered("b", "a", "B")))
    fold = CompactionEntry(
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
    line = json.loads(pi.dump(session, fold).splitlines()[-1])
    assert list(line) == [
        *("type", "id", "parentId", "timestamp"),
        *("summary", "firstKeptEntryId", "tokensBefore", "details", "fromHook"),
    ]
    assert line["details"] == {
        "readFiles": ["r"],
        "modifiedFiles": ["m"],
        "shortSummary": "s",
        "tokensAfter": 4,
        "method": "builtin",
        "warning": "w",
    }
