"""Takes secrets out of text that leaves the machine. It never blocks: a secret becomes a placeholder, the rest stays.

A secret is known by the form its issuer gives it (`foldline.core.secret_forms`), by where it stands (a header, an
address, behind the name of a password or key), or by being as random as only keys are. The same secret always has the
same placeholder, which tells secrets apart and nothing about them. The time is linear in the text.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from foldline.core.secret_forms import (
    FORMS,
    LEAST_RANDOM,
    LONGEST_KEY_BLOCK,
    NAMED_VALUES,
    PLACES,
    SHAPES,
    Form,
    Place,
    is_random,
    is_secret_value,
)

__all__ = ["Finding", "Scan", "find_secrets", "outside_secret", "redact"]

_LONGEST: Final = 4_096
"""Characters of a single secret, private keys apart."""
_WRAPPED: Final = 12
"""Characters a line has to bring, at least, to be the rest of a secret that the line before seems to hold whole."""


_NEAR: Final = 300
"""Characters on both sides of a cut that are looked at for a secret."""
_LEAST_WORD: Final = 6
"""Characters of the shortest secret: a password behind its name."""
_LONG_PREFIX: Final = 7
"""Characters of a prefix that is unmistakable though the line breaks right behind it."""
_LEAST_PIECE: Final = 8
"""Characters of a secret before the line break, at least, for the two lines to be read as one."""


class Finding(NamedTuple):
    """A secret and where it stands."""

    start: int
    end: int
    kind: str


Scan: TypeAlias = Callable[[str], Iterable[Finding]]
"""Finds secrets that are not known here."""


def redact(text: str, *, scan: Scan | None = None) -> str:
    """The text with a placeholder for each secret in it.

    Args:
        text: whatever leaves the machine.
        scan: somebody else who looks, too.

    >>> redact("curl https://me:hunter2!@host.example/")
    'curl https://me:[redacted password 5914]@host.example/'
    >>> redact("nothing to hide")
    'nothing to hide'
    """
    pieces: list[str] = []
    done = 0
    for start, end, kind in find_secrets(text, scan):
        pieces += (text[done:start], _placeholder(kind, text[start:end]))
        done = end
    return "".join((*pieces, text[done:])) if pieces else text


def find_secrets(text: str, scan: Scan | None = None) -> list[Finding]:
    """The secrets in a text, in order, none inside another."""
    others = () if scan is None else scan(text)
    found = sorted((*_all_findings(text), *others), key=lambda finding: (finding.start, -finding.end))
    kept: list[Finding] = []
    for finding in found:
        if kept and finding.start < kept[-1].end:
            if finding.end > kept[-1].end:
                kept[-1] = kept[-1]._replace(end=finding.end)
            continue
        kept.append(finding)
    return kept


def outside_secret(text: str, at: int, *, behind: bool) -> int:
    """Where a text may be cut instead of in the middle of a secret, whose rest nobody would know for one.

    Args:
        text: what is cut, before secrets are taken out of it.
        at: where it would be cut.
        behind: go behind the secret, else before it.

    >>> outside_secret("the key is ghp_q7Zp0Xr4Lk9Tn2Vb8Ys5Wd1Hc6Gf3Jm0Qa7 here", 30, behind=False)
    11
    """
    start, stop = max(0, at - _NEAR), at + _NEAR
    before, after = text[start:at], text[at:stop]
    if _is_in_a_short_word(before, after):
        return at
    for finding in find_secrets(text[start:stop]):
        if finding.start < at - start < finding.end:
            return start + (finding.end if behind else finding.start)
    return at


def _is_in_a_short_word(before: str, after: str) -> bool:
    """Whether what stands on both sides is too short for a secret; next to a line break it may be one that goes on."""
    start = max(before.rfind(space) for space in " \t\n") + 1
    end = min((place for space in " \t\n" if (place := after.find(space)) >= 0), default=len(after))
    is_at_line_break = before[-1:] == "\n" or after[:1] == "\n"
    return len(before) - start + end < _LEAST_WORD and not is_at_line_break


def _all_findings(text: str) -> Iterator[Finding]:
    yield from _key_blocks(text)
    yield from _by_form(text)
    in_place = list(_where_they_stand(text))
    yield from in_place
    yield from _across_lines(text, {finding.start: finding.end for finding in in_place})
    yield from _by_chance(text)


def _where_they_stand(text: str) -> Iterator[Finding]:
    lowered = _lowered(text)
    placed = [*_by_place(text, PLACES, lowered), *_by_place(text, SHAPES, text)]
    known = {finding.start for finding in placed}
    yield from placed
    yield from (finding for finding in _by_name(text, lowered) if finding.start not in known)


def _across_lines(text: str, whole: dict[int, int]) -> Iterator[Finding]:
    """Secrets that go on in the next line: the text is read once more with its lines joined.

    Args:
        text: as it came.
        whole: start and end of what was found line by line; a further line belongs to such a secret only when it looks
            like the rest of one.
    """
    joints = list(_joints(text))
    if not joints:
        return
    pieces: list[str] = []
    places: list[int] = []
    done = removed = 0
    for start, end in joints:
        pieces.append(text[done:start])
        places.append(start - removed)
        removed += end - start
        done = end
    joined = "".join((*pieces, text[done:]))
    for finding in _where_they_stand(joined):
        first, last = bisect_right(places, finding.start), bisect_left(places, finding.end)
        start = finding.start + _removed(joints, first)
        end = whole.get(start, -1)
        if end < 0 and first < last and places[first] - finding.start < _LEAST_PIECE:
            continue
        for index in range(first, last):
            stop = places[index + 1] if index + 1 < last else finding.end
            is_complete = index > first or end >= joints[index][0]
            if is_complete and not _goes_on(joined[places[index] : stop]):
                break
            end = stop + _removed(joints, index + 1)
        if end > whole.get(start, -1):
            yield Finding(start, end, finding.kind)


def _joints(text: str) -> Iterator[tuple[int, int]]:
    """Where a line breaks in the middle of what could be one run, with what stands around the break."""
    for match in _line_end().finditer(text):
        start = _line_start().match(text, match.end())
        end = match.end() if start is None else start.end()
        if text[end : end + 1] not in _RUN:
            continue
        before = text[max(0, match.start() - _MARGIN) : match.start()].rstrip(_AROUND)
        before = _colour_at_end().sub("", before).rstrip(_AROUND)
        if before[-1:] in _RUN:
            yield max(0, match.start() - _MARGIN) + len(before), end


def _goes_on(piece: str) -> bool:
    """Whether a line begins with the rest of a secret, and not with words."""
    return is_random(piece, least=_WRAPPED) or is_secret_value(piece, strict=True)


def _removed(joints: list[tuple[int, int]], count: int) -> int:
    """Characters that the first joints take in the text."""
    return sum(end - start for start, end in joints[:count])


def _lowered(text: str) -> str:
    """The text in lower case with every character in its place: one capital letter alone becomes two small ones."""
    return text.replace("\u0130", "i").lower()


def _placeholder(kind: str, secret: str) -> str:
    plain = _joint().sub("", secret)
    mark = blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=2).hexdigest()
    return f"[redacted {kind} {mark}]"


def _key_blocks(text: str) -> Iterator[Finding]:
    """Private keys from their first line to their last; without a last one, as far as the lines look like a key."""
    place = 0
    for begin in _key_begin().finditer(text):
        if begin.start() < place:
            continue
        end = _key_end().search(text, begin.end(), begin.end() + LONGEST_KEY_BLOCK)
        body = _key_body().match(text, begin.end(), begin.end() + LONGEST_KEY_BLOCK)
        place = end.end() if end else body.end() if body else begin.end()
        yield Finding(begin.start(), place, "private-key")


def _by_form(text: str) -> Iterator[Finding]:
    forms = _forms_by_prefix()
    for match in _prefix().finditer(text):
        form = forms[match.group()]
        end = _extent(text, match.end(), form, may_break_at_once=len(match.group()) >= _LONG_PREFIX)
        if end:
            yield Finding(match.start(), end, form.kind)


def _extent(text: str, start: int, form: Form, *, may_break_at_once: bool) -> int:
    """Where the secret behind a prefix ends; 0 where what stands there is too short to be one."""
    run = _run(form.alphabet)
    length, place, end, joints = 0, start, 0, 0
    while place - start < _LONGEST:
        piece = run.match(text, place, start + _LONGEST)
        size = piece.end() - place if piece else 0
        was_whole = end or (joints and not length)
        if was_whole and not (length + size == form.most or _goes_on(text[place : place + size])):
            break
        length, place = length + size, place + size
        if form.most and length > form.most and not joints:
            return 0
        if length >= form.least:
            end = place
        joint = _joint().match(text, place) if size or (may_break_at_once and not joints) else None
        if joint is None or (form.most and length >= form.most):
            break
        place, joints = joint.end(), joints + 1
    return end


def _by_place(text: str, places: Iterable[Place], searched: str) -> Iterator[Finding]:
    for place in places:
        if any(mark in searched for mark in place.marks):
            for match in _compiled(place.pattern).finditer(searched):
                start, end = match.span("secret")
                if is_secret_value(text[start:end], strict=False):
                    yield Finding(start, end, place.kind)


def _by_name(text: str, lowered: str) -> Iterator[Finding]:
    """Values that stand behind the name of a password or a key, in code, settings, JSON or prose."""
    for match in _secret_name().finditer(lowered):
        value = _named_value().match(text, match.end())
        if value is None:
            continue
        group = "quoted" if value.group("quoted") is not None else "bare"
        strict = match.lastgroup != "password" or (group == "bare" and not text[match.start() : match.end()].isupper())
        if is_secret_value(value.group(group), strict=strict):
            kind = "password" if match.lastgroup == "password" else "key"
            yield Finding(value.start(group), value.end(group), kind)


def _by_chance(text: str) -> Iterator[Finding]:
    """Runs that no word, number, hash or name is as random as."""
    for match in _long_run().finditer(text):
        if is_random(match.group(), least=LEAST_RANDOM):
            yield Finding(match.start(), match.end(), "random")


@cache
def _forms_by_prefix() -> dict[str, Form]:
    return {prefix: form for form in FORMS for prefix in form.prefixes}


@cache
def _prefix() -> re.Pattern[str]:
    longest_first = sorted(_forms_by_prefix(), key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, longest_first))})")


@cache
def _run(alphabet: str) -> re.Pattern[str]:
    return re.compile(f"[{alphabet}]+")


_COLOUR: Final = r"(?:(?:\x1b|\\{1,8}u001b)\[[0-9;]{0,20}m)?"
_LINE_END: Final = r"(?:\r?\n|\\{1,8}(?:\r?\n|n|r\\{1,8}n|u000[aA]|u000[dD]\\{1,8}u000[aA]))"
"""In text, or as JSON writes it, however deep."""
_LINE_START: Final = (
    rf"{_COLOUR}[ \t]{{0,40}}(?:[>|+\u2502\u2503\u2551][ \t]{{0,8}}){{0,3}}{_COLOUR}(?:\\{{0,8}}[\"'])?"
)
"""What programs put in front of a line: a quotation mark, a comparison's, the frame of a window, colours, a quote."""
_AROUND: Final = " \t\"'\\+|\u2502\u2503\u2551"
"""The same behind a line."""
_RUN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+/=.~%-")
_MARGIN: Final = 160
"""Characters behind a line, at most."""


@cache
def _line_end() -> re.Pattern[str]:
    return re.compile(_LINE_END)


@cache
def _line_start() -> re.Pattern[str]:
    return re.compile(_LINE_START)


@cache
def _colour_at_end() -> re.Pattern[str]:
    return re.compile(r"(?:\x1b|\\{1,8}u001b)\[[0-9;]{0,20}m\Z")


@cache
def _joint() -> re.Pattern[str]:
    """What may stand in the middle of a secret that was wrapped."""
    before = rf"(?:\\{{0,8}}[\"'])?[ \t]{{0,40}}\+?{_COLOUR}[ \t]{{0,40}}[|\u2502\u2503\u2551]?"
    return re.compile(f"{before}{_LINE_END}{_LINE_START}")


@cache
def _key_begin() -> re.Pattern[str]:
    return re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----")


@cache
def _key_end() -> re.Pattern[str]:
    return re.compile(r"-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----")


@cache
def _key_body() -> re.Pattern[str]:
    return re.compile(r"(?:[\s\\rn\"'+,|>]*[A-Za-z0-9+/=]{16,})*[\s\\rn\"'+]*[A-Za-z0-9+/=]{0,76}")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _secret_name() -> re.Pattern[str]:
    return re.compile(
        r"(?P<password>pass(?:w(?:or)?d|phrase)|pwd(?![a-z])|(?<=_)pass(?![a-z_]))"
        r"|(?P<key>secret|token(?!s|i[sz])|(?:api|access|private|encryption|signing|auth|account)[_-]?key|credential)"
    )


@cache
def _named_value() -> re.Pattern[str]:
    return re.compile(NAMED_VALUES)


@cache
def _long_run() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w+/=.:#@$%&-])(?!sha\d)[A-Za-z0-9+/_-]{{{LEAST_RANDOM},200}}={{0,2}}(?![\w+/.:-])")
