import json

import pytest

from foldline.errors import NotAConversationError, SettingsError, SeveralConversationsError, UnreadableError
from foldline.formats import registry

ASK = {"role": "user", "content": "hello"}
FILES = {
    "pi": {"type": "session", "version": 3, "id": "s", "timestamp": "2025-01-01T00:00:00Z", "cwd": "/w"},
    "codex": {"timestamp": "t", "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}},
    "claude_code": {"type": "user", "uuid": "u", "parentUuid": None, "sessionId": "s", "message": ASK},
    "anthropic_messages": {"system": "s", "messages": [ASK]},
    "openai_chat": {"messages": [ASK]},
}


@pytest.mark.parametrize(("name", "value"), FILES.items())
def test_a_file_is_known_by_its_content(name, value):
    data = json.dumps(value).encode()
    assert registry.sniff(data) == name
    assert registry.sniff(b"\xef\xbb\xbf" + data + b"\r\n", "misleading.md") == name


@pytest.mark.parametrize("name", registry.FORMATS)
def test_every_built_in_format_says_who_it_is(name):
    module = registry.module(name)
    assert name == module.NAME
    assert module.LABEL
    assert callable(module.sniff)
    assert callable(module.load)


def test_a_file_is_read_in_the_format_that_is_recognised_or_asked_for():
    data = json.dumps([ASK]).encode()
    assert registry.load(data).format == "openai_chat"
    assert registry.load(data, format="anthropic_messages").format == "anthropic_messages"


def test_a_conversation_is_selected():
    data = json.dumps([[ASK], [ASK]]).encode()
    assert len(registry.load(data, select=2)) == 1
    with pytest.raises(SeveralConversationsError):
        registry.load(data)


@pytest.mark.parametrize(
    ("data", "error", "sentence"),
    [
        (b"", UnreadableError, "the file is empty; give one that holds a conversation"),
        (b"\xef\xbb\xbf\r\n", UnreadableError, "the file is empty"),
        (b"\x7fELF\0\0", UnreadableError, "the file is not text; give a file of one of these: pi session, "),
        (b"SQLite format 3\0", UnreadableError, "the file is an SQLite database"),
        (b"hello there", UnreadableError, "this is text in no format that is known; give a file of one of these"),
        (b'[{"mapping": {}, "current_node": "x"}]', UnreadableError, "this looks like a ChatGPT export, a format"),
        (b'[{"role": "user", "content": "he', UnreadableError, r"no complete JSON \(.*\); mend it"),
        (b'\xef\xbb\xbf {"role": ', UnreadableError, r"no complete JSON \(Input data was truncated\)"),
        (b"[" * 100_000, UnreadableError, r"no complete JSON \(it is nested too deeply\)"),
        (b'{"a": 1}', NotAConversationError, "this is JSON, but there are no messages in it; give a file of one"),
        (b"[]", NotAConversationError, "no messages in it"),
        (b'{"a": 1}\n{"a": 2}\n', NotAConversationError, "no messages in it"),
    ],
)
def test_a_file_that_cannot_be_folded_is_refused_with_a_remedy(data, error, sentence):
    with pytest.raises(error, match=sentence):
        registry.load(data)


def test_an_unknown_format_is_refused_with_those_that_are_known():
    with pytest.raises(SettingsError, match="unknown format 'word'; known are 'pi', 'omp', 'codex'"):
        registry.load(b"{}", format="word")


PLUGIN = """
NAME = "diary"
LABEL = "diary"

def sniff(peek):
    return peek.data.startswith(b"Dear diary")

def load(data, *, select=None):
    from foldline.core.session import Session
    return Session("diary", source=data)
"""


@pytest.fixture
def diary(tmp_path, monkeypatch):
    """An installed package that brings a format of its own."""
    (tmp_path / "foldline_diary.py").write_text(PLUGIN)
    (tmp_path / "diary-1.dist-info").mkdir()
    (tmp_path / "diary-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: diary\nVersion: 1\n")
    (tmp_path / "diary-1.dist-info" / "entry_points.txt").write_text("[foldline.formats]\ndiary = foldline_diary\n")
    monkeypatch.syspath_prepend(tmp_path)


def test_an_installed_package_can_add_a_format(diary):
    assert "diary" in registry.names()
    assert registry.load(b"Dear diary, ...").format == "diary"
    assert registry.module("diary").LABEL == "diary"
    with pytest.raises(SettingsError, match="'openai_chat', 'diary'"):
        registry.module("word")
    with pytest.raises(UnreadableError, match="diary"):
        registry.load(b"Dear aunt, ...")
