"""A fold stands in place of everything before it."""

import pytest

from foldline.core.session import CompactionEntry
from foldline.core.wrapping import wrap_summary
from foldline.formats.codex_fold import KEPT_WORDS
from formats.codex_file import (
    CALL,
    ENVIRONMENT,
    answered,
    called,
    counted,
    event,
    fold,
    item,
    line,
    load,
    messages,
    output,
    said,
    thought,
    told,
)


class TestFolds:
    TALK = (ENVIRONMENT, said("one"), answered("1"), *CALL, counted(900, 900))

    def test_the_new_history_stands_in_place_of_the_old(self):
        history = [ENVIRONMENT["payload"], said("one")["payload"], said("Summary: 1.")["payload"]]
        compacted = line("compacted", message="Summary: 1.", replacement_history=history)
        session = load(*self.TALK, compacted, answered("2"))
        assert told(session)[1:] == ["one", "2"]
        entry = fold(session)
        assert (entry.summary, entry.readable, entry.tokens_before, entry.records) == ("Summary: 1.", True, 900, (6,))
        assert [item.message.text for item in session.history()][1:3] == ["one", "1"]

    def test_answers_and_results_in_the_new_history_are_messages_too(self):
        items = [thought("x"), called("c1"), output("c1"), item("ghost_snapshot"), answered("2")]
        history = [each["payload"] for each in items]
        session = load(*self.TALK, line("compacted", message="So far.", replacement_history=[*history, 5]))
        assert [each.role for each in messages(session)] == ["assistant", "tool", "assistant"]
        assert len(messages(session)[0].parts) == 2

    def test_the_size_stated_after_a_fold_is_that_of_the_new_context(self):
        stated = event(
            "token_count", info={"last_token_usage": {"total_tokens": 70}, "total_token_usage": {"total_tokens": 900}}
        )
        session = load(*self.TALK, line("compacted", message="So far.", replacement_history=[]), stated, said("next"))
        assert fold(session).tokens_after == 70

    @pytest.mark.parametrize("silent", [event("token_count", info=None), counted(40, 950)])
    def test_a_count_that_states_no_size_leaves_it_open(self, silent):
        session = load(*self.TALK, line("compacted", message="So far.", replacement_history=[]), silent)
        assert fold(session).tokens_after is None

    def test_a_fold_only_the_provider_can_read_is_marked(self):
        history = [said("one")["payload"], {"type": "compaction", "encrypted_content": "c2VhbGVk"}]
        session = load(*self.TALK, line("compacted", message="", replacement_history=history))
        assert session.context().previous is None
        (sealed,) = (entry for entry in session.entries if isinstance(entry, CompactionEntry))
        assert (sealed.readable, sealed.summary, sealed.method) == (False, "c2VhbGVk", "remote")

    def test_an_old_fold_keeps_the_first_messages_and_the_users_newest_words(self):
        long = "x" * (KEPT_WORDS - 100)
        talk = [ENVIRONMENT, said("too old" * 20), answered("1"), said(long), said("short"), *CALL]
        session = load(*talk, line("compacted", message="So far."), answered("2"))
        assert told(session)[1:] == [long, "short", "2"]
        assert messages(session)[0].source == "client"

    def test_an_old_fold_of_a_short_talk_keeps_all_the_user_said(self):
        session = load(*self.TALK, line("compacted", message="So far."))
        assert told(session)[1:] == ["one"]

    def test_a_fold_without_anything_folds_to_nothing(self):
        session = load(said("<turn_aborted>\n</turn_aborted>"), line("compacted"))
        assert len(told(session)) == 1
        assert fold(session).summary == ""

    def test_a_summary_this_library_wrote_is_unwrapped(self):
        assert fold(load(said("one"), line("compacted", message=wrap_summary("Done.")))).summary == "Done."

    def test_a_rollback_reaches_behind_a_fold(self):
        compacted = line("compacted", message="So far.", replacement_history=[])
        session = load(said("one"), answered("1"), said("two"), compacted, event("thread_rolled_back", num_turns=1))
        assert session.context().previous is None
        assert told(session) == ["one", "1"]
