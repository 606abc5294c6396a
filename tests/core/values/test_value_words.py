import pytest

from foldline.core.values.value_words import is_secret, label_of


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("please set the staging port", "staging port"),
        ("Our Maximum upload size", "maximum upload size"),
        ("a very long name of one thing", "long name thing"),
        ("把测试环境的端口", "测试环境的端口"),
        ("用户名", "用户名"),
        ("s3 bucket", "bucket"),
        ("to the", ""),
    ],
)
def test_a_label_holds_only_the_words_that_name_the_thing(words: str, label: str) -> None:
    assert label_of(words) == label


@pytest.mark.parametrize(
    ("word", "label"),
    [
        *(("hunter22", "db password"), ("hunter22", "API key"), ("hunter22", "access token"), ("x1", "密码")),
        *(("sk-proj-abc123", ""), ("ghp_abc", ""), ("AKIA" + "A1" * 8, ""), ("eyJhbGciOiJIUzI1", "")),
        *(("postgres://me:pw@db/x", ""), ("xoxb-1", "")),
    ],
)
def test_secrets_are_known_by_their_shape_or_their_name(word: str, label: str) -> None:
    assert is_secret(word, label)


@pytest.mark.parametrize(("word", "label"), [("8080", "port"), ("4000", "token limit"), ("https://x.org/a", "url")])
def test_what_is_no_secret_is_kept(word: str, label: str) -> None:
    assert not is_secret(word, label)
