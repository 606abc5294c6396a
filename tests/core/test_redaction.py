import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.redaction import find_secrets, outside_secret, redact
from foldline.core.secret_forms import FORMS, is_random, is_secret_value
from sample_secrets import HEX, MIXED, PEM, SECRETS, UUID

PLACED = {
    "password in an address": ("postgres://app:", "h7!kq2zz", "@db.internal:5432/main"),
    "bearer header": ("Authorization: Bearer ", MIXED[:40], "\nAccept: */*"),
    "basic header": ("authorization: Basic ", "dXNlcjpodW50ZXIyaHVudGVyMg==", ""),
    "header in JSON": ('{"Authorization": "Bearer ', MIXED[:40], '"}'),
    "key header": ("x-api-key: ", MIXED[:30], ""),
    "key in an address": ("https://host.example/v1?api_key=", MIXED[:20], "&page=2"),
    "token in an address": ("https://host.example/cb?state=1&access_token=", MIXED[:20], "#top"),
    "signed address": ("https://b.s3.example/o?X-Amz-Signature=", HEX[:64], ""),
    "Slack webhook": ("https://hooks.slack.com/services/", "T024BE7LD/B0JC4Q5P1/" + MIXED[:24], ""),
    "Azure key": ("AccountName=a;AccountKey=", MIXED + MIXED[:22] + "==", ";EndpointSuffix=x"),
    "password in .env": ("DB_PASSWORD=", "correcthorse", "\nDB_HOST=localhost"),
    "password in JSON": ('{"user": "ann", "password": "', "hunter22", '"}'),
    "password in JSON inside JSON": ('{"text": "{\\"password\\": \\"', "hunter22", '\\"}"}'),
    "password in code": ("password = '", "Tr0ub4dor&3", "'"),
    "key in YAML": ("client_secret: ", "q8Zr-41mXw90-pLk2", ""),
    "AWS secret": ("aws_secret_access_key = ", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzKEY01aa", ""),
    "token in code": ('const token = "', "f3a91c07d2b84e65a1", '";'),
    "flag": ("deploy --token ", "f3a91c07d2b84e65a1", " --now"),
    "login of sshpass": ("sshpass -p ", "hunter22", " ssh ann@host.example"),
    "login of docker": ("docker login -u ann -p ", "hunter22", " registry.example"),
    "login of mysql": ("mysql -uroot -p", "hunter22", " shop"),
    "short name in .env": ("DB_PASS=", "hunter22", ""),
    "password in a connection string": ("Server=db;User Id=sa;Password=", "MyPassw0rd", ";Encrypt=true"),
    "password in properties": ("a=1\nspring.datasource.password=", "hun42ter", "\nb=2"),
    "password in YAML": ("db:\n  password: ", "hunter22", "\n  host: a"),
    "password said": ("the password is '", "hunter22", "', keep it"),
    "password said in Chinese": ("密码：", "hunter22", "，不要外传"),
    "password of Redis": ("redis://:", "hunter22", "@cache:6379/0"),
    "address as JSON writes it": ('"https:\\/\\/ann:', "hunter22", '@host.example\\/x"'),
    "key with slashes as JSON writes them": (
        '{"SecretAccessKey": "',
        "wJalrXUtnFEMI\\/K7MDENG\\/bPxRfiCYzzzKEY01",
        '"}',
    ),
    "key in JSON inside JSON inside JSON": ('\\\\\\"api_key\\\\\\": \\\\\\"', HEX[:32], '\\\\\\"'),
    "session token of AWS": ("AWS_SESSION_TOKEN=", "IQoJb3JpZ2luX2VjE" + MIXED * 12, "\nB=1"),
    "credential of an ADK event": ('{"oauth2": {"clientId": "x", "clientSecret": "', "f3a91c07d2b84e65", '"}}'),
    "token of an ADK event": ('{"exchangedAuthCredential": {"oauth2": {"accessToken": "', "f3a91c07d2b84e65", '"}}}'),
    "login of a registry": ('{"auths": {"r.example": {"auth": "', "YW5uOmh1bnRlcjIyaHVudGVy", '"}}}'),
    "seed of one-time codes": ("otpauth://totp/A:b?secret=", "JBSWY3DPEHPK3PXP", "&issuer=x"),
    "Teams webhook": (
        "https://x.webhook.office.com/webhookb2/",
        f"{UUID}@{UUID}/IncomingWebhook/{HEX[:32]}/{UUID}",
        "",
    ),
    "Feishu webhook": ("https://open.feishu.cn/open-apis/bot/v2/hook/", UUID, ""),
    "function key": ("https://f.example/api/run?code=", MIXED[:54] + "==", ""),
    "curl login": ("curl -s -u ann:", "hunter22", " https://host.example"),
    "netrc": ("machine host.example login ann password ", "hunter22", ""),
    "cookie": ("Cookie: theme=dark; sessionid=", MIXED[:32], "; lang=en"),
}
INNOCENT = [
    "commit 4f9a0c7be21d83569af0c3d74f9a0c7be21d8356",
    "sha512-" + MIXED + MIXED[:22] + "==",
    "prompt_tokens = 0\n        completion_tokens = 0",
    "max_tokens: 16384, token_count=120000",
    "password: str = Field(...)",
    "password=password, token=token",
    'api_key = os.environ["OPENAI_API_KEY"]',
    "API_KEY=${API_KEY}",
    'token: "your-token-here"',
    "Authorization: Bearer <token>",
    "https://user:${PASSWORD}@host/",
    "https://host.example/?page=2&key=name",
    "the secret: never give up",
    "tokenizer: cl100k_base_2024_v2",
    "toolu_01AbCdEfGhIjKlMnOpQrStUv and call_9aBcDeFgHiJkLmNoPqRs",
    "src/foldline/core/note/sentence_kinds.py:120: token = next(tokens)",
    "550e8400-e29b-41d4-a716-446655440000",
    "aVeryLongCamelCaseNameOfSomethingInJava17Code",
    "-----BEGIN PUBLIC KEY-----",
    "[redacted password 5914]",
    "sk-learn, sk-image and key-value",
    "  password: string;",
    "password: Annotated[str, Field()]",
    "the password is wrong, the password is required",
    "密码是什么？密码：至少8位",
    "mysql -port=3306 and mysql --protocol=tcp",
    '"auth": "none", "auth": false',
    "pat_one, cio_two, re_compile and fw_update",
]
WRAPS = [
    *("\n", "\r\n", "\n    ", "\\\n", "\\n", "\\r\\n", "\\\\n", "\\u000a", "\n> ", "\n+", '" +\n  "', "'\n'"),
    *(" │\n│ ", "  |\n|  ", "\x1b[0m\n\x1b[32m", "\\u001b[0m\\n\\u001b[1;32m"),
]


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize(
    "around",
    [("", ""), ("the key is ", ", use it"), ('{"value": "', '"}'), ("https://h.example/?k=", "&x=1"), ("`", "`")],
    ids=["alone", "prose", "JSON", "URL", "code"],
)
def test_a_secret_is_taken_out_and_the_rest_stays(secret, around):
    before, after = around
    cleaned = redact(before + secret + after)
    assert cleaned.startswith(before)
    assert cleaned.endswith(after)
    assert secret[8:] not in cleaned
    assert cleaned.count("[redacted ") == 1


@pytest.mark.parametrize("wrap", WRAPS, ids=repr)
@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_secret_over_two_lines_is_taken_out_whole(secret, wrap):
    middle = len(secret) * 2 // 3
    cleaned = redact(f"key: {secret[:middle]}{wrap}{secret[middle:]}\nnext line")
    assert cleaned.startswith("key: [redacted ")
    assert cleaned.endswith("]\nnext line")
    assert secret[middle : middle + 8] not in cleaned


@pytest.mark.parametrize(("before", "secret", "after"), PLACED.values(), ids=PLACED)
def test_a_secret_is_known_by_where_it_stands(before, secret, after):
    cleaned = redact(before + secret + after)
    assert cleaned.startswith(f"{before}[redacted ")
    assert cleaned.endswith(f"]{after}")


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
@pytest.mark.parametrize("escape", [False, True])
def test_a_private_key_is_taken_out_from_its_first_line_to_its_last(kind, escape):
    key = PEM.format(kind)
    key = key.replace("\n", "\\n") if escape else key
    assert redact(f'{{"key": "{key}"}}').startswith('{"key": "[redacted private-key ')
    assert MIXED not in redact(f"{key}\nrest")
    assert redact(f"{key} rest").endswith("] rest")


def test_a_private_key_that_was_cut_is_taken_out_as_far_as_it_goes():
    cut = PEM.format("")[:200]
    cleaned = redact(f"{cut}\n[... 3,000 more characters]")
    assert MIXED[:20] not in cleaned
    assert cleaned.endswith("[... 3,000 more characters]")


def test_the_beginning_of_a_key_is_a_key():
    assert redact("ghp_" + MIXED[:20] + "\n[... 900 more characters]").startswith("[redacted github-token ")


@pytest.mark.parametrize("text", INNOCENT)
def test_what_only_looks_like_a_secret_stays(text):
    assert redact(text) == text


def test_a_secret_has_one_placeholder_wherever_it_stands_and_another_has_another():
    first, second = SECRETS["npm token"], "npm_" + MIXED[20:56]
    one, other = redact(first), redact(second)
    assert redact(f"{first} {second} {first}") == f"{one} {other} {one}"
    assert redact(f"{first[:24]}\n{first[24:]}") == one
    assert one != other


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_cut_goes_round_a_secret(secret):
    text = f"the key is {secret} and\nmore words"
    start = text.index(secret)
    inside = range(start + 1, start + len(secret))
    assert {outside_secret(text, at, behind=False) for at in inside} <= set(range(start + 1))
    assert {outside_secret(text, at, behind=True) for at in inside} == {start + len(secret)}


@pytest.mark.parametrize("at", [0, 5, 13, 22, 44])
def test_any_other_cut_stays_where_it_is(at):
    text = "all words of a text are plain\nand so is this."
    assert outside_secret(text, at, behind=True) == outside_secret(text, at, behind=False) == at


@given(st.text())
def test_any_text_can_be_cleaned_and_a_clean_one_stays(text):
    cleaned = redact(text)
    assert redact(cleaned) == cleaned


@given(st.lists(st.sampled_from([*SECRETS.values(), "word ", "\n", '"', "=", "password", ": "]), max_size=12))
def test_findings_are_in_order_and_apart(pieces):
    text = "".join(pieces)
    found = find_secrets(text)
    assert all(one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_thirty_kinds_have_a_form_of_their_own():
    assert len({form.kind for form in FORMS}) >= 30
    assert len(SECRETS) >= 30


@pytest.mark.parametrize(
    ("value", "strict", "secret"),
    [("aaaa", False, False), ("/etc/x1y2z3w4", True, False), ("none", False, False), ("q8Zr41mXw90p", True, True)],
)
def test_a_value_is_judged_by_its_characters(value, strict, secret):
    assert is_secret_value(value, strict=strict) is secret


@pytest.mark.parametrize(
    "text", ["short", HEX[:40], "a" * 40, "0123456789" * 4, "src/a/b/c/d/Module7Name8Of9Some0Thing1"]
)
def test_what_is_no_key_is_not_random(text):
    assert not is_random(text, least=36)


@pytest.mark.parametrize(
    "piece",
    ["password", "-----BEGIN PRIVATE KEY-----", "sk-", "eyJ", "https://a:", "curl -u ", "\n", "aB3", "\\n", "token: '"],
)
def test_the_time_is_linear(piece):
    sizes = []
    for length in (100_000, 400_000):
        text = piece * (length // len(piece))
        begun = time.perf_counter()
        redact(text)
        sizes.append(time.perf_counter() - begun)
    assert sizes[1] < sizes[0] * 12 + 0.5
