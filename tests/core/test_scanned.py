import pytest

from builders import run, user
from foldline.core.hooks import HookCall, HookDone
from foldline.core.redaction import Finding
from foldline.core.remote.live import Live
from foldline.core.requests import SummaryFailure, SummaryReply, SummaryRequest
from foldline.core.scanned import scanned
from foldline.core.session import Item

FINE = SummaryReply("fine")
HIDDEN = "[redacted secret c05a]"


def scan(text):
    """Knows one word."""
    return [Finding(at, at + 5, "secret") for at in [text.find("xyzzy")] if at >= 0]


def asking(request):
    (reply,) = yield (request,)
    return reply


def passed(reply=FINE, **fields):
    told = {"kind": "full", "system": "be brief", "prompt": "p", "max_tokens": 9, **fields}
    ((asked,),), answered = run(scanned(asking(SummaryRequest(**told)), scan), (reply,))
    return asked, answered


@pytest.mark.parametrize("field", ["system", "prompt", "instruction"])
def test_what_is_asked_is_free_of_what_the_scanner_finds(field):
    asked, _reply = passed(**{field: "the word is xyzzy"})
    assert getattr(asked, field) == f"the word is {HIDDEN}"


def test_a_live_request_is_too():
    asked, _reply = passed(live=Live(folded=(Item("m1", user("say xyzzy")),), system="xyzzy"))
    assert asked.live.folded[0].message.text == f"say {HIDDEN}"
    assert asked.live.system == HIDDEN


def test_so_is_what_comes_back():
    assert passed(SummaryReply("it was xyzzy"))[1].text == f"it was {HIDDEN}"
    assert passed(SummaryFailure("no xyzzy"))[1].reason == f"no {HIDDEN}"


def test_a_call_of_a_hook_passes_as_it_is():
    call, done = HookCall(str, "xyzzy"), HookDone("xyzzy")

    def steps():
        return (yield call)

    assert run(scanned(steps(), scan), done) == ([call], done)


def test_steps_that_ask_nothing_end_as_they_do():
    def steps():
        return 7
        yield

    assert run(scanned(steps(), scan))[1] == 7
