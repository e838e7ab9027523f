"""The functions VASSAL adds to BeanShell (``init_expression.bsh``): what may be given to each.

The table states every form of a function as the list of its arguments, each by what VASSAL takes
it for: a ``property`` (its name as a text), a ``match`` (a condition as a text in braces), the name
of a ``map``, ``zone``, ``location`` or ``attachment``, or a ``value``. Where VASSAL decides when it
sees the text, the possible meanings stand together.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_TABLE = """
    Alert              value | value value
    Audit              value | value match/value | value match value
    Count              match | match map
    CountAttach        attachment property/match | attachment property match
    CountLocation      | property/match | property/location match/map
    CountLocation      location map property/match | location map property match
    CountMap           | property/match/map | property/map match/property | map property match
    CountMat           | property/match | property match
    CountRange         value value | value value property/match | value value property match
    CountRangePx       value value | value value property/match | value value property match
    CountStack         | property/match | property match
    CountZone          | property/match | property/zone match/map
    CountZone          zone map property/match | zone map property match
    GetAttachProperty  attachment property | attachment property value/match
    GetLocalizedProperty property
    GetMapProperty     property map
    GetProperty        property
    GetString          property
    GetZoneProperty    property zone | property zone map
    If                 value value value
    IsRandom           | value
    MaxAttach          attachment property
    MinAttach          attachment property
    Random             value | value value
    Range              attachment | value value/match | value value value value
    Range              value value value value map
    RangePx            attachment | value value/match | value value value value
    RangePx            value value value value map
    Sleep              value
    Sum                property match | property match map
    SumAttach          attachment property | attachment property match
    SumLocation        property | property match | property location map
    SumLocation        property location map match
    SumMap             property | property match/map | property map match
    SumMat             property | property match
    SumRange           value value property | value value property match
    SumRangePx         value value property | value value property match
    SumStack           property | property match
    SumZone            property | property match | property zone map | property zone map match
    booleanValue       value
    unwrap             value
"""

Form = tuple[tuple[str, ...], ...]
"""The arguments of one form: for each, what it may be taken for."""


def _read() -> Mapping[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = {}
    for line in _TABLE.strip().splitlines():
        name, _, rest = line.strip().partition(" ")
        for form in rest.split("|"):
            arguments = tuple(tuple(word.split("/")) for word in form.split())
            found.setdefault(name, []).append(arguments)
    return MappingProxyType({name: tuple(forms) for name, forms in found.items()})


FUNCTIONS = _read()
"""Every form of each function, by the function's name."""

STRING_METHODS = frozenset(
    """
    compareTo compareToIgnoreCase contains endsWith equals equalsIgnoreCase format hashCode indexOf
    isBlank isEmpty lastIndexOf length matches regionMatches repeat replace replaceAll replaceFirst
    startsWith strip stripLeading stripTrailing substring toLowerCase toUpperCase toString trim
    """.split()  # noqa: SIM905
)
"""Methods VASSAL lets stand after a property's name (``bsh.BeanShellExpressionValidator``)."""


def form_for(name: str, count: int) -> Form | None:
    """The form of a function that takes so many arguments; `None` when there is none."""
    return next((form for form in FUNCTIONS[name] if len(form) == count), None)


def counts(name: str) -> tuple[int, ...]:
    """How many arguments a function takes, fewest first."""
    return tuple(sorted({len(form) for form in FUNCTIONS[name]}))
