"""A shell script taken apart into simple commands, as far as that is certain.

No expansion is ever done: a word that holds one is marked as not literal, so nobody takes it for a path.
"""

import re
from functools import cache
from typing import NamedTuple

MAX_NESTING = 20
"""Substitutions inside substitutions; what lies deeper is taken as one opaque word."""


class Word(NamedTuple):
    """One word of a command without its quotes."""

    text: str
    literal: bool = True
    """False when the shell would put something else in its place."""
    glob: bool = False
    """An unquoted pattern stands in it."""


class Command(NamedTuple):
    """A simple command."""

    words: tuple[Word, ...]
    redirects: tuple[tuple[str, Word], ...] = ()
    """(operator, target)."""
    body: str = ""
    """The here-document it is given."""
    after: str = ""
    """The operator before it: ``&&``, ``||``, ``|``; empty at the start of a line or after ``;``. A parenthesis is a
    command without words that ends in ``(`` or ``)`` here."""


def split(script: str) -> list[Command]:
    """The simple commands of a script in order.

    >>> [[word.text for word in command.words] for command in split("cd 'my dir' && cat a.txt | head -5")]
    [['cd', 'my dir'], ['cat', 'a.txt'], ['head', '-5']]
    """
    return _Splitter(script).run()


class _Splitter:
    def __init__(self, script: str) -> None:
        self.script = script
        self.commands: list[Command] = []
        self.words: list[Word] = []
        self.redirects: list[tuple[str, Word]] = []
        self.after = ""
        self.operator: str | None = None
        """A redirection that still waits for its target."""
        self.heredocs: list[tuple[str, bool, int]] = []
        """Announced on this line: the closing word, whether tabs are cut, the command it belongs to."""

    def run(self) -> list[Command]:
        at, end = 0, len(self.script)
        token = _token()
        while at < end:
            found = token.match(self.script, at)
            if found is None:
                word, at = _word(self.script, at)
                self._take(word)
                continue
            at = found.end()
            match found.lastgroup:
                case "newline":
                    self._end_command("")
                    at = self._read_heredocs(at)
                case "operator":
                    self._operator(found[0])
                case "redirect":
                    self.operator = found[0]
                case "heredoc":
                    closing = found["quoted"] or found["bare"]
                    self.heredocs.append((closing, found["dash"] == "-", len(self.commands)))
        self._end_command("")
        return self.commands

    def _operator(self, sign: str) -> None:
        """An operator ends a command; a parenthesis stands as a command of its own without words."""
        if sign in {"(", ")"}:
            self._end_command(self.after if sign == "(" and not self.words else "")
            self.commands.append(Command((), after=self.after + sign))
            self.after = ""
        else:
            self._end_command("" if sign in {";", "&", ";;"} else "|" if sign == "|&" else sign)

    def _take(self, word: Word) -> None:
        if self.operator is None:
            self.words.append(word)
        else:
            self.redirects.append((self.operator, word))
            self.operator = None

    def _end_command(self, operator: str) -> None:
        if self.words or self.redirects or self.heredocs:
            self.commands.append(Command(tuple(self.words), tuple(self.redirects), after=self.after))
            self.words, self.redirects = [], []
        self.operator = None
        self.after = operator

    def _read_heredocs(self, at: int) -> int:
        for closing, cut_tabs, index in self.heredocs:
            tabs = r"\t*" if cut_tabs else ""
            end = re.compile(rf"^{tabs}{re.escape(closing)}$", re.MULTILINE).search(self.script, at)
            stop, after = (len(self.script), len(self.script)) if end is None else end.span()
            self.commands[index] = self.commands[index]._replace(body=self.script[at:stop])
            at = min(after + 1, len(self.script))
        self.heredocs = []
        return at


def _word(script: str, at: int) -> tuple[Word, int]:
    """The word that starts here, and where it ends. Always moves on."""
    start, pieces, literal, glob = at, [], True, False
    part = _part()
    while at < len(script):
        found = part.match(script, at)
        if found is None:
            break
        at = found.end()
        match found.lastgroup:
            case "plain":
                pieces.append(found[0])
                glob = glob or any(sign in found[0] for sign in "*?[")
                literal = literal and "{" not in found[0]
            case "single":
                pieces.append(found[0][1:-1])
            case "escaped":
                pieces.append(found[0][1:].strip("\n"))
            case "double":
                text, clear, at = _double_quoted(script, at, 0)
                pieces.append(text)
                literal = literal and clear
            case _:
                literal = False
                if found.lastgroup == "open":
                    at = _closing(script, at, 0)
                pieces.append(script[found.start() : at])
    if at == start:
        at, literal = len(script), False
    return Word("".join(pieces), literal, glob), at


def _double_quoted(script: str, at: int, depth: int) -> tuple[str, bool, int]:
    """The text of a double-quoted string opened before ``at``, whether it is literal, and where it ends."""
    start, literal = at, True
    while at < len(script):
        found = _double().search(script, at)
        if found is None:
            break
        at = found.end()
        if found[0] == '"':
            return _unescaped(script[start : found.start()]), literal, at
        if found[0] in {"$", "`"}:
            literal = False
        elif found[0] == "$(":
            literal, at = False, _closing(script, at, depth + 1)
    return script[start:], False, len(script)


def _closing(script: str, at: int, depth: int) -> int:
    """Where the parenthesis opened before ``at`` ends."""
    level = 1
    while depth < MAX_NESTING and (found := _inside().search(script, at)):
        at = found.end()
        match found[0][0]:
            case "(":
                level += 1
            case ")":
                level -= 1
                if not level:
                    return at
            case "'":
                end = script.find("'", at)
                at = len(script) if end < 0 else end + 1
            case '"':
                at = _double_quoted(script, at, depth + 1)[2]
            case "<":
                end = script.find(f"\n{found['closing']}", at)
                at = len(script) if end < 0 else end + 1 + len(found["closing"])
    return len(script)


def _unescaped(text: str) -> str:
    return re.sub(r'\\([\\"$`\n])', lambda found: found[1].strip("\n"), text) if "\\" in text else text


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"""(?x)
        (?P<blank>(?:[ \t\r]|\\\n)+ | \#[^\n]*)
        | (?P<newline>\n)
        | (?P<heredoc>\d*<<(?!<)(?P<dash>-?)[ \t]*(?:(?P<mark>['"])(?P<quoted>[^'"\n]+)(?P=mark)|\\?(?P<bare>[\w.!-]+)))
        | (?P<redirect>(?:\d+|&)?(?:>>|>\||>&|>|<>|<<<|<&|<))
        | (?P<operator>&&|\|\||\|&|;;|[;&|()])
        """
    )


@cache
def _part() -> re.Pattern[str]:
    return re.compile(
        r"""(?x)
        (?P<plain>[^\s'"\\$`;&|()<>]+)
        | (?P<single>'[^']*')
        | (?P<double>")
        | (?P<escaped>\\[\s\S])
        | (?P<open>\$\()
        | (?P<other>\$'(?:[^'\\]|\\.)*' | \$\{[^}]*\}? | \$[\w@*\#?!$-]? | `[^`]*`? | \\)
        """
    )


@cache
def _double() -> re.Pattern[str]:
    return re.compile(r'\\[\s\S]|\$\(|[$`"]')


@cache
def _inside() -> re.Pattern[str]:
    return re.compile(r"""\\[\s\S]|[()'"]|<<-?[ \t]*(?P<mark>['"]?)(?P<closing>[\w.!-]+)(?P=mark)""")
