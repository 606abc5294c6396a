"""The real pi goes on from a folded session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clients import pi_resume
from clients.chat_server import Body, ChatServer, text_of
from foldline.formats import pi
from formats.pi_lines import entry, file, header, said

real_client = pytest.mark.clients

SAMPLES = ("cass-pi-v1", "generated-0.73.1-compact", "v3-tree")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pi_resume.Pi]:
    reason = pi_resume.why_not()
    if reason:
        pytest.skip(reason)
    with ChatServer() as server:
        yield pi_resume.Pi(tmp_path_factory.mktemp("pi") / "home", server)


@pytest.fixture(scope="module")
def session(client: pi_resume.Pi) -> Path:
    return client.converse()


@real_client
def test_a_session_of_its_own_goes_on_after_a_fold(client: pi_resume.Pi, session: Path, tmp_path: Path):
    request, complaints = pi_resume.resume(client, session, tmp_path, pi_resume.fold_by_command)
    assert complaints == []
    sent = [text_of(message) for message in request["messages"]]
    assert pi_resume.TURNS[0] not in sent
    assert pi_resume.TURNS[0] in sent[1]  # the summary still holds what was asked, word for word
    assert sent[-1] == pi_resume.PROMPT


@real_client
def test_what_was_said_after_the_fold_follows_it(client: pi_resume.Pi, session: Path, tmp_path: Path):
    pi_resume.resume(client, session, tmp_path)
    request = client.say("And once more.", "--session", str(tmp_path / session.name))[0]
    sent = [text_of(message) for message in request["messages"]]
    assert pi_resume.PROMPT in sent
    assert pi_resume.TURNS[0] not in sent


@real_client
def test_a_long_sample_goes_on_after_a_fold(client: pi_resume.Pi, corpus: Path, tmp_path: Path):
    sample = corpus / "pi" / "before-compaction.jsonl"
    outcome = pi_resume.resume(client, sample, tmp_path, pi_resume.fold_by_command, keep_recent=20_000)
    assert outcome.complaints == []


@real_client
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_goes_on_from_wherever_it_is_cut(client: pi_resume.Pi, corpus: Path, tmp_path: Path, sample: str):
    assert pi_resume.resume(client, corpus / "pi" / f"{sample}.jsonl", tmp_path).complaints == []


SUMMARY, FOLDED, KEPT = "The summary.", "the old question about the rivers of the land", "the newest question"
RIGHT = [
    {"role": "system", "content": "You are pi."},
    {"role": "user", "content": f"<summary>{SUMMARY}</summary>"},
    {"role": "user", "content": KEPT},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
    {"role": "tool", "tool_call_id": "c1", "content": "three files"},
    {"role": "user", "content": pi_resume.PROMPT},
]


@pytest.mark.parametrize(
    ("messages", "complaint"),
    [
        (RIGHT[:1] + RIGHT[2:], "does not hold the summary"),
        (RIGHT[:-1], "not the new prompt"),
        (RIGHT[:2] + RIGHT[3:], "kept text was not sent"),
        (RIGHT[:2] + RIGHT[3:5] + RIGHT[2:3] + RIGHT[5:], "kept text was not sent in its place"),
        (RIGHT[:3] + RIGHT[4:], "without its call"),
        (RIGHT[:4] + RIGHT[5:], "without a result"),
        ([*RIGHT[:2], {"role": "user", "content": FOLDED}, *RIGHT[2:]], "folded text was sent"),
    ],
)
def test_the_comparison_sees_what_is_wrong(messages: list[Body], complaint: str):
    call = {"role": "assistant", "content": [{"type": "toolCall", "id": "c1", "name": "ls", "arguments": {}}]}
    result = {"role": "toolResult", "toolCallId": "c1", "content": "three files"}
    session = pi.load(
        file(
            header(),
            said("a", None, FOLDED),
            said("b", "a", KEPT),
            entry("message", "c", "b", message=call),
            entry("message", "d", "c", message=result),
            entry("compaction", "e", "d", summary=SUMMARY, firstKeptEntryId="b"),
        )
    )
    assert list(pi_resume.complaints(RIGHT, session)) == []
    assert complaint in "; ".join(pi_resume.complaints(messages, session))
