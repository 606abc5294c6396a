"""The summary of a branch that is left, as a generator: it yields requests, is sent replies, and returns the result.

What the user said on the branch goes along as its ledger, which no model rewrites. A request of the branch is not open
any more: it stands among what was said. Nothing here does I/O or changes anything.
"""

from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.core import extractive, prompts
from foldline.core.branches import (
    ROOT,
    USUAL_WINDOW,
    Branch,
    Landing,
    Prepared,
    branch_budget,
    is_silent,
    messages_of,
    prepare,
)
from foldline.core.checks import Expected
from foldline.core.counting.tokens import Tally
from foldline.core.drafts import BUILTIN, Draft, Text, write
from foldline.core.extractive import Material
from foldline.core.facts import Ledger
from foldline.core.formed_text import formed
from foldline.core.keeping import summary_caps
from foldline.core.ledger import ledger_text
from foldline.core.ledger.collection import Sources, collect
from foldline.core.messages import CompactionSummaryMessage
from foldline.core.profiles import template_text
from foldline.core.profiles.prompting import Prompt, build
from foldline.core.profiles.templates import Template, for_kind
from foldline.core.redacted_ledger import redacted
from foldline.core.redaction import redact
from foldline.core.requests import Limits, Reply, SummaryRequest
from foldline.core.result import HOOK, Attempt, CounterInfo, Status
from foldline.core.session import BranchSummaryEntry
from foldline.core.settings import CompactionSettings
from foldline.core.summariser_room import BRANCH_TOKENS, input_tokens, output_tokens
from foldline.core.transcript import transcript

LEAST_BUDGET = 1_024
"""Tokens of a branch below which a summariser that finds them too many is not asked again."""


class BranchSummary(Struct, frozen=True, kw_only=True):
    """The outcome of leaving a branch. On any status but `compacted` there is nothing to append."""

    status: Status
    reason: str
    """One sentence for the user."""
    method: str = ""
    """`builtin`, `model` or `hook`."""
    summarised_by: str = ""
    summary: str = ""
    """What is stored: a preamble, the prose, then the ledger."""
    prose: str = ""
    from_id: str | None = None
    to_id: str = ""
    ancestor_id: str | None = None
    """The last entry that both places have on their path; None where they share none."""
    parent_id: str | None = None
    """The entry the summary hangs below; None is the place before the first entry."""
    typed: str = ""
    """What the user typed at the place that was chosen: it stands behind that place, to be sent anew."""
    messages: int = 0
    """Of the branch."""
    left_out: int = 0
    """Older messages of the branch that did not fit the summariser; the ledger has what they said."""
    folds: tuple[CompactionSummaryMessage, ...] = ()
    """Earlier folds on the branch that were read, with all that is known of them."""
    tokens_before: int = 0
    """Of the branch as it was read."""
    tokens_after: int = 0
    """Of its summary."""
    counter: CounterInfo | None = None
    ledger: Ledger = Ledger()
    attempts: tuple[Attempt, ...] = ()
    warnings: tuple[str, ...] = ()
    timestamp: str = ""
    is_whole: bool = True
    """Nothing followed on the branch when it was read."""

    @property
    def source_id(self) -> str:
        """The id that the entry names as its origin: as pi and oh-my-pi do, the place it hangs below."""
        return self.parent_id or ROOT


class BranchJob(NamedTuple):
    """Everything the summary of a branch needs to know."""

    branch: Branch
    landing: Landing
    settings: CompactionSettings
    template: Template
    """The full one, with the user's changes."""
    tally: Tally
    summariser: str = ""
    """Name of who answers the requests; empty for the built-in summariser."""
    limits: Limits = Limits()
    window: int | None = None
    """Of the session's own model."""
    language_line: str = ""
    cwd: str = ""
    counter: CounterInfo | None = None
    timestamp: str = ""
    context: tuple[str, ...] = ()
    """Lines for whoever writes the summary, beside those of the settings."""
    notes: tuple[str, ...] = ()
    """What was to be told before anything was written."""
    is_whole: bool = True
    """Nothing follows on the branch."""


Steps: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], BranchSummary]


def summarise(job: BranchJob) -> Steps:
    """Have the branch summarised: yields the text it wants, and returns the result."""
    if (refusal := nothing_left(job)) is not None:
        return refusal
    prepared = _prepared(job, _budget(job) if job.summariser else 0)
    ledger = ledger_of(job)
    text, prepared = yield from _written(job, prepared, ledger)
    if text.text is None:
        reason = f"No summary was written ({text.attempts[-1].outcome}); the session is as it was."
        return replace(not_made(job, Status.SUMMARY_FAILED, reason), attempts=text.attempts)
    return _finished(job, prepared, ledger, text)


def nothing_left(job: BranchJob) -> BranchSummary | None:
    """The result where there is no branch to leave, or nothing was said on it; None otherwise."""
    if job.branch.from_id == job.branch.to_id:
        return not_made(job, Status.NOTHING_TO_FOLD, "Nothing to leave: the conversation stands there already.")
    if not is_silent(job.branch.entries):
        return None
    made = not_made(job, Status.NOTHING_TO_FOLD, "Nothing to summarise: nothing was said on the branch.")
    return replace(made, summary=_words(job, "branch_empty"))


def not_made(job: BranchJob, status: Status, reason: str) -> BranchSummary:
    """Why there is no summary; nothing was changed."""
    return BranchSummary(
        status=status,
        reason=reason,
        from_id=job.branch.from_id,
        to_id=job.branch.to_id,
        ancestor_id=job.branch.ancestor_id,
        parent_id=job.landing.parent_id,
        typed=job.landing.text,
        counter=job.counter,
        warnings=job.notes,
        timestamp=job.timestamp,
        is_whole=job.is_whole,
    )


def entry_of(made: BranchSummary, name: str) -> BranchSummaryEntry:
    """The entry that puts a summary into its session.

    Args:
        made: the summary.
        name: id of the entry.

    Raises:
        ValueError: there is no summary to put there.
    """
    if made.status is not Status.COMPACTED:
        msg = f"there is no summary to append: it ended as {made.status.value!r} ({made.reason})"
        raise ValueError(msg)
    return BranchSummaryEntry(
        name,
        made.parent_id,
        made.source_id,
        made.summary,
        made.ledger.files.read,
        made.ledger.files.modified,
        made.timestamp,
        from_extension=made.method == HOOK,
        method=made.method,
    )


def _budget(job: BranchJob) -> int:
    """Tokens of the branch that are shown: what the reserve leaves, and what the summariser is sure to take."""
    window = job.limits.window or job.window or USUAL_WINDOW
    empty = _prompt(job, "", "")
    frame = job.tally.text(f"{empty.system}\n{empty.user}")
    limits = replace(job.limits, window=window)
    room = input_tokens(limits, output_tokens("branch", job.settings, limits), job.tally.counter, frame)
    return min(branch_budget(window, job.settings.reserve_tokens), room)


def _prepared(job: BranchJob, budget: int) -> Prepared:
    return prepare(job.branch.entries, budget, job.tally.text, thinking=job.limits.takes_reasoning)


def _written(
    job: BranchJob, prepared: Prepared, ledger: Ledger
) -> Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], tuple[Text, Prepared]]:
    """The prose and what it was made from: a branch that is turned away for its length is halved from what was sent."""
    clean: Callable[[str], str] = redact if job.settings.redaction else str
    attempts: tuple[Attempt, ...] = ()
    while True:
        draft = _draft(job, prepared, ledger)
        (text,) = yield from write([draft], job.summariser, fallback=False, clean=clean)
        attempts += text.attempts
        if text.text is not None or not text.overflow or prepared.tokens < 2 * LEAST_BUDGET:
            break
        prepared = _prepared(job, prepared.tokens // 2)
    if text.text is None and job.settings.fallback == "builtin":
        return Text(clean(draft.builtin()), BUILTIN, attempts), prepared
    return replace(text, attempts=attempts), prepared


def ledger_of(job: BranchJob) -> Ledger:
    """What the user said on all of the branch, and the files it touched. Earlier summaries of branches add theirs."""
    earlier = tuple(entry for entry in job.branch.entries if isinstance(entry, BranchSummaryEntry))
    sources = Sources(messages_of(job.branch.entries), cwd=job.cwd, branches=earlier)
    ledger = replace(collect(sources, job.settings, job.tally.text), request=None, open_request=None)
    return redacted(ledger) if job.settings.redaction else ledger


def _draft(job: BranchJob, prepared: Prepared, ledger: Ledger) -> Draft:
    template = for_kind("branch", job.template)
    messages = [one.message for one in prepared.told]

    def conversation() -> str:
        return transcript(messages, thinking=job.limits.takes_reasoning)

    def builtin() -> str:
        material = Material(
            messages_of(job.branch.entries),
            replace(template, profile="handoff"),
            ledger=ledger,
            critical_open_request=False,
        )
        most = min(BRANCH_TOKENS, summary_caps(job.settings, job.window).prose)
        return extractive.summarise(material, max_tokens=most, count=job.tally.text)

    # A summary of a branch replaces nothing, so it need not be shorter than anything.
    expected = Expected("branch", job.template, 0, conversation, job.tally.text)
    most = output_tokens("branch", job.settings, job.limits)
    return Draft("branch", most, lambda reason: _prompt(job, conversation(), reason), builtin, expected, 2 * most)


def _prompt(job: BranchJob, conversation: str, retry_reason: str) -> Prompt:
    return build(
        "branch",
        job.template,
        conversation=conversation,
        context_lines=(*job.settings.extra_context, *job.context),
        rules=(job.settings.rules, job.settings.chosen.rules),
        language_line=job.language_line,
        retry_reason=retry_reason,
    )


def _finished(job: BranchJob, prepared: Prepared, ledger: Ledger, text: Text) -> BranchSummary:
    prose = formed(text, "branch", job.template, job.settings)
    rendered = ledger_text.render(
        ledger,
        cap=summary_caps(job.settings, job.window).ledger,
        count=job.tally.text,
        language=job.template.language,
        open_request_shown_elsewhere=True,
    )
    preamble = _words(job, "branch_preamble")
    summary = f"{preamble}\n\n{ledger_text.neutralise(prose)}\n\n{rendered.text}".strip()
    count = len(messages_of(job.branch.entries))
    by = "the built-in summariser" if text.by == BUILTIN else text.by
    made = not_made(job, Status.COMPACTED, f"Summarised a branch of {count:,} messages; the summary is by {by}.")
    return replace(
        made,
        method=BUILTIN if text.by == BUILTIN else "model",
        summarised_by=text.by,
        summary=summary,
        prose=prose,
        messages=count,
        left_out=prepared.left_out,
        folds=tuple(one.summary for one in prepared.told if one.summary is not None),
        tokens_before=prepared.tokens,
        tokens_after=job.tally.text(summary),
        ledger=ledger,
        attempts=text.attempts,
        warnings=(*job.notes, *_warnings(prepared, rendered)),
    )


def _warnings(prepared: Prepared, rendered: ledger_text.Rendered) -> Iterator[str]:
    if prepared.left_out:
        yield (
            f"The {prepared.left_out:,} oldest messages of the branch did not fit the summariser; what you said in "
            "them is in the ledger."
        )
    if rendered.over_cap:
        yield "What must never be dropped is larger than the ledger's cap; it was kept whole."


def _words(job: BranchJob, name: str) -> str:
    blocks = template_text.parse(prompts.read(f"parts.{job.template.language}"))
    return next(block.text for block in blocks if block.name == name)
