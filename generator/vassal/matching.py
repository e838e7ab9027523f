"""How long a regular expression may look for a match: some take for ever on a short text."""

from __future__ import annotations

import re
from math import comb, inf

MOST_WORK = 5_000_000
"""In so many ways an expression may be tried on a text; it is about a second."""
_LONGEST = 500
_SIGN = re.compile(
    r"""
    (?P<plain> \\. | \[\^?\]?(?:\\.|[^\]\\])*\] | [^()|?*+{] | \{(?!\d*,?\d*\}) )
    | (?P<opening> \( (?: \? (?: [:=!>] | <[=!] | P?<\w+> | [a-z]+: ) )? )
    | (?P<closing> \) )
    | (?P<other> \| )
    | (?P<many> (?: [*+] | \{\d*,\d*\} ) [?+]? )
    | (?P<times> \{\d*\} )
    | (?P<maybe> \? [?+]? )
    """,
    re.DOTALL | re.VERBOSE,
)
_SIGNS = {
    "plain": ".",
    "opening": "(",
    "closing": ")",
    "other": "|",
    "many": "*",
    "times": "=",
    "maybe": "?",
}
_GROUP = re.compile(r"\(([^()]*)\)(.?)")


def matching_work(pattern: str, length: int) -> float:
    """In how many ways an expression may share out a text of so many letters, at most; infinite
    for one that repeats what leaves a choice."""
    if len(pattern) > _LONGEST:
        return inf
    signs = "".join(_SIGNS[str(found.lastgroup)] for found in _SIGN.finditer(pattern))
    many, ways = 0, 1
    while (group := _GROUP.search(signs)) is not None:
        inside, after = str(group[1]), str(group[2])
        choice = any(sign in inside for sign in "*?|#")
        if choice and after in ("*", "="):
            return inf
        many += inside.count("*")
        ways *= (1 << inside.count("?")) * (1 + inside.count("|"))
        signs = signs[: group.start()] + ("#" if choice else ".") + signs[group.end(1) + 1 :]
    alone = signs.split("|")
    many += max(one.count("*") for one in alone)
    ways *= (1 << max(one.count("?") for one in alone)) * len(alone)
    return comb(length + many, many) * ways
