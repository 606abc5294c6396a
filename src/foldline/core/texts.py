"""The texts a fold asks for: what each is told, what it is checked against, and who writes it without a model.

The history is told portion by portion, the beginning of a split turn and the short summary in one request each; all
of them within the summariser's window.
"""

from collections.abc import Callable, Sequence

from foldline.core import extractive
from foldline.core.checks import Expected
from foldline.core.dialogue.turns import Group, dialogue, is_group, turns_before
from foldline.core.drafts import Draft, Wanted
from foldline.core.extractive import Material
from foldline.core.facts import Ledger, Quote
from foldline.core.messages import Message
from foldline.core.outcome import Job
from foldline.core.portions import Portion, Story, in_one, in_portions, newest_that_fit
from foldline.core.profiles.prompting import Prompt, build
from foldline.core.requests import Kind
from foldline.core.session import Item
from foldline.core.summariser_room import input_tokens, most_output, output_tokens
from foldline.core.superseded_reads import superseded, without_superseded
from foldline.core.transcript import transcript
from foldline.core.useless_results import without_useless


def history(job: Job, items: tuple[Item, ...], previous: str, ledger: Ledger, prose_tokens: int) -> Wanted:
    """The summary of what is folded: *full*, or *update* where an earlier summary is carried on.

    Args:
        job: the fold.
        items: what is folded.
        previous: prose of the summary before.
        ledger: facts, for the built-in summariser.
        prose_tokens: what the built-in summariser may take.
    """

    def written(carried: str, told: int) -> str:
        material = _material(job, items[told:], ledger, (*job.plan.turn_prefix, *job.plan.kept), carried)
        tokens = max(prose_tokens, job.tally.text(carried)) if told else prose_tokens
        return extractive.summarise(material, max_tokens=tokens, count=job.tally.text)

    story = _story(job, "update" if previous else "full", items, ledger, previous)
    return in_portions(story, lambda: written(previous, 0), written)


def turn_prefix(job: Job, items: tuple[Item, ...], ledger: Ledger, prose_tokens: int) -> Wanted:
    """The summary of a split turn's beginning, for a reader who has the rest of that turn."""
    material = _material(job, items, ledger, job.plan.kept)
    return in_one(
        _story(job, "turn_prefix", items, ledger),
        lambda: extractive.summarise_prefix(material, max_tokens=prose_tokens, count=job.tally.text),
    )


def too_long_to_split(job: Job, ledger: Ledger) -> int:
    """How many messages of a split turn's beginning do not fit its one request, and are history then.

    The message that opens the turn stands in both; 0 where all of them fit.
    """
    story = _story(job, "turn_prefix", job.plan.turn_prefix, ledger)
    return newest_that_fit(story, story.room) if job.summariser and story.items else 0


def short(job: Job, ledger: Ledger, summary: str) -> Wanted:
    """Two or three sentences on what changed, told by the kept messages and the summary that was just made."""
    kept = frozenset(item.id for item in job.plan.kept)
    folded = [item for item in job.everything if item.id not in kept]
    return in_one(
        _story(job, "short", job.plan.kept, ledger, summary),
        lambda: extractive.short_summary(folded, ledger, language=job.template.language),
    )


def stands_in_tail(job: Job, quote: Quote | None) -> bool:
    """Whether the kept messages show a quotation anyway."""
    return quote is not None and any(item.id == quote.entry_id for item in job.plan.kept)


def _material(
    job: Job, items: tuple[Item, ...], ledger: Ledger, upcoming: tuple[Item, ...], previous: str = ""
) -> Material:
    return Material(
        items=items,
        template=job.template,
        previous=previous,
        upcoming=upcoming,
        ledger=ledger,
        critical_open_request=ledger.open_request is not None and not stands_in_tail(job, ledger.open_request),
    )


def _story(job: Job, kind: Kind, items: tuple[Item, ...], ledger: Ledger, previous: str = "") -> Story:
    max_tokens = output_tokens(kind, job.settings, job.limits)
    empty = _prompt(job, kind, Portion("", "", ()), "")
    frame = job.tally.text(f"{empty.system}\n{empty.user}") if job.summariser else 0

    def draft(portion: Portion) -> Draft:
        asked: Kind = "update" if kind == "full" and portion.previous else kind
        return Draft(
            asked,
            max_tokens,
            lambda reason: _prompt(job, asked, portion, reason),
            str,
            _expected(job, asked, portion, ledger, max_tokens),
            most_output(job.limits) if kind != "short" else 2 * max_tokens,
        )

    return Story(
        items=items,
        size=job.tally.total(item.message for item in items),
        tell=_teller(job, items),
        draft=draft,
        room=input_tokens(job.limits, max_tokens, job.tally.counter, frame),
        frame=frame,
        count=job.tally.text,
        previous=previous,
    )


def instruction(job: Job, kind: Kind, retry_reason: str = "") -> Prompt:
    """The prompt of a text without the conversation it is about."""
    return _prompt(job, kind, Portion("", "", ()), retry_reason)


def _prompt(job: Job, kind: Kind, portion: Portion, retry_reason: str) -> Prompt:
    return build(
        kind,
        job.template,
        conversation=portion.conversation,
        previous=portion.previous,
        context_lines=job.settings.extra_context,
        focus=job.settings.focus,
        rules=(job.settings.rules, job.settings.chosen.rules),
        language_line=job.language_line,
        retry_reason=retry_reason,
        states_request=job.settings.short_states_request,
    )


def _expected(job: Job, kind: Kind, portion: Portion, ledger: Ledger, max_tokens: int) -> Expected:
    replaced = 0
    if kind != "short":
        replaced = job.tally.total(item.message for item in portion.items) + job.tally.text(portion.previous)
    settings = job.settings
    told = (portion.previous, settings.focus, settings.rules, settings.chosen.rules, *settings.extra_context)
    files = (*ledger.files.modified, *ledger.files.read)
    return Expected(
        kind,
        job.template,
        replaced,
        lambda: "\n".join((portion.conversation, *told, *files)),
        job.tally.text,
        job.wanted_language,
        max_tokens,
        settings.short_states_request,
    )


def _teller(job: Job, items: tuple[Item, ...]) -> Callable[[Sequence[Item]], str]:
    """How messages are put to a summariser: a chat by its turns, everything else by its blocks."""
    repeated = superseded((*job.plan.folded, *job.plan.kept))

    def telling(some: Sequence[Item]) -> list[Message]:
        return [item.message for item in without_superseded(without_useless(some), repeated)]

    if not job.settings.is_chat:
        return lambda some: transcript(telling(some), thinking=job.limits.takes_reasoning)
    language = job.template.language
    group: Group = "on" if is_group([item.message for item in items], job.settings.group) else "off"
    before = turns_before((item.message for item in items), language)
    numbers = {item.id: number + 1 for item, number in zip(items, before, strict=True)}

    def chat(some: Sequence[Item]) -> str:
        first = numbers[some[0].id] if some else 1
        return dialogue(telling(some), language=language, group=group, first=first)

    return chat
