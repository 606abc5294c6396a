def test_inspect_shows_where_the_tokens_are_and_where_it_would_be_cut(run, pi_file):
    ran = run("inspect", pi_file, "--keep-recent", 3000)
    assert ran.code == 0
    assert ran.out.startswith("session.jsonl: pi session · 12 messages")
    assert "6 turns" in ran.out
    assert "never folded" in ran.out
    assert "█" in ran.out
    assert "a fold now would cut before message" in ran.out


def test_inspect_in_json_has_shares_cuts_folds_and_the_plan(run, pi_file):
    made = run("inspect", pi_file, "--json").json()
    assert made["format"] == "pi"
    assert {share["name"] for share in made["by"]} == {"user", "assistant"}
    assert sum(share["tokens"] for share in made["by"]) == made["tokens"]
    assert made["cuts"] == list(range(1, 12))
    assert made["plan"]["status"] in {"compacted", "nothing_to_fold"}


def test_earlier_folds_are_told(run, pi_file):
    run("compact", pi_file, "--keep-recent", 3000, "--in-place")
    assert "folded once" in run("inspect", pi_file).out


def test_a_file_of_no_use_is_one_sentence(run, tmp_path):
    (tmp_path / "x").write_text("nothing")
    ran = run("inspect", tmp_path / "x")
    assert (ran.code, ran.out) == (1, "")
    assert run("inspect", tmp_path / "x", "--json").json()["status"] == "unreadable"
