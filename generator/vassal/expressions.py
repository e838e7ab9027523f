"""VASSAL's expressions: BeanShell, as far as one expression goes.

What stands between the braces of ``{Moved == "true" && Strength > 3}`` is an expression of
BeanShell (``bsh.jjt``), a loose Java, with two operators of VASSAL's own for regular expressions
(``=~`` and ``!~``). A name that is no variable is the property of that name; the functions VASSAL
adds are listed in `functions`.

`parse` reads an expression to a tree or says at which character it cannot be read, `write` gives
the text of a tree, `walk` goes through it.

    >>> write(parse("a+b * -c"))
    'a + b * -c'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NoReturn, TypeAlias

from generator.errors import BroadsideError

MAX_DEPTH: Final = 120
"""Deepest nesting that is read; Java's own parser gives up at a few thousand."""


class ExpressionError(BroadsideError):
    """A text that is no expression."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at
        """The character, from 0, at which reading ended."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, number, ``true``, ``false``, ``null`` or ``void``."""

    text: str
    """As it is written, quotes and all."""
    at: int = field(default=0, compare=False)

    @property
    def string(self) -> str | None:
        """The text a string or character stands for; `None` for other literals."""
        if self.text.startswith('"""'):
            return self.text[3:-3]
        if self.text[0] not in "\"'":
            return None
        return _ESCAPE.sub(_unescaped, self.text[1:-1])


@dataclass(frozen=True, slots=True)
class Name:
    """A property, or a class such as ``Math`` or ``java.util.List``."""

    text: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function, or a method of what the name before the last dot stands for."""

    name: str
    arguments: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """``-a``, ``+a``, ``!a``, ``~a``, ``++a``, ``--a``."""

    operator: str
    operand: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Postfix:
    """``a++``, ``a--``."""

    operator: str
    operand: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands; ``at`` is the operator's place. ``instanceof`` has a `Name` on its right."""

    operator: str
    left: Node
    right: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``test ? yes : no``."""

    test: Node
    yes: Node
    no: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Assignment:
    """``a = b`` and its kin: BeanShell has them, VASSAL's editor refuses them."""

    operator: str
    target: Node
    value: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Cast:
    """``(int) a``."""

    type: str
    operand: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """``of.name``, or with arguments ``of.name(...)``, where ``of`` is more than a name."""

    of: Node
    name: str
    arguments: tuple[Node, ...] | None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Index:
    """``of[index]``."""

    of: Node
    index: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class New:
    """``new java.util.Date(...)``; of type ``int[]`` with an array's sizes as arguments."""

    type: str
    arguments: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Several statements: the first is the value, as VASSAL puts the text after ``value =``."""

    parts: tuple[Node, ...]
    at: int = field(default=0, compare=False)


Node: TypeAlias = (
    Literal
    | Name
    | Call
    | Unary
    | Postfix
    | Binary
    | Conditional
    | Assignment
    | Cast
    | Member
    | Index
    | New
    | Sequence
)

PRECEDENCE: Final = {
    **dict.fromkeys(("||", "@or"), 1),
    **dict.fromkeys(("&&", "@and"), 2),
    **dict.fromkeys(("|", "@bitwise_or"), 3),
    "^": 4,
    **dict.fromkeys(("&", "@bitwise_and"), 5),
    **dict.fromkeys(("==", "!=", "=~", "!~"), 6),
    "instanceof": 7,
    **dict.fromkeys(("<", ">", "<=", ">=", "@lt", "@gt", "@lteq", "@gteq"), 8),
    **dict.fromkeys(("<<", ">>", ">>>", "@left_shift", "@right_shift", "@right_unsigned_shift"), 9),
    **dict.fromkeys(("+", "-"), 10),
    **dict.fromkeys(("*", "/", "%"), 11),
}
"""How tightly each operator of two operands binds, loosest first."""
_UNARY, _PRIMARY = 12, 14

_ASSIGNING = """
    = *= /= %= += -= &= ^= |= <<= >>= >>>=
    @left_shift_assign @right_shift_assign @right_unsigned_shift_assign
"""
_NUMBERS = "boolean char byte short int long float double"
_RESERVED = """
    abstract boolean break class byte case catch char const continue default do double else enum
    extends false final finally float for goto if implements import instanceof int interface long
    native new null package private protected public return short static strictfp switch
    synchronized transient throw throws true try void volatile while
"""
ASSIGNMENTS: Final = frozenset(_ASSIGNING.split())
PRIMITIVES: Final = frozenset(_NUMBERS.split())
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
_ESCAPED = r"\\(?:[ntbrf\\'\"]|[0-3][0-7][0-7]|[0-7][0-7]?|u+[0-9a-fA-F]{4})"
_TOKEN = re.compile(
    rf"""
    (?P<skip>[\x00-\x20\x80-\xff]+|//[^\n\r]*(?:\r\n|\n|\r)?|/\*.*?\*/)
  | (?P<name>[{_LETTER}][{_LETTER}{_DIGIT}]*)
  | (?P<number>[0-9]+\.[0-9]*(?:{_EXPONENT})?[fFdD]?|\.[0-9]+(?:{_EXPONENT})?[fFdD]?
      |[0-9]+{_EXPONENT}[fFdD]?|[0-9]+[fFdD]
      |(?:0[xX][0-9a-fA-F]+|[1-9][0-9]*|0[0-7]*)[lL]?)
  | (?P<string>\"\"\"(?:[^"]\"?\"?)*\"\"\"|"(?:[^"\\\n\r]|{_ESCAPED})*"
      |'(?:[^'\\\n\r]|{_ESCAPED})')
  | (?P<operator>>>>=|@right_unsigned_shift_assign|@right_unsigned_shift|@right_shift_assign
      |@left_shift_assign|@bitwise_and|@right_shift|@bitwise_or|@left_shift|@and_assign
      |@or_assign|@gteq|@lteq|@and|@gt|@lt|@or|>>>|<<=|>>=|==|<=|>=|=~|!~|!=|\|\||&&|\+\+|--
      |\+=|-=|\*=|/=|&=|\|=|\^=|%=|<<|>>|[-=><!~?:+*/&|^%(){{}}\[\];,.])
    """,
    re.VERBOSE | re.DOTALL,
)
_LATIN_NAME = re.compile(rf"[\xc0-\xff][{_LETTER}{_DIGIT}]*")
_ESCAPE = re.compile(_ESCAPED)
_LETTERS = {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}
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
    body = text
    if is_braced(text):
        start, end = text.index("{"), text.rindex("}")
        body = f"{text[:start]} {text[start + 1 : end]} {text[end + 1 :]}"
    return _Parser(tuple(_tokens(body)), len(body.rstrip())).whole()


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            _refuse_letter(text, at)
        kind = found.lastgroup or ""
        if kind == "skip":
            # BeanShell takes À to ÿ for blanks and for letters: the longer reading wins.
            named = _LATIN_NAME.match(text, at)
            if named is not None and named.end() > found.end():
                found, kind = named, "name"
            elif found[0].startswith("//") and found[0][-1] not in "\r\n":
                raise ExpressionError("// makes a comment of the rest of the line", at)
        if kind == "name" and found[0] in _WORDS:
            kind = "word"
        if kind != "skip":
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
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts), _at(parts[0]))

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


# --- Writing ----------------------------------------------------------------------------


def write(node: Node) -> str:
    """An expression's text, with no more parentheses than it needs."""
    return _text_of(node)[0]


def _written(node: Node, least: float) -> str:
    text, binds = _text_of(node)
    return f"({text})" if binds < least else text


def _text_of(node: Node) -> tuple[str, float]:
    """The text, and how tightly its outermost operator binds."""
    match node:
        case Literal(text) | Name(text):
            return text, _PRIMARY
        case Call(name, arguments):
            return f"{name}({_listed(arguments)})", _PRIMARY
        case New(kind, sizes) if kind.endswith("[]"):
            dimensions = "".join(f"[{write(size)}]" for size in sizes)
            return f"new {kind.rstrip('[]')}{dimensions}", _PRIMARY
        case New(kind, arguments):
            return f"new {kind}({_listed(arguments)})", _PRIMARY
        case Member(of, name, arguments):
            called = "" if arguments is None else f"({_listed(arguments)})"
            return f"{_inside(of)}.{name}{called}", _PRIMARY
        case Index(of, index):
            return f"{_written(of, _PRIMARY)}[{write(index)}]", _PRIMARY
        case Postfix(sign, operand):
            return f"{_written(operand, _PRIMARY)}{sign}", _UNARY + 1
        case Unary(sign, operand):
            least = _PRIMARY if sign in ("++", "--") else _UNARY
            inner = _written(operand, least)
            between = " " if inner[:1] in "+-" and sign[-1] in "+-" else ""
            return f"{sign}{between}{inner}", _UNARY
        case Cast(kind, operand):
            inner = _written(operand, _UNARY)
            if kind.rstrip("[]") not in PRIMITIVES and inner[:1] in "+-":
                inner = f"({inner})"
            return f"({kind}) {inner}", _UNARY
        case Binary(sign, left, right):
            bound = PRECEDENCE[sign]
            before = bound + 1 if sign == "instanceof" else bound
            return f"{_written(left, before)} {sign} {_written(right, bound + 1)}", bound
        case Conditional(test, yes, no):
            return f"{_written(test, 1)} ? {write(yes)} : {_written(no, 0.5)}", 0.5
        case Assignment(sign, target, value):
            return f"{_written(target, _PRIMARY)} {sign} {write(value)}", 0
        case Sequence(parts):
            return "; ".join(write(part) for part in parts), -1


def _inside(node: Node) -> str:
    """What stands before a dot: a name alone would run into the name after it."""
    text = _written(node, _PRIMARY)
    return f"({text})" if isinstance(node, Name) or text[:1].isdigit() else text


def _listed(nodes: tuple[Node, ...]) -> str:
    return ", ".join(write(node) for node in nodes)


# --- Going through a tree ---------------------------------------------------------------


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, outermost first, left to right."""
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        stack.extend(reversed(below(found)))


def below(node: Node) -> tuple[Node, ...]:
    """The nodes directly below."""
    match node:
        case Call(_, arguments) | New(_, arguments):
            return arguments
        case Member(of, _, arguments):
            return (of, *(arguments or ()))
        case Index(of, index):
            return (of, index)
        case Unary(_, operand) | Postfix(_, operand) | Cast(_, operand):
            return (operand,)
        case Binary("instanceof", left, _):
            return (left,)
        case Binary(_, left, right):
            return (left, right)
        case Conditional(test, yes, no):
            return (test, yes, no)
        case Assignment(_, target, value):
            return (target, value)
        case Sequence(parts):
            return parts
        case Literal() | Name():
            return ()


def _at(node: Node) -> int:
    return node.at


def _unescaped(found: re.Match[str]) -> str:
    letters = found[0][1:]
    if letters[0] == "u":
        return chr(int(letters.lstrip("u"), 16))
    if letters[0].isdigit():
        return chr(int(letters, 8))
    return _LETTERS.get(letters, letters)
