"""The long pi session, as its context and as the flat list of all it ever held."""

import pytest

from foldline.compactor import compact, load
from foldline.core.messages import ToolCallPart
from foldline.core.result import Status
from foldline.core.session import MessageEntry, Session
from foldline.core.settings import CompactionSettings


@pytest.fixture(scope="module")
def session(corpus):
    return load(corpus / "pi" / "before-compaction.jsonl")


@pytest.fixture(scope="module")
def flat(session):
    made = Session("pi")
    for entry in session.entries:
        if isinstance(entry, MessageEntry):
            made.append(MessageEntry(entry.id, made.leaf_id, entry.message))
    return made


@pytest.fixture(params=["context", "flat"])
def result(request, session, flat):
    return compact(session if request.param == "context" else flat, CompactionSettings(keep_recent_tokens=20_000))


def named_files(session):
    """Files by the plain rule: read, write and edit calls with a path."""
    calls = [p for e in session.entries if isinstance(e, MessageEntry) for p in e.message.parts]
    touched = [(p.name, p.arguments.get("path")) for p in calls if isinstance(p, ToolCallPart)]
    modified = {path for name, path in touched if name in {"write", "edit"}}
    return modified, {path for name, path in touched if name == "read"} - modified


def test_the_tail_fits_and_its_large_message_is_said_to_be_clamped(result):
    assert result.status is Status.COMPACTED
    assert result.kept_tokens <= 20_000
    assert result.clamped
    assert result.clamped[0].tokens > 20_000 >= result.clamped[0].kept_tokens


def test_all_files_are_listed_and_the_moved_and_deleted_ones_marked(result, session):
    modified, read = named_files(session)
    assert (len(modified), len(read)) == (19, 7)
    files = result.ledger.files
    before = {files.moved_from.get(path, path) for path in files.modified} | set(files.modified)
    assert modified <= before
    touched = (*files.modified, *files.read)
    assert read <= {files.moved_from.get(path, path) for path in touched} | set(touched)
    assert files.moved_from
    assert files.deleted
    for path in files.modified:
        assert path in result.summary


def test_the_whole_is_small(result):
    assert result.tokens_after <= 26_000
