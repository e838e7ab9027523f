"""JSON as hypothesis makes it: any values, spelled and spaced in any way."""

from __future__ import annotations

from hypothesis import strategies as st

_LETTERS = (
    *("a", "b", " ", "/", "\\/", "\\n", "\\u000a", "\\r\\n", '\\"', "\\\\", "\\u0000", "\x7f"),
    *("\\u2028", "\u2028", "\x85", "\\u0085", "\\u00E9", "\\u00e9", "é", "\t", "\n", "<"),
    *("\\ud83d", "\\uD83D\\uDE00", "😀", "\\u003c", "ß", "\\ufeff"),
)
strings = st.lists(st.sampled_from(_LETTERS), max_size=6).map(lambda parts: f'"{"".join(parts)}"')
spaces = st.sampled_from(["", "", "", " ", "\n", "\r\n  ", "\t"])
scalars = st.one_of(
    st.sampled_from(["true", "false", "null", "0", "-0.0", "1.0", "1E-07", "1e5", "9" * 40]),
    strings,
)


def objects(
    keys: st.SearchStrategy[str], values: st.SearchStrategy[str], most: int = 4
) -> st.SearchStrategy[str]:
    """Texts of objects."""
    member = st.tuples(spaces, keys, spaces, spaces, values, spaces).map(
        lambda parts: "{}{}{}:{}{}{}".format(*parts)
    )
    return st.tuples(st.lists(member, max_size=most), spaces).map(
        lambda made: "{" + (",".join(made[0]) or made[1]) + "}"
    )


def lists(values: st.SearchStrategy[str], most: int = 4) -> st.SearchStrategy[str]:
    """Texts of lists."""
    item = st.tuples(spaces, values, spaces).map("".join)
    return st.tuples(st.lists(item, max_size=most), spaces).map(
        lambda made: "[" + (",".join(made[0]) or made[1]) + "]"
    )


json_texts = st.recursive(
    scalars, lambda inner: st.one_of(lists(inner), objects(strings, inner)), max_leaves=12
)
