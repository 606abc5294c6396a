import subprocess
import sys

import pytest

from builders import Words, agent, session, user
from foldline import CompactionSettings, compact
from foldline.providers.scripted import ScriptedProvider
from foldline.secret_scanner import find

pytest.importorskip("betterleaks", reason="the extra `scanner` is not installed")
HEROKU = "4f9a0c7b-e21d-8356-9af0-c3d74f9a0c7b"
"""Known to nobody here for a key, but by the word before it."""


def talk():
    words = " ".join(["word"] * 300)
    return session(user(f"heroku: {HEROKU}"), agent(words), user("and now?"), agent("Soon."))


def sent(**settings):
    provider = ScriptedProvider([])
    settings = CompactionSettings(keep_recent_tokens=12, reserve_tokens=2_000, **settings)
    compact(talk(), settings, counter=Words(), provider=provider)
    return provider.requests[0].prompt


def test_a_secret_is_found_wherever_it_stands():
    text = 'password = "correct-horse-7battery"\nsaid again: correct-horse-7battery'
    assert {text[found.start : found.end] for found in find(text)} == {"correct-horse-7battery"}
    assert len(find(text)) == 2


@pytest.mark.parametrize("text", ["", "nothing to hide", "a lone \ud800 half", "naught \x00 naught"])
def test_any_text_may_be_looked_at(text):
    assert find(text) == []


@pytest.mark.parametrize(
    ("settings", "is_hidden"),
    [({"secret_scanner": True}, True), ({}, False), ({"secret_scanner": True, "redaction": False}, False)],
)
def test_it_looks_at_what_is_sent_where_the_settings_ask_for_it(settings, is_hidden):
    assert (HEROKU not in sent(**settings)) is is_hidden


def test_where_it_is_not_installed_nothing_is_sent_and_the_extra_is_named():
    script = (
        "import sys; sys.modules['betterleaks'] = None\n"
        "import foldline; from foldline.providers.scripted import ScriptedProvider\n"
        'source = foldline.load(b\'[{"role": "user", "content": "hello"}]\')\n'
        "foldline.compact(source, foldline.CompactionSettings(secret_scanner=True), provider=ScriptedProvider([]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "pip install 'foldline[scanner]'" in done.stderr
