"""VASSAL's expressions: BeanShell, as far as one expression goes.

What stands between the braces of ``{Moved == "true" && Strength > 3}`` is an expression of
BeanShell (``bsh.jjt``), a loose Java, with two operators of VASSAL's own for regular expressions
(``=~`` and ``!~``). A name that is no variable is the property of that name; the functions VASSAL
adds are listed in `functions`.

`parse` reads an expression to a tree or says at which character it cannot be read.

    >>> write(parse("a+b * -c"))
    'a + b * -c'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NoReturn

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal.expression_trees import (
    ESCAPED,
    PRECEDENCE,
    PRIMITIVES,
    Assignment,
    Binary,
    Call,
    Cast,
    Conditional,
    Index,
    Literal,
    Member,
    Name,
    New,
    Node,
    Postfix,
    Sequence,
    Unary,
)

MAX_DEPTH: Final = 120
"""Deepest nesting that is read; Java's own parser gives up at a few thousand."""


class ExpressionError(BroadsideError):
    """A text that is no expression."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at
        """The character, from 0, at which reading ended."""


_ASSIGNING = """
    = *= /= %= += -= &= ^= |= <<= >>= >>>=
    @left_shift_assign @right_shift_assign @right_unsigned_shift_assign
"""
_RESERVED = """
    abstract boolean break class byte case catch char const continue default do double else enum
    extends false final finally float for goto if implements import instanceof int interface long
    native new null package private protected public return short static strictfp switch
    synchronized transient throw throws true try void volatile while
"""
ASSIGNMENTS: Final = frozenset(_ASSIGNING.split())
_WORDS: Final = frozenset(_RESERVED.split())
_LITERAL_WORDS = frozenset(("true", "false", "null", "void"))

_LETTER = (
    "$A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3040-\u318f\u3300-\u337f"
    "\u3400-\u3d2d\u4e00-\u9fff\uf900-\ufaff"
)
_DIGIT = (
    "0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef"
    "\u0b66-\u0b6f\u0be7-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59"
    "\u0ed0-\u0ed9\u1040-\u1049"
)
_EXPONENT = r"[eE][+-]?[0-9]+"
_TOKEN = re.compile(
    rf"""
    (?P<skip>[\x00-\x20\x80-\xff]+|//[^\n\r]*(?:\r\n|\n|\r)?|/\*.*?\*/)
  | (?P<name>[{_LETTER}][{_LETTER}{_DIGIT}]*)
  | (?P<number>[0-9]+\.[0-9]*(?:{_EXPONENT})?[fFdD]?|\.[0-9]+(?:{_EXPONENT})?[fFdD]?
      |[0-9]+{_EXPONENT}[fFdD]?|[0-9]+[fFdD]
      |(?:0[xX][0-9a-fA-F]+|[1-9][0-9]*|0[0-7]*)[lL]?)
  | (?P<string>\"\"\"(?:[^"]\"?\"?)*\"\"\"|"(?:[^"\\\n\r]|{ESCAPED})*"
      |'(?:[^'\\\n\r]|{ESCAPED})')
  | (?P<operator>>>>=|@right_unsigned_shift_assign|@right_unsigned_shift|@right_shift_assign
      |@left_shift_assign|@bitwise_and|@right_shift|@bitwise_or|@left_shift|@and_assign
      |@or_assign|@gteq|@lteq|@and|@gt|@lt|@or|>>>|<<=|>>=|==|<=|>=|=~|!~|!=|\|\||&&|\+\+|--
      |\+=|-=|\*=|/=|&=|\|=|\^=|%=|<<|>>|[-=><!~?:+*/&|^%(){{}}\[\];,.])
    """,
    re.VERBOSE | re.DOTALL,
)
_LATIN_NAME = re.compile(rf"[\xc0-\xff][{_LETTER}{_DIGIT}]*")
_CURLY = "“”„‟«»‘’‚‛′″"


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


def is_braced(text: str) -> bool:
    """Whether VASSAL takes a field's text for an expression: braces around the whole of it."""
    bare = text.strip()
    return len(bare) > 1 and bare[0] == "{" and bare[-1] == "}"


@lru_cache(maxsize=20_000)
def parse(text: str) -> Node:
    """The tree of an expression, with or without the braces around it.

    Places in the tree and in errors count from the text's first character. Raises
    `ExpressionError`; also for a blank text.
    """
    tokens = tuple(token for token in _tokens(text) if token.kind != "skip")
    end = len(text[: _inside(text).stop].rstrip()) if tokens else 0
    return _Parser(tokens, end).whole()


def lost_letters(text: str) -> Iterator[tuple[int, str]]:
    """Where BeanShell takes letters for blanks, though a name begins with them, and the name.

    It does so with À to ÿ behind a blank. Raises `ExpressionError`.
    """
    for token in _tokens(text):
        letters = _LATIN_NAME.search(token.text) if token.kind == "skip" else None
        if letters is not None and token.text[0] != "/":
            at = token.at + letters.start()
            found = _LATIN_NAME.match(text, at)
            yield at, found[0] if found else letters[0]


def _inside(text: str) -> slice:
    """The part of a text that is between its braces, or all of it."""
    return slice(text.index("{") + 1, text.rindex("}")) if is_braced(text) else slice(0, len(text))


def _tokens(text: str) -> Iterator[_Token]:
    at, end = _inside(text).start, _inside(text).stop
    while at < end:
        found = _TOKEN.match(text, at, end)
        if found is None:
            _refuse_letter(text[:end], at)
        kind = found.lastgroup or ""
        if kind == "skip":
            # BeanShell takes À to ÿ for blanks and for letters: the longer reading wins.
            named = _LATIN_NAME.match(text, at, end)
            if named is not None and named.end() > found.end():
                found, kind = named, "name"
            elif found[0].startswith("//") and found[0][-1] not in "\r\n":
                raise ExpressionError("// makes a comment of the rest of the line", at)
        if kind == "name" and found[0] in _WORDS:
            kind = "word"
        yield _Token(kind, found[0], at)
        at = found.end()


def _refuse_letter(text: str, at: int) -> NoReturn:
    letter = text[at]
    if letter in _CURLY:
        raise ExpressionError(f'typographic quote {letter}; only " begins a text', at)
    if letter == '"':
        ends = text.find('"', at + 1)
        if ends < 0:
            raise ExpressionError('the text that begins here has no closing "', at)
        raise ExpressionError(_why_no_text(text[at : ends + 1]), at)
    if letter == "'":
        raise ExpressionError("' holds a single character; a text stands between \"", at)
    raise ExpressionError(f"unexpected character {letter!r}", at)


def _why_no_text(text: str) -> str:
    if "\n" in text or "\r" in text:
        return "a text may not run over the end of its line"
    return "a backslash in a text needs another (\\\\), or one of n t b r f \" ' after it"


class _Parser:
    """Recursive descent over the tokens, one method a level of the grammar."""

    def __init__(self, tokens: tuple[_Token, ...], end: int) -> None:
        self._tokens = tokens
        self._end = end
        self._next = 0
        self._depth = 0
        self._primary = (-1, -1)
        """First token and end of the primary read last."""

    def whole(self) -> Node:
        parts: list[Node] = []
        while self._peek() == ";":
            self._next += 1
        while self._next < len(self._tokens):
            parts.append(self._expression())
            if self._next < len(self._tokens):
                if self._peek() != ";":
                    self._unexpected("an operator")
                while self._peek() == ";":
                    self._next += 1
        if not parts:
            raise ExpressionError("nothing stands here", self._end)
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts), parts[0].at)

    # --- Tokens -----------------------------------------------------------------------

    def _peek(self, ahead: int = 0) -> str:
        at = self._next + ahead
        if at >= len(self._tokens):
            return ""
        token = self._tokens[at]
        return "" if token.kind == "string" else token.text

    def _kind(self, ahead: int = 0) -> str:
        at = self._next + ahead
        return self._tokens[at].kind if at < len(self._tokens) else ""

    def _take(self) -> _Token:
        token = self._tokens[self._next]
        self._next += 1
        return token

    def _expect(self, text: str, opened: int) -> None:
        if self._peek() == text:
            self._next += 1
            return
        if self._next >= len(self._tokens):
            raise ExpressionError(f"{text} is missing for what begins here", opened)
        self._unexpected(text)

    def _unexpected(self, wanted: str) -> NoReturn:
        if self._next >= len(self._tokens):
            raise ExpressionError(f"the expression ends where {wanted} should follow", self._end)
        token = self._tokens[self._next]
        if token.kind == "word":
            raise ExpressionError(f"{token.text} is a word of Java, no property here", token.at)
        raise ExpressionError(f"{token.text} stands where {wanted} should", token.at)

    # --- The grammar ------------------------------------------------------------------

    def _expression(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            at = self._tokens[min(self._next, len(self._tokens) - 1)].at
            raise ExpressionError(f"nested more than {MAX_DEPTH} deep", at)
        start = self._next
        node = self._conditional()
        if self._peek() in ASSIGNMENTS and self._primary == (start, self._next):
            sign = self._take()
            node = Assignment(sign.text, node, self._expression(), sign.at)
        self._depth -= 1
        return node

    def _conditional(self) -> Node:
        test = self._binary(1)
        if self._peek() != "?":
            return test
        sign = self._take()
        yes = self._expression()
        if self._peek() != ":":
            self._unexpected(":")
        self._next += 1
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"nested more than {MAX_DEPTH} deep", sign.at)
        no = self._conditional()
        self._depth -= 1
        return Conditional(test, yes, no, sign.at)

    def _binary(self, loosest: int) -> Node:
        left = self._unary()
        compared_type = False
        while (bound := PRECEDENCE.get(self._peek(), 0)) >= loosest:
            if bound == PRECEDENCE["instanceof"] and compared_type:
                break
            sign = self._take()
            if sign.text == "instanceof":
                at = self._tokens[min(self._next, len(self._tokens) - 1)].at
                left = Binary(sign.text, left, Name(self._type(), at), sign.at)
                compared_type = True
                continue
            left = Binary(sign.text, left, self._binary(bound + 1), sign.at)
            compared_type = False
        return left

    def _unary(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            at = self._tokens[min(self._next, len(self._tokens) - 1)].at
            raise ExpressionError(f"nested more than {MAX_DEPTH} deep", at)
        sign = self._peek()
        if sign in ("+", "-", "~", "!"):
            token = self._take()
            node: Node = Unary(sign, self._unary(), token.at)
        elif sign == "!~":  # before a value these are two signs, not a comparison
            token = self._take()
            node = Unary("!", Unary("~", self._unary(), token.at + 1), token.at)
        elif sign in ("++", "--"):
            token = self._take()
            node = Unary(sign, self._primary_expression(), token.at)
            self._primary = (-1, -1)
        elif sign == "(" and self._is_cast():
            node = self._cast()
        else:
            node = self._primary_expression()
            if self._peek() in ("++", "--"):
                token = self._take()
                node = Postfix(token.text, node, token.at)
        self._depth -= 1
        return node

    def _is_cast(self) -> bool:
        if self._peek(1) in PRIMITIVES:
            return True
        if self._kind(1) != "name":
            return False
        ahead = 2
        while self._peek(ahead) == "." and self._kind(ahead + 1) == "name":
            ahead += 2
        if self._peek(ahead) == "[" and self._peek(ahead + 1) == "]":
            return True
        if self._peek(ahead) != ")":
            return False
        after, kind = self._peek(ahead + 1), self._kind(ahead + 1)
        return (
            after in ("~", "!", "(", "new")
            or kind in ("name", "number", "string")
            or after in _LITERAL_WORDS
        )

    def _cast(self) -> Node:
        opened = self._take()
        primitive = self._peek() in PRIMITIVES
        kind = self._type()
        self._expect(")", opened.at)
        if not primitive and self._peek() in ("+", "-", "++", "--"):
            self._unexpected("a value")
        return Cast(kind, self._unary(), opened.at)

    def _type(self) -> str:
        if self._peek() in PRIMITIVES:
            text = self._take().text
        elif self._kind() == "name":
            text = self._dotted()
        else:
            self._unexpected("a type")
        while self._peek() == "[" and self._peek(1) == "]":
            self._next += 2
            text += "[]"
        return text

    def _dotted(self) -> str:
        parts = [self._take().text]
        while self._peek() == "." and self._kind(1) == "name":
            self._next += 1
            parts.append(self._take().text)
        return ".".join(parts)

    def _primary_expression(self) -> Node:
        start = self._next
        node = self._prefix()
        while True:
            token = self._tokens[self._next] if self._next < len(self._tokens) else None
            if token is None or token.text not in (".", "[") or token.kind != "operator":
                break
            self._next += 1
            if token.text == "[":
                node = Index(node, self._expression(), token.at)
                self._expect("]", token.at)
            elif self._peek() == "class":
                self._next += 1
                node = Member(node, "class", None, token.at)
            elif self._kind() == "name":
                name = self._take().text
                arguments = self._arguments() if self._peek() == "(" else None
                node = Member(node, name, arguments, token.at)
            else:
                self._unexpected("a method's name")
        self._primary = (start, self._next)
        return node

    def _prefix(self) -> Node:
        kind, text = self._kind(), self._peek()
        if kind in ("number", "string") or text in _LITERAL_WORDS:
            token = self._take()
            if kind == "number":
                _check_number(token)
            return Literal(token.text, token.at)
        if text == "(":
            opened = self._take()
            node = self._expression()
            self._expect(")", opened.at)
            return node
        if text == "new":
            return self._new()
        if kind == "name":
            at = self._tokens[self._next].at
            name = self._dotted()
            return Call(name, self._arguments(), at) if self._peek() == "(" else Name(name, at)
        return self._unexpected("a value")

    def _arguments(self) -> tuple[Node, ...]:
        opened = self._take()
        found: list[Node] = []
        if self._peek() != ")":
            found.append(self._expression())
            while self._peek() == ",":
                self._next += 1
                found.append(self._expression())
        self._expect(")", opened.at)
        return tuple(found)

    def _new(self) -> Node:
        at = self._take().at
        if self._peek() not in PRIMITIVES and self._kind() != "name":
            self._unexpected("a class")
        kind = self._take().text if self._peek() in PRIMITIVES else self._dotted()
        if self._peek() == "(":
            return New(kind, self._arguments(), at)
        sizes: list[Node] = []
        while self._peek() == "[":
            opened = self._take()
            sizes.append(self._expression())
            self._expect("]", opened.at)
        if not sizes:
            self._unexpected("(")
        return New(kind + "[]" * len(sizes), tuple(sizes), at)


def _check_number(token: _Token) -> None:
    """BeanShell reads digit by digit and refuses a number that has run over before its end."""
    text = token.text.lower()
    if text[-1] in "fd" and not text.startswith("0x"):
        return
    if any(sign in text for sign in ".e") and not text.startswith("0x"):
        return
    bits = 64 if text[-1] == "l" else 32
    digits = text.rstrip("l")
    base = 16 if digits.startswith("0x") else 8 if digits[0] == "0" and len(digits) > 1 else 10
    value = 0
    for digit in digits[2 if base == 16 else 1 if base == 8 else 0 :]:
        if value >= 1 << (bits - 1):
            raise ExpressionError(f"the number {token.text} is too large", token.at)
        value = (value * base + int(digit, base)) % (1 << bits)
