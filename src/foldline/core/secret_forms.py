"""How secrets look: the forms their issuers publish, the places they stand in, and what is only like one. Tables."""

from collections import Counter
from math import log2
from typing import Final, NamedTuple

WORD: Final = r"A-Za-z0-9_-"
PLAIN: Final = "A-Za-z0-9"
HEX: Final = "0-9a-fA-F"
BASE64: Final = "A-Za-z0-9+/="
DOTTED: Final = r"A-Za-z0-9_.-"


class Form(NamedTuple):
    """Secrets that begin in one way."""

    kind: str
    prefixes: tuple[str, ...]
    alphabet: str
    least: int
    """Characters behind the prefix, at least. Less than the issuer's number, where the prefix is unmistakable: a text
    may hold only the beginning of a key."""
    most: int = 0
    """Where the issuer's number is fixed; 0 where it is not."""


FORMS: Final = (
    Form("aws-key", ("AKIA", "ASIA", "ABIA", "ACCA"), "A-Z2-7", 16, 16),
    Form("github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), PLAIN, 16),
    Form("github-token", ("github_pat_",), WORD, 16),
    Form("gitlab-token", ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "gloas-"), DOTTED, 16),
    Form("anthropic-key", ("sk-ant-",), WORD, 16),
    Form("openai-key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-", "sess-"), WORD, 16),
    Form("openrouter-key", ("sk-or-",), WORD, 16),
    Form("langfuse-key", ("sk-lf-",), WORD, 30),
    Form("api-key", ("sk-",), PLAIN, 20),
    Form("google-key", ("AIza",), WORD, 24, 35),
    Form("google-token", ("ya29.", "GOCSPX-"), WORD, 16),
    Form(
        "slack-token",
        ("xoxe.xoxp-", "xoxe.xoxb-", "xoxb-", "xoxp-", "xoxa-", "xoxe-", "xoxr-", "xoxs-", "xapp-"),
        WORD,
        12,
    ),
    Form("stripe-key", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"), BASE64, 16),
    Form("twilio-key", ("SK",), "0-9a-f", 32, 32),
    Form("sendgrid-key", ("SG.",), DOTTED, 32),
    Form("mailgun-key", ("key-",), "0-9a-f", 32, 32),
    Form("npm-token", ("npm_",), PLAIN, 24, 36),
    Form("pypi-token", ("pypi-AgE",), WORD, 16),
    Form("huggingface-token", ("hf_", "api_org_"), PLAIN, 24),
    Form("digitalocean-token", ("dop_v1_", "doo_v1_", "dor_v1_"), HEX, 24, 64),
    Form("shopify-token", ("shpat_", "shpca_", "shppa_", "shpss_"), HEX, 24, 32),
    Form("square-token", ("sq0atp-", "sq0csp-", "sq0idp-"), WORD, 20),
    Form("atlassian-token", ("ATATT3", "ATCTT3", "ATBB"), r"A-Za-z0-9_=-", 24),
    Form("linear-key", ("lin_api_", "lin_oauth_"), PLAIN, 24),
    Form("notion-token", ("ntn_", "secret_"), PLAIN, 40, 46),
    Form("databricks-token", ("dapi",), "0-9a-f", 32, 32),
    Form("doppler-token", ("dp.pt.", "dp.st.", "dp.ct."), DOTTED, 24),
    Form("vault-token", ("hvs.", "hvb.", "hvr."), WORD, 20),
    Form("heroku-key", ("HRKU-",), WORD, 24),
    Form("age-key", ("AGE-SECRET-KEY-1",), "0-9A-Z", 24, 58),
    Form("groq-key", ("gsk_",), PLAIN, 32),
    Form("xai-key", ("xai-",), PLAIN, 40),
    Form("replicate-token", ("r8_",), PLAIN, 32, 37),
    Form("perplexity-key", ("pplx-",), PLAIN, 32),
    Form("postman-key", ("PMAK-",), WORD, 32),
    Form("sentry-token", ("sntrys_", "sntryu_"), r"A-Za-z0-9+/=_", 32),
    Form("newrelic-key", ("NRAK-", "NRJS-", "NRII-"), WORD, 16, 27),
    Form("figma-token", ("figd_", "figu_"), WORD, 24),
    Form("supabase-key", ("sbp_", "sb_secret_"), WORD, 20),
    Form("planetscale-token", ("pscale_tkn_", "pscale_pw_", "pscale_oauth_"), DOTTED, 24),
    Form("grafana-token", ("glsa_", "glc_"), r"A-Za-z0-9+/=_", 32),
    Form("pulumi-token", ("pul-",), "0-9a-f", 40, 40),
    Form("rubygems-key", ("rubygems_",), HEX, 48, 48),
    Form("docker-token", ("dckr_pat_", "dckr_oat_"), WORD, 20),
    Form("terraform-token", (".atlasv1.",), WORD, 40),
    Form("clojars-token", ("CLOJARS_",), PLAIN, 60, 60),
    Form("alibaba-key", ("LTAI",), PLAIN, 12, 20),
    Form("tencent-key", ("AKID",), PLAIN, 32, 32),
    Form("volcengine-key", ("AKLT",), WORD, 32),
    Form("google-token", ("1//0",), WORD, 30),
    Form("facebook-token", ("EAA",), PLAIN, 60),
    Form("dropbox-token", ("sl.",), WORD, 60),
    Form("netlify-token", ("nfp_",), PLAIN, 30),
    Form("fly-token", ("fm1_", "fm2_", "fo1_"), r"A-Za-z0-9+/=_-", 40),
    Form("render-key", ("rnd_",), PLAIN, 24),
    Form("neon-key", ("napi_",), PLAIN, 40),
    Form("circleci-token", ("CCIPAT_",), WORD, 40),
    Form("buildkite-token", ("bkua_",), HEX, 40, 40),
    Form("brevo-key", ("xkeysib-",), WORD, 40),
    Form("coze-token", ("pat_",), PLAIN, 48),
    Form("artifactory-key", ("AKCp",), PLAIN, 60),
    Form("onepassword-token", ("ops_eyJ",), WORD, 60),
    Form("fireworks-key", ("fw_",), PLAIN, 22),
    Form("cerebras-key", ("csk-",), PLAIN, 40),
    Form("tavily-key", ("tvly-",), WORD, 24),
    Form("langsmith-key", ("lsv2_pt_", "lsv2_sk_"), WORD, 32),
    Form("pinecone-key", ("pcsk_",), WORD, 40),
    Form("elevenlabs-key", ("sk_",), "0-9a-f", 48, 48),
    Form("posthog-key", ("phx_",), PLAIN, 40),
    Form("confluent-key", ("cflt",), r"A-Za-z0-9+/", 58),
    Form("crates-token", ("cio",), PLAIN, 32, 32),
    Form("nuget-key", ("oy2",), "0-9a-z", 43, 43),
    Form("sonar-token", ("sqp_", "squ_", "sqa_"), HEX, 40, 40),
    Form("snyk-token", ("snyk_uat.", "snyk_sat."), DOTTED, 40),
    Form("tailscale-key", ("tskey-auth-", "tskey-api-", "tskey-client-"), WORD, 16),
)


class Place(NamedTuple):
    """Secrets that stand in one kind of place."""

    kind: str
    marks: tuple[str, ...]
    """One of them is in every text that has such a place."""
    pattern: str
    """Its group is the secret. Bounded everywhere, so that the time stays linear."""


PLACES: Final = (
    Place(
        "password",
        ("://", ":\\"),
        r"\b[a-z][a-z0-9+.-]{1,20}:(?:\\{0,8}/){2}[^\s/:@\"'<>]{0,80}:(?P<secret>[^\s/@\"'<>{}$]{3,200})@",
    ),
    Place(
        "credentials",
        ("authorization",),
        r"\bauthorization\\*[\"']?\s{0,3}[:=]\s{0,3}\\*[\"']?(?:bearer|basic|token|apikey|digest)\s{1,3}"
        r"(?P<secret>[\w.~+/=-]{8,4000})",
    ),
    Place("bearer-token", ("bearer",), r"\bbearer\s{1,3}(?P<secret>[\w.~+/=-]{20,4000})"),
    Place(
        "webhook",
        ("hooks.slack.com",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w/-]{20,120})",
    ),
    Place("webhook", ("/api/webhooks/",), r"discord(?:app)?\.com/api/webhooks/\d{10,24}/(?P<secret>[\w-]{20,120})"),
    Place("azure-key", ("key=",), r"\b(?:account|shared\s?access)key=(?P<secret>[\w+/]{40,100}={0,2})"),
    Place(
        "signature",
        ("sig=", "signature=", "token="),
        r"[?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)="
        r"(?P<secret>[\w%+/.=-]{16,2000})",
    ),
    Place("webhook", ("webhookb2/",), r"webhook\.office\.com/webhookb2/(?P<secret>[\w@/-]{40,300})"),
    Place("webhook", ("/bot/v2/hook/",), r"/open-apis/bot/v2/hook/(?P<secret>[\w-]{20,80})"),
    Place(
        "registry-login",
        ("auth",),
        r"auth\\*[\"']\s{0,3}:\s{0,3}\\*[\"'](?P<secret>[\w+/-]{12,400}={0,2})\\*[\"']",
    ),
    Place(
        "password",
        ("password=", "pwd="),
        r";\s{0,3}(?:password|pwd)=(?P<secret>[^\s;\"'`{}$]{3,200})(?=[;\"'`\\\s]|\Z)",
    ),
    Place(
        "password",
        ("password", "passwd", "passphrase"),
        r"(?m)^[ \t>|+-]{0,40}[\w.-]{0,40}(?:password|passwd|passphrase)[ \t]{0,3}[:=][ \t]{0,3}"
        r"(?P<secret>(?=\S{0,99}\d)(?=\S{0,99}[a-z])[^\s\"'`(){}\[\]<>,;$\\]{6,100})[ \t]{0,9}$",
    ),
    Place("function-key", ("code=",), r"[?&]code=(?P<secret>[\w%+/.-]{40,200}={0,2})"),
    Place(
        "query-key",
        ("token=", "key=", "auth=", "secret=", "password=", "pwd="),
        r"[?&](?:access_token|refresh_token|id_token|api_?key|auth|token|key|secret|client_secret|password|pwd)="
        r"(?P<secret>[\w%+/.=~-]{8,2000})",
    ),
    Place(
        "header-key",
        ("api-key", "auth-token", "access-token", "private-token"),
        r"\b(?:x-api-key|x-goog-api-key|api-key|x-auth-token|x-access-token|private-token)"
        r"\\*[\"']?\s{0,3}[:=]\s{0,3}\\*[\"']?(?P<secret>[\w.~+/=-]{8,1000})",
    ),
    Place(
        "cookie",
        ("sessionid=", "session_id=", "connect.sid=", "jsessionid=", "phpsessid=", "auth_session="),
        r"\b(?:sessionid|session_id|connect\.sid|jsessionid|phpsessid|auth_session)="
        r"(?P<secret>[\w%.+/=-]{16,1000})",
    ),
    Place(
        "flag",
        ("--pass", "--token", "--api", "--secret", "--access", "--auth"),
        r"(?<!\w)--(?:password|passwd|pass|token|api-?key|secret|access-key|secret-key|auth-token)[ =]"
        r"[\"']?(?P<secret>[^\s\"'`;|&<>(){}$]{6,200})",
    ),
    Place(
        "password",
        ("curl",),
        r"curl\b[^\n|;]{0,200}?\s(?:-u|--user)\s{0,3}[\"']?[\w.@+-]{1,60}:(?P<secret>[^\s\"'`|;]{4,200})",
    ),
    Place(
        "password",
        ("mysql",),
        r"mysql(?:dump|admin)?\b[^\n|;]{0,120}?\s-p(?!ort\b)[\"']?(?P<secret>[^\s\"'`;|&<>(){}$]{4,100})",
    ),
    Place(
        "password",
        ("sshpass", "docker login"),
        r"(?:sshpass|docker login)\b[^\n|;]{0,120}?\s-p[ =]?[\"']?"
        r"(?P<secret>[^\s\"'`;|&<>(){}$-][^\s\"'`;|&<>]{3,100})",
    ),
    Place("password", ("password",), r"password\s(?:is|was)\s[\"'`](?P<secret>[^\s\"'`]{4,100})[\"'`]"),
    Place(
        "password",
        ("密码", "密碼", "口令"),
        r"(?:密码|密碼|口令)\s{0,3}(?:是|为|為|[:：=])\s{0,3}[\"'`“「]?(?P<secret>(?=[!-~]{0,99}\d)[\w!#-&*+./:=?@^~-]{6,100})",
    ),
    Place("password", ("login",), r"login\s{1,5}\S{1,80}\s{1,5}password\s{1,5}(?P<secret>\S{4,200})"),
)
"""Looked for in lower case."""
SHAPES: Final = (
    Place("jwt", ("eyJ",), r"(?<![\w-])(?P<secret>eyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}(?:\.[\w-]{8,4000})?)"),
    Place("discord-token", (".",), r"(?<![\w.-])(?P<secret>[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,45})"),
    Place("azure-secret", ("Q~",), r"(?<![\w.~-])(?P<secret>[\w.~-]{3}\dQ~[\w.~-]{31,34})"),
    Place("azure-key", ("JQQJ9", "AZDO"), r"\b(?P<secret>[A-Za-z0-9]{48,80}(?:JQQJ9|AZDO)[A-Za-z0-9]{4,34})"),
    Place("airtable-token", ("pat",), r"(?P<secret>pat[A-Za-z0-9]{14}\.[0-9a-f]{64})"),
    Place("firebase-key", (":APA91b",), r"\b(?P<secret>[\w-]{11,30}:APA91b[\w-]{100,200})"),
    Place("mapbox-token", ("sk.eyJ",), r"(?P<secret>sk\.eyJ[\w-]{20,300}\.[\w-]{20,60})"),
    Place(
        "paypal-token",
        ("access_token$",),
        r"(?P<secret>access_token\$(?:production|sandbox)\$\w{16}\$[0-9a-f]{32})",
    ),
    Place("mailchimp-key", tuple(f"-us{number}" for number in range(1, 10)), r"\b(?P<secret>[0-9a-f]{32}-us\d{1,2})"),
    Place("resend-key", ("re_",), r"(?P<secret>re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24})"),
    Place(
        "zhipu-key",
        (".",),
        r"(?<![\w./-])(?P<secret>[0-9a-f]{32}\.(?=[a-z0-9]{0,15}[A-Z])(?=[A-Za-z]{0,15}\d)[A-Za-z0-9]{16})",
    ),
    Place(
        "launchdarkly-key",
        ("sdk-", "api-", "mob-"),
        r"(?P<secret>(?:sdk|api|mob)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",
    ),
    Place("cloudflare-key", ("v1.0-",), r"(?P<secret>v1\.0-[0-9a-f]{24}-[0-9a-f]{100,160})"),
    Place("password-hash", ("$2",), r"(?P<secret>\$2[abxy]\$\d\d\$[\w./]{53})"),
    Place(
        "password-hash",
        ("$argon2",),
        r"(?P<secret>\$argon2(?:id|i|d)\$v=\d{1,3}\$[\w=,]{5,60}\$[\w+/]{10,100}\$[\w+/]{20,200})",
    ),
    Place("password-hash", ("$5$", "$6$", "$y$"), r"(?P<secret>\$(?:5|6|y)\$[\w./=,$-]{0,60}\$[\w./]{40,90})"),
    Place("telegram-token", (":AA",), r"(?<![\d.])(?P<secret>\d{8,10}:AA[\w-]{30,35})"),
)
"""Forms with more than one part."""
NAMED_VALUES: Final = (
    r"[\w-]{0,24}\\*[\"']?\]?[ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3}"
    r"(?:\\*[\"'`](?P<quoted>(?:[^\s\"'`\\]|\\{1,8}/){4,4096})\\*[\"'`]|(?P<bare>(?:[^\s\"'`\\,;&(){}\[\]<>]|\\{1,8}/){6,4096})(?![\w(\[.]))"
)
"""What follows a name up to the end of its value, in code, JSON, YAML, `.env` files and JSON inside JSON."""
LONGEST_KEY_BLOCK: Final = 12_000
"""Characters of a private key; one of 8,192 bits has 6,400."""
LEAST_RANDOM: Final = 36
"""Characters a run needs to be taken for a secret by its randomness alone."""
_RANDOM_BITS: Final = 4.35
"""Bits a character, from which 36 characters are no identifier and no words."""
_NAMED_BITS: Final = 2.9
"""The same behind the name of a key, where much less will do."""
_LEAST_NAMED: Final = 12
_NOT_SECRET: Final = (
    "example", "placeholder", "your", "changeme", "change-me", "change_me", "xxxx", "dummy", "redacted", "****", "....",
    "<", "${", "$(", "{{", "%s", "process.env", "os.environ", "getenv", "env.", "todo", "none", "null", "undefined",
    "insert", "replace", "sample", "my-", "my_", "[key]", "…",
)  # fmt: skip
"""What stands where a secret would, and is none."""
_NAMES: Final = ("password", "passwd", "secret", "token", "apikey", "api_key", "credential", "string", "value", "test")
"""A value made of such words names a secret and is none."""


def is_secret_value(value: str, *, strict: bool) -> bool:
    """Whether a value in the place of a secret is one.

    Args:
        value: what stands there.
        strict: it must look random; else it only must not look like a stand-in or code.

    >>> is_secret_value("hunter2!", strict=False), is_secret_value("hunter2!", strict=True)
    (True, False)
    >>> is_secret_value("${DB_PASSWORD}", strict=False), is_secret_value("9fK2x7Qw1Lm4", strict=True)
    (False, True)
    """
    lowered = value.lower()
    if any(mark in lowered for mark in _NOT_SECRET) or lowered.strip(".:*-_") in {"", "true", "false"}:
        return False
    if any(lowered.startswith(name) or lowered.endswith(name) for name in _NAMES):
        return False
    if not strict:
        return len(set(lowered)) > 2  # noqa: PLR2004 - "aaaa" and "----" hide nothing
    if len(value) < _LEAST_NAMED or value.startswith(("/", "./", "~", "@", "http")):
        return False
    has_digit = any(character.isdigit() for character in value)
    has_letter = any(character.isalpha() for character in value)
    return has_digit and has_letter and _bits(value) >= _NAMED_BITS and not _is_plain_name(value)


def is_random(text: str, *, least: int) -> bool:
    """Whether a run of characters is as random as keys are: all three kinds of characters, evenly spread.

    >>> is_random("q7Zp0Xr4Lk9Tn2Vb8Ys5Wd1Hc6Gf3Jm0Qa7Re", least=36)
    True
    >>> is_random("aLongNameOfSomeFunctionInSomeModule12", least=36)
    False
    """
    if len(text) < least:
        return False
    digits = sum(character.isdigit() for character in text)
    upper = sum(character.isupper() for character in text)
    lower = sum(character.islower() for character in text)
    if min(digits, upper, lower) < max(1, least // 12) or text.count("/") + text.count("-") + text.count("_") > 3:  # noqa: PLR2004
        return False
    expected = _RANDOM_BITS if least >= LEAST_RANDOM else log2(least) * 0.8
    return _bits(text) >= expected and digits >= len(text) // 16


def _bits(text: str) -> float:
    """Bits of information a character, by how often each occurs."""
    size = len(text)
    return -sum(count / size * log2(count / size) for count in Counter(text).values())


def _is_plain_name(value: str) -> bool:
    """A name of several words with a number in it, a path, a version, a call: what code has on the right of an `=`."""
    words = value.replace("-", "_").replace("/", "_").replace(".", "_").replace(":", "_").split("_")
    return all(
        word.isdigit() or word.isalpha() or (word[:-1].isalpha() and word[-1:].isdigit()) for word in words if word
    )
