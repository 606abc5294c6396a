import asyncio
import subprocess
import sys

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from builders import Words, agent, calls, result, session, user
from foldline import CompactionSettings, Status, SummarizationError, acompact, compact
from foldline.core.messages import Usage
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.drivers import drive
from foldline.errors import OverloadedError
from foldline.providers.chain import Chain
from foldline.providers.scripted import ScriptedProvider

SETTINGS = CompactionSettings(keep_recent_tokens=12, reserve_tokens=2_000)
WORDS = " ".join(["word"] * 300)
SECTIONS = ("Goal", "Constraints & Preferences", "Progress", "Key Decisions", "Next Steps", "Critical Context")
SUMMARY = "\n\n".join(f"## {name}\n- word" for name in SECTIONS)
USED = Usage(input=200, cache_read=10, cache_write=5, output=90)
REPLY = SummaryReply(SUMMARY, usage=USED, model="great-1-2026")


@pytest.fixture(scope="session")
def recorder():
    """OpenTelemetry takes one recorder in the life of a process."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)
    return kept


@pytest.fixture
def spans(recorder):
    recorder.clear()
    return recorder.get_finished_spans


def plain():
    return session(user("please do it"), agent(WORDS), user("and now?"), agent("Soon."))


def split():
    """The cut falls inside the newest turn."""
    tools = [calls("c1"), result("c1", WORDS), calls("c2"), result("c2", "fine")]
    return session(user("please do it"), agent(WORDS), user("then this"), *tools, agent("Done, all of it."))


def fold_now(source, provider, settings=SETTINGS):
    return compact(source, settings, counter=Words(), provider=provider)


def fold_in_a_loop(source, provider, settings=SETTINGS):
    return asyncio.run(acompact(source, settings, counter=Words(), provider=provider))


def fold_inside_a_loop(source, provider, settings=SETTINGS):
    async def blocking():
        return fold_now(source, provider, settings)

    return asyncio.run(blocking())


WAYS = pytest.mark.parametrize("fold", [fold_now, fold_in_a_loop, fold_inside_a_loop])


def told(span, name):
    return span.attributes.get(name)


def model(*replies, name="anthropic:great-1"):
    return ScriptedProvider(replies, name=name)


@WAYS
def test_a_plain_fold_is_two_calls_under_one_parent(fold, spans):
    assert fold(plain(), model(REPLY, REPLY)).status is Status.COMPACTED
    *made, parent = spans()
    assert [told(span, "foldline.oneshot.kind") for span in made] == ["compaction_summary", "compaction_short_summary"]
    assert parent.name == "compact"
    assert {span.parent.span_id for span in made} == {parent.context.span_id}


@WAYS
def test_a_fold_inside_a_turn_is_three_calls(fold, spans):
    assert fold(split(), model(REPLY, REPLY, REPLY)).status is Status.COMPACTED
    *made, parent = spans()
    assert {told(span, "foldline.oneshot.kind") for span in made} == {
        "compaction_summary",
        "compaction_turn_prefix",
        "compaction_short_summary",
    }
    assert len(made) == 3
    assert {span.parent.span_id for span in made} == {parent.context.span_id}


@pytest.mark.parametrize(
    ("kind", "said"), [("branch", "branch_summary"), ("handoff", "handoff"), ("native", "compaction_native")]
)
def test_calls_that_are_no_plain_summaries_are_told_as_such(kind, said, spans):
    def steps():
        return (yield (SummaryRequest(kind, "system", "prompt", 9),))

    drive(steps(), model(REPLY))
    (span,) = spans()
    assert told(span, "foldline.oneshot.kind") == said


def test_a_call_is_told_by_the_names_of_the_conventions(spans):
    fold_now(plain(), model(REPLY, REPLY))
    span = spans()[0]
    assert (span.name, span.kind) == ("chat great-1", SpanKind.CLIENT)
    assert dict(span.attributes) == {
        "foldline.attempt": 1,
        "foldline.oneshot.kind": "compaction_summary",
        "gen_ai.operation.name": "chat",
        "gen_ai.output.type": "text",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.max_tokens": 1_600,
        "gen_ai.request.model": "great-1",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.response.model": "great-1-2026",
        "gen_ai.usage.cache_creation.input_tokens": 5,
        "gen_ai.usage.cache_read.input_tokens": 10,
        "gen_ai.usage.input_tokens": 215,
        "gen_ai.usage.output_tokens": 90,
    }


def test_a_fold_is_told_by_its_numbers(spans):
    folded = fold_now(plain(), model(REPLY, REPLY))
    parent = spans()[-1]
    assert dict(parent.attributes) == {
        "foldline.attempts": 2,
        "foldline.effort": "inherit",
        "foldline.folded_messages": len(folded.folded_ids),
        "foldline.method": "model",
        "foldline.status": "compacted",
        "foldline.summarised_by": "anthropic:great-1",
        "foldline.tokens_after": folded.tokens_after,
        "foldline.tokens_before": folded.tokens_before,
        "foldline.trigger": "manual",
        "gen_ai.conversation.compacted": True,
    }
    assert parent.status.status_code is StatusCode.UNSET


@WAYS
def test_a_call_that_fails_is_an_error_without_usage(fold, spans):
    down = OverloadedError("the words of the service", status=529)
    fold(plain(), model(down, REPLY))
    failed = spans()[0]
    assert (failed.status.status_code, failed.status.description) == (StatusCode.ERROR, "529")
    assert told(failed, "error.type") == "529"
    assert not [name for name in failed.attributes if name.startswith(("gen_ai.usage", "gen_ai.response"))]


def test_a_fold_that_fails_is_an_error(spans):
    alone = CompactionSettings(keep_recent_tokens=12, reserve_tokens=2_000, fallback="none")
    with pytest.raises(SummarizationError):
        fold_now(plain(), model(OverloadedError("busy")), alone)
    assert told(spans()[-1], "error.type") == "SummarizationError"


def test_nothing_to_fold_is_no_error_and_compacts_nothing(spans):
    fold_now(session(user("hello")), None)
    (parent,) = spans()
    assert told(parent, "foldline.status") == "nothing_to_fold"
    assert told(parent, "gen_ai.conversation.compacted") is None
    assert parent.status.status_code is StatusCode.UNSET


def test_an_update_is_told_to_send_what_was_compacted_before(spans):
    def steps():
        return (yield (SummaryRequest("update", "system", "prompt", 9),))

    drive(steps(), model(REPLY))
    (span,) = spans()
    assert told(span, "gen_ai.conversation.compacted") is True
    assert told(span, "foldline.oneshot.kind") == "compaction_summary"


@pytest.mark.parametrize(
    ("summariser", "provider", "name"),
    [
        ("openai-responses:gpt-5", "openai", "gpt-5"),
        ("google:gemini-3-pro", "gcp.gemini", "gemini-3-pro"),
        ("pydantic-ai:bedrock:titan", "aws.bedrock", "titan"),
        ("my function", "my function", "my function"),
    ],
)
def test_providers_have_the_names_of_the_conventions(summariser, provider, name, spans):
    fold_now(plain(), model(REPLY, REPLY, name=summariser))
    span = spans()[0]
    assert (told(span, "gen_ai.provider.name"), told(span, "gen_ai.request.model")) == (provider, name)


def test_a_call_is_named_after_the_model_of_a_row_that_answered(spans):
    row = Chain([model(OverloadedError("busy", status=529), name="openai:down"), model(REPLY, name="google:up")])
    fold_now(plain(), row)
    span = spans()[0]
    assert (span.name, told(span, "gen_ai.provider.name")) == ("chat up", "gcp.gemini")
    assert [(event.name, dict(event.attributes)) for event in span.events] == [
        ("foldline.tried", {"foldline.summariser": "openai:down", "http.response.status_code": 529})
    ]


def test_no_text_is_told_unless_it_is_asked_for(spans):
    fold_now(plain(), model(OverloadedError("word word"), SummaryReply("word word", "length")))
    assert "word" not in "".join(span.to_json() for span in spans())


@WAYS
def test_texts_are_told_where_they_are_asked_for(fold, spans):
    fold(plain(), model(REPLY, OverloadedError("too busy")), SETTINGS.__replace__(telemetry_content=True))
    first, second, _parent = spans()
    assert WORDS in told(first, "gen_ai.input.messages")
    assert "## Goal" in told(first, "gen_ai.output.messages")
    assert told(first, "gen_ai.system_instructions").startswith('[{"type":"text","content":"')
    assert second.status.description == "too busy"


def test_no_secret_is_told_whatever_is_sent(spans):
    hidden = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE2gI4kM6"
    asked = SETTINGS.__replace__(telemetry_content=True, redaction=False)
    fold_now(plain(), model(SummaryReply(f"{SUMMARY}\n{hidden}"), OverloadedError(f"no {hidden}")), asked)
    told_in_all = "".join(span.to_json() for span in spans())
    assert "[redacted" in told_in_all
    assert hidden not in told_in_all


def test_nothing_is_imported_for_a_program_that_records_nothing():
    script = (
        "import sys, foldline; from foldline.providers.scripted import ScriptedProvider\n"
        'source = foldline.load(b\'[{"role": "user", "content": "hello"}]\')\n'
        "foldline.compact(source, provider=ScriptedProvider([]))\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
