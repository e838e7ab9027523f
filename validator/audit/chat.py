"""What a line in the chat means for the acts around it, in the languages that we know.

A line is read as the log has it: ``<German Player> - sorry, wrong button``.
"""

from __future__ import annotations

import re

_CALLS_OFF = re.compile(
    r"> - .*\b(no|not|never ?mind|wait|hold on|hang on|w?h?oop+s+|sorry|sry|my bad|"
    r"mistake\w*|mis-?click\w*|wrong|"
    r"instead|cancel\w*|undo|ignore|apolog\w*|accident\w*|doesn['’]?t count|didn['’]?t mean|"
    r"double[- ]?click\w*|(rolled|clicked|pressed|hit|threw|thrown) (it |that )?twice|"
    r"(first|1st) (one|roll|throw|click) (counts|stands)|"
    r"second thoughts?|changed? my mind|call\w* (it |that )?off|take\w* (it |that )?back|"
    r"nein|nicht|warte|moment|ups|upps|hoppla|tut mir leid|entschuldig\w*|tschuldig\w*|falsch\w*|"
    r"verklickt|vertan|vergiss|irrtum|zurück|"
    r"non|pas|attends?|pardon|d[eé]sol[eé]\w*|erreur|annul\w*|oublie\w*|"
    r"espera|perd[oó]n|lo siento|equivo\w*|error|olv[ií]d\w*|"
    r"scus\w*|sbagli\w*|aspetta)\b",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(
    r"\b((sorry|apolog\w*) (for|about) (the |my |being )*(long )?(delay|wait|slow|late|silence)|"
    r"no (problem|worries|rush|hurry)|"
    r"(entschuldig\w*|tut mir leid)\W.{0,20}(verspätung|warte)|kein problem|"
    r"(pardon|d[eé]sol[eé]\w*) .{0,20}(retard|attente)|pas de (probl[eè]me|souci)|"
    r"(perd[oó]n|lo siento) .{0,20}(demora|retraso|tarde)|scus\w* .{0,20}ritardo)",
    re.IGNORECASE,
)
"""Words in it are none that call anything off."""
_RECALLS = re.compile(
    r"> - .*\b(forgot\w*|forget|missed (my|your|the)|still (had|have) to|"
    r"before (you|we) (go|move) on|too (early|soon|fast)|"
    r"vergessen|noch nicht fertig|zu (früh|schnell)|trop (t[oô]t|vite)|oubli\w*|olvid\w*|"
    r"dimentic\w*)\b",
    re.IGNORECASE,
)
_LEAVE = re.compile(
    r"> - .*\b(go ahead|go on|agreed|you (may|can|could|should) (just |already )?"
    r"(go|move|start|begin)|(you|move|go|start) first|your (move|turn)|on paper|written down|"
    r"einverstanden|abgemacht|fang(t)? (ruhig |schon )?(mal )?an|nur zu|"
    r"(mach|zieh)e? (ruhig|schon)|du bist dran|auf (dem )?papier|notiert|aufgeschrieben|"
    r"vas[- ]y|allez[- ]y|d'accord|[àa] toi|sur papier|"
    r"adelante|de acuerdo|te toca|empieza|en papel|apuntad[oa]|"
    r"avanti|vai pure|d'accordo|tocca a te|sulla carta)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"> - .*\?\s*$")
_ASKS_LEAVE = re.compile(
    r"> - .*\b((may|can|could) (i|we)|darf|dürf\w*|kann ich|können wir|puis-je|je peux|on peut|"
    r"puedo|podemos|posso|possiamo)\b.*\?\s*$",
    re.IGNORECASE,
)
_TELLS_DIE = re.compile(
    r"> - (?=.*\b([1-9]|10|one|two|three|four|five|six|eins|zwei|drei|vier|fünf|sechs)\b)"
    r"(\W*(an? )?\w+\W*$|.*\b(dice|die|roll\w*|threw|throw\w*|last one|"
    r"w[üu]rf\w*|gew[üu]rfelt|dés?|lanc[eé]\w*|dados?|tir[oó]\w*|dad[oi])\b)",
    re.IGNORECASE,
)
_NO_DICE = re.compile(
    r"\b(this|that|last|next|first|second|third|which|no|any|each|every|another|the) one\b|"
    r"\b(needs?|needed|for|turn|plus) \w+|\b\d+\+|[+-] ?\d+"
)
"""Words and numbers beside dice that are no dice."""
_NUMBERS = {
    **{str(number): number for number in range(1, 11)},
    **dict(zip(["one", "two", "three", "four", "five", "six"], range(1, 7), strict=True)),
    **dict(zip(["eins", "zwei", "drei", "vier", "fünf", "sechs"], range(1, 7), strict=True)),
}
_YES = re.compile(
    r"> - (ok(ay)?|yes|yeah|yep|sure|fine|of course|no problem|ja|klar|gern\w*|oui|"
    r"bien s[uû]r|s[ií]|vale|claro|certo)\b",
    re.IGNORECASE,
)


def calls_off(line: str) -> bool:
    """Whether a line calls something off: ``no, wait`` does, ``sorry for the delay`` does not."""
    return _CALLS_OFF.search(_SMALL_TALK.sub("", line)) is not None


def recalls(line: str) -> bool:
    """Whether a line says that something was forgotten, or done too early."""
    return _RECALLS.search(line) is not None


def gives_leave(line: str) -> bool:
    """Whether a line lets the other side go on: go ahead, it is on paper."""
    return _LEAVE.search(line) is not None


def told_dice(line: str) -> tuple[int, ...]:
    """The dice that a line tells, in their order: it has a number that a die can show, and a word
    of dice, or it is that number alone."""
    if _TELLS_DIE.search(line) is None:
        return ()
    words = re.findall(r"\w+", _NO_DICE.sub(" ", line.partition("> - ")[2].lower()))
    return tuple(_NUMBERS[word] for word in words if word in _NUMBERS)


def asks(line: str) -> bool:
    """Whether a line is a question."""
    return _ASKS.search(line) is not None


def asks_leave(line: str) -> bool:
    """Whether a line asks whether something may be done."""
    return _ASKS_LEAVE.search(line) is not None


def says_yes(line: str) -> bool:
    """Whether a line begins with a yes."""
    return _YES.search(line) is not None
