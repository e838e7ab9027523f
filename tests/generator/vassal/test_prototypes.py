"""Pieces with their prototypes put in, as VASSAL brings them into play."""

from __future__ import annotations

import pytest

from generator.vassal.prototypes import Prototypes, filled
from generator.vassal.traits import Trait, read_trait, trait
from tests.generator.workbench.small_modules import chain_of, text_of


def use(text: str) -> Trait:
    return read_trait(f"prototype;{text}")


def prototypes(**chains: tuple[Trait, ...]) -> Prototypes:
    return Prototypes({name: text_of(chain_of("", *chain)) for name, chain in chains.items()})


def expanded(known: Prototypes, *chain: Trait) -> list[str]:
    return [part.type.partition(";")[0] for part in known.expanded(chain_of("Unit", *chain))]


def test_a_prototypes_traits_stand_where_it_is_named_and_comments_go() -> None:
    known = prototypes(
        Inner=(trait("clone;"), trait("cmt;")), Outer=(trait("delete;"), use("Inner"))
    )
    assert expanded(known, trait("immob;"), use("Outer"), trait("mark;")) == [
        "immob",
        "delete",
        "clone",
        "mark",
        "piece",
    ]


def test_states_come_with_the_traits() -> None:
    known = prototypes(P=(trait("PROP;", key="Level", state="7"),))
    assert known.expanded(chain_of("Unit", use("P")))[0].state == "7"


def test_what_is_not_there_or_uses_itself_adds_nothing() -> None:
    known = prototypes(Ring=(trait("delete;"), use("Ring")), Empty=())
    assert expanded(known, use("None"), use("Ring"), use("Empty")) == ["delete", "piece"]


def test_prototypes_that_use_one_another_without_measure_come_to_an_end() -> None:
    chains = {f"P{at}": (use(f"P{at + 1}"), use(f"P{at + 1}")) for at in range(40)}
    assert len(expanded(prototypes(**chains, P40=(trait("delete;"),)), use("P0"))) == 10_001
    ring = prototypes(**chains, P40=(use("P0"), trait("delete;")))
    assert len(expanded(ring, use("P0"))) <= 10_001
    deep = {f"P{at}": (use(f"P{at + 1}"), trait("delete;")) for at in range(1000)}
    assert len(expanded(prototypes(**deep), use("P0"))) == 101
    longer = {f"P{at}": (use(f"P{at + 1};x=$x$$x$"),) for at in range(40)}
    assert expanded(prototypes(**longer), use("P0;x=long")) == ["piece"]


def test_a_ring_of_prototypes_adds_the_same_wherever_it_was_used_before() -> None:
    chains = {"One": (trait("delete;"), use("Other")), "Other": (trait("clone;"), use("One"))}
    known = prototypes(**chains)
    assert expanded(known, use("One")) == ["delete", "clone", "piece"]
    assert expanded(known, use("Other")) == ["clone", "delete", "piece"]


def test_parameters_are_filled_into_the_whole_definition() -> None:
    layer = trait("emb2;", name="$what$", imageNames=("$what$.png",))
    known = prototypes(P=(layer,))
    (made, _) = known.expanded(chain_of("Unit", use("P;what=Step")))
    assert (made["name"], made["imageNames"]) == ("Step", ("Step.png",))
    (made, _) = known.expanded(chain_of("Unit", use("P")))
    assert made["name"] == "$what$", "without parameters nothing is filled in"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a $x$ b", "a 1 b"),
        ("$x$$x$", "11"),
        ("$y$", "y"),  # a parameter that is not given loses its dollars
        ("5 $ and more", "5  and more"),
        ("$x$ $", "1 "),
        (r"\$x\$", "$x$"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_dollars_are_read_as_vassal_reads_them(text: str, told: str) -> None:
    assert filled(text, {"x": "1"}) == told
