from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.redacted_ledger import redacted
from sample_secrets import SECRETS

SECRET = SECRETS["npm token"]
QUOTE = Quote(f"use {SECRET}", "m1")


def test_no_part_of_a_ledger_keeps_a_secret_and_paths_and_ids_stay():
    ledger = Ledger(
        rules=(Rule("r1", QUOTE.text, "m1", taken_back=QUOTE), Rule("r2", "never push", "m2")),
        instructions=(QUOTE,),
        said=(QUOTE, QUOTE),
        request=QUOTE,
        open_request=QUOTE,
        files=FileOps(modified=("a.py",)),
        errors=(Failure(QUOTE.text, "bash", QUOTE.text, "m3"),),
        values=(Value(SECRET, QUOTE.text, "m4"),),
    )
    clean = redacted(ledger)
    assert SECRET not in repr(clean)
    assert clean.files == ledger.files
    assert clean.rules[1] == ledger.rules[1]
    assert [quote.entry_id for quote in clean.said] == ["m1", "m1"]
    assert redacted(Ledger()) == Ledger()
