import msgspec
import pytest

from builders import user
from foldline.core.facts import FileOps, Ledger, Quote, Rule, Value
from foldline.core.messages import Message, OpaquePart, ReasoningPart, ToolCallPart, Usage
from foldline.core.result import CompactionState, Status
from foldline.core.session import CompactionEntry, MessageEntry

PARTS = (ReasoningPart("t", "sig"), ToolCallPart("c", "f", {"a": [1, None]}), OpaquePart("x", "{}"))


@pytest.mark.parametrize(
    "value",
    [
        CompactionState(strikes=1, folds_this_turn=2, usage_at_last_fold=3, turn="m1"),
        CompactionEntry("f", "a", "summary", "b", kept_entry_ids=("x",), replacement=(user("hi"),), tokens_after=3),
        MessageEntry("a", None, Message("assistant", PARTS, usage=Usage(1, 2)), (1, 2)),
        Ledger(rules=(Rule("r-1", "no", "a", taken_back=Quote("yes", "b")),), files=FileOps(("a",), ("b",), {"a": "c"},
               frozenset({"b"})), values=(Value("1", "one", "a", by_user=True),)),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_is_stored_comes_back_from_json_as_it_was(value):
    assert msgspec.json.decode(msgspec.json.encode(value), type=type(value)) == value


@pytest.mark.parametrize("status", Status)
def test_only_outcomes_to_look_at_are_failures(status):
    fine = {"compacted", "nothing_to_fold", "already_compacted", "not_worth_it"}
    assert status.is_failure is (status.value not in fine)
