"""Entries that are no plain message."""

import pytest

from foldline.core.session import BranchSummaryEntry, CompactionEntry, MessageEntry, MetaEntry, ResetEntry
from foldline.formats.pi_entries import read_compaction, read_other

TIME = "2026-01-01T00:00:00.000Z"


def fold(**line) -> CompactionEntry:
    return read_compaction("c", "b", {"timestamp": TIME, **line}, (4,), first_kept="b")


def test_oh_my_pis_own_keys_are_read():
    entry = fold(
        summary="S",
        shortSummary="s",
        tokensBefore=900,
        tokensAfter=100,
        method="remote",
        details={"readFiles": ["a", 3], "modifiedFiles": ["b"]},
        fromExtension=True,
        warning="freed little",
    )
    assert entry == CompactionEntry(
        "c",
        "b",
        "S",
        "b",
        short_summary="s",
        tokens_before=900,
        tokens_after=100,
        method="remote",
        timestamp=TIME,
        warning="freed little",
        read_files=("a",),
        modified_files=("b",),
        from_extension=True,
        by_client=True,
        records=(4,),
    )


def test_what_pi_has_no_keys_for_stands_in_the_details():
    details = {"shortSummary": "s", "tokensAfter": 7, "method": "builtin", "warning": "w"}
    entry = fold(summary="S", details=details)
    assert (entry.short_summary, entry.tokens_after, entry.method, entry.warning) == ("s", 7, "builtin", "w")
    assert not entry.by_client


@pytest.mark.parametrize("key", ["fromHook", "fromExtension"])
def test_a_fold_of_an_extension_says_so(key):
    assert fold(**{key: True}).from_extension
    assert not fold(**{key: False}).from_extension


def test_only_a_providers_own_payload_makes_a_fold_unreadable():
    native = {"openaiRemoteCompaction": {"provider": "openai", "replacementHistory": []}}
    assert not fold(summary="placeholder", preserveData=native).readable
    assert fold(summary="text", preserveData={"anthropicCompaction": {}}).readable


@pytest.mark.parametrize("line", [{}, {"summary": None, "details": [], "tokensBefore": "x", "preserveData": 3}])
def test_a_fold_with_nothing_in_it_is_one(line):
    assert fold(**line) == CompactionEntry("c", "b", "", "b", timestamp=TIME, by_client=True, records=(4,))


def test_a_branch_summary_is_part_of_the_context():
    line = {"type": "branch_summary", "fromId": "x", "summary": "S", "details": {"readFiles": ["a"]}, "timestamp": TIME}
    expected = BranchSummaryEntry("d", "b", "x", "S", ("a",), (), TIME, (1,))
    assert read_other("d", "b", line, (1,)) == expected


def test_a_custom_message_is_the_clients():
    entry = read_other("d", "b", {"type": "custom_message", "content": "CI is red", "timestamp": TIME}, (1,))
    assert isinstance(entry, MessageEntry)
    assert (entry.message.role, entry.message.source, entry.message.text) == ("user", "client", "CI is red")


def test_a_reset_is_one():
    assert read_other("d", "b", {"type": "reset_boundary"}, (1,)) == ResetEntry("d", "b", (1,))


@pytest.mark.parametrize("kind", ["label", "custom", "model_change", "credential_pin", "of_next_year"])
def test_all_else_is_metadata_of_its_kind(kind):
    assert read_other("d", "b", {"type": kind}, (1,)) == MetaEntry("d", "b", kind, (1,))


@pytest.mark.parametrize("kind", [None, 3, [], ""])
def test_a_line_without_a_kind_is_metadata(kind):
    assert read_other("d", None, {"type": kind}, (1,)) == MetaEntry("d", None, "unknown", (1,))
