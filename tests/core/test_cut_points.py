from hypothesis import given
from hypothesis import strategies as st

from builders import agent, calls, client, result, system, user
from foldline.core.cut_points import choose, turn_start
from foldline.core.cut_rules import head_size, lay_out, legal_cuts


def chosen(messages, sizes, keep):
    layout = lay_out(messages, head=head_size(messages))
    return choose(layout, sizes.__getitem__, lambda kept, first: kept > keep)


def test_the_longest_newest_part_that_fits_is_kept():
    cut = chosen([user(), agent(), user(), agent()], [5, 5, 5, 5], 12)
    assert (cut.at, cut.kept_tokens, cut.next_at, cut.next_tokens) == (2, 10, 1, 15)


def test_the_newest_group_is_kept_alone_when_an_older_one_would_not_fit():
    cut = chosen([user(), calls("a"), result("a"), user(), agent()], [1, 1, 22_584, 1, 19_130], 20_000)
    assert (cut.at, cut.kept_tokens) == (3, 19_131)


def test_the_newest_group_is_kept_although_it_is_over():
    cut = chosen([user(), agent(), user(), calls("a"), result("a")], [1, 1, 1, 1, 90], 20)
    assert (cut.at, cut.kept_tokens, cut.next_at) == (3, 91, 2)


def test_everything_is_kept_when_everything_fits():
    cut = chosen([user(), agent()], [5, 5], 100)
    assert (cut.at, cut.next_at, cut.is_split_turn) == (0, -1, False)


def test_no_legal_cut_is_no_cut():
    assert chosen([system(), result("a")], [1, 1], 10) is None


def test_a_cut_inside_a_turn_knows_where_the_turn_starts():
    cut = chosen([user(), agent(), user(), agent(), agent()], [9, 9, 9, 9, 9], 10)
    assert (cut.at, cut.turn_start, cut.is_split_turn) == (4, 2, True)


def test_a_cut_at_the_start_of_a_turn_splits_none():
    assert not chosen([user(), agent(), user(), agent()], [9, 9, 9, 9], 20).is_split_turn


def test_a_message_of_the_client_starts_no_turn():
    layout = lay_out([user(), agent(), client(), agent()])
    assert turn_start(layout, 3) == 0


def test_where_no_turn_starts_before_the_cut_starts_its_own():
    assert turn_start(lay_out([agent(), agent()]), 1) == 1


@given(st.lists(st.tuples(st.sampled_from("uacr"), st.integers(0, 50)), min_size=1, max_size=30), st.integers(0, 200))
def test_the_cut_is_legal_and_no_older_legal_cut_fits(kinds, keep):
    made = {"u": user(), "a": agent(), "c": calls("a"), "r": result("a")}
    messages = [made[kind] for kind, _ in kinds]
    sizes = [size for _, size in kinds]
    legal = legal_cuts(lay_out(messages))
    cut = chosen(messages, sizes, keep)
    allowed = [index for index in range(len(messages)) if legal[index]]
    if cut is None:
        assert not allowed
        return
    fitting = [index for index in allowed if sum(sizes[index:]) <= keep]
    assert cut.at == (min(fitting) if fitting else max(allowed))
    assert cut.kept_tokens == sum(sizes[cut.at :])
