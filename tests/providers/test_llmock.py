"""The four wires against llmock, a stranger's server that breaks streams and judges how a client takes it."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from foldline.core.requests import SummaryRequest
from foldline.errors import AuthenticationError
from foldline.providers.http import HttpProvider, Options, Timeouts
from foldline.providers.registry import provider
from foldline.providers.retry import RetryPolicy
from providers.wire_answers import MODELS, WIRES

REQUEST = SummaryRequest("full", "You summarise.", "Hello there.", 200)
PATHS = {"openai": "/v1", "openai-responses": "/v1", "anthropic": "/anthropic/v1", "google": "/gemini/v1beta"}
FAULTS = [
    {"type": "fail", "status": 429, "retry_after": 0.1},
    {"type": "fail", "status": 500, "retry_after": 0.1},
    {"type": "fail", "status": 529, "retry_after": 0.1},
    {"type": "stream_fault", "kind": "truncate"},
    {"type": "stream_fault", "kind": "disconnect"},
    {"type": "stream_fault", "kind": "malformed"},
]


@pytest.fixture(scope="module")
def llmock():
    command = shutil.which("llmock", path=str(Path(sys.executable).parent)) or shutil.which("llmock")
    if not command:
        pytest.skip("llmock is not installed; it comes with the extra `test`")
    arguments = [command, "serve", "--port", "0"]
    with subprocess.Popen(arguments, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, encoding="utf-8") as server:
        said = (re.search(r"running on (http://[\d.:]+)", line) for line in server.stdout)
        yield next(found[1] for found in said if found)
        server.kill()


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(url, data, {"content-type": "application/json"})  # noqa: S310 - our own server
    with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310
        return json.loads(answer.read() or b"null")


def model(wire, url):
    made = provider(f"{wire}:{MODELS[wire]}", base_url=url + PATHS[wire], key="sk-test-0123456789")
    options = Options(timeouts=Timeouts(stall=5), retry=RetryPolicy(first_wait=0.1))
    return HttpProvider(made.service, made.model, options)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault.get("status", fault.get("kind"))))
@pytest.mark.parametrize("wire", WIRES)
def test_one_fault_is_tried_again_and_the_answer_is_whole(llmock, wire, fault):
    call(f"{llmock}/_llmock/scenario", {"behaviors": [fault]})
    reply = model(wire, llmock).summarize(REQUEST)
    assert (reply.finish_reason, len(reply.tried)) == ("stop", 1)
    assert reply.usage.output > 0


@pytest.mark.parametrize("wire", WIRES)
def test_a_bad_key_is_tried_once(llmock, wire):
    call(f"{llmock}/_llmock/scenario", {"behaviors": [{"type": "fail", "status": 401}]})
    with pytest.raises(AuthenticationError) as caught:
        model(wire, llmock).summarize(REQUEST)
    assert len(caught.value.tried) == 1


def test_the_server_finds_no_fault_with_the_client(llmock):
    verdict = call(f"{llmock}/_llmock/verdict")
    assert verdict["findings"] == []
    assert verdict["passed"]
