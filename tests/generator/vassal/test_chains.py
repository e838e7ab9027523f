"""Two chains of traits held beside each other."""

from __future__ import annotations

import pytest

from generator.vassal import chains, traits
from generator.vassal.traits import Trait, read_trait, trait


def marker(name: str, value: str) -> Trait:
    return trait("mark;", keys=(name,), state={"values": (value,)})


BASIC = trait("piece;", commonName="Unit")
DELETE, CLONE = trait("delete;"), trait("clone;")


def test_equal_traits_are_the_same_in_their_order() -> None:
    assert chains.pair([DELETE, CLONE, DELETE, BASIC], [DELETE, DELETE, CLONE, BASIC]) == {
        3: 3,
        0: 0,
        1: 2,
        2: 1,
    }


def test_a_trait_is_known_by_its_name_before_its_place() -> None:
    old = [marker("Side", "Red"), marker("Step", "1"), BASIC]
    new = [marker("Step", "2"), marker("Side", "Blue"), BASIC]
    assert chains.pair(old, new) == {2: 2, 0: 1, 1: 0}


def test_between_the_same_neighbours_another_of_its_kind_is_the_same() -> None:
    old = [DELETE, trait("prototype;", prototypeName="Infantry"), BASIC]
    new = [DELETE, trait("prototype;", prototypeName="Cavalry"), BASIC]
    (detail,) = chains.differences(old, new)
    assert (detail.name, detail.old, detail.new) == ("prototypeName", "Infantry", "Cavalry")


def test_another_kind_of_trait_is_another_trait() -> None:
    hows = [detail.how for detail in chains.differences([DELETE, BASIC], [CLONE, BASIC])]
    assert hows == ["removed", "added"]


def test_a_trait_of_a_custom_class_is_compared_as_text() -> None:
    old, new = read_trait("myTrait;a;b", "1"), read_trait("myTrait;a;c", "1")
    (detail,) = chains.trait_differences(old, new)
    assert (detail.part, detail.name, detail.new) == ("myTrait", "type", "myTrait;a;c")


@pytest.mark.parametrize("ident", [ident for ident in traits.forms() if ident[0].islower()])
def test_every_kind_of_trait_says_the_same_as_itself_and_has_a_label(ident: str) -> None:
    one = trait(ident)
    assert chains.same(one, read_trait(one.type, one.state))
    assert chains.label(one).startswith(traits.forms()[ident].title)
    assert not list(chains.trait_differences(one, one))


def test_a_field_left_out_is_the_one_vassal_assumes() -> None:
    whole = trait("delete;")
    short = read_trait("delete;Delete;68,130", "")
    assert short.type != whole.type
    assert chains.same(short, whole)


def test_empty_fields_at_the_end_of_a_target_do_not_count() -> None:
    one = trait("globalkey;", target="COUNTER|false|MAP|||||0|0||false|||EQUALS||")
    other = trait("globalkey;", target="COUNTER|false|MAP|||||0|0||false|||EQUALS")
    assert one.type != other.type
    assert chains.same(one, other)


def test_numbers_of_named_keys_do_not_count_at_any_depth() -> None:
    one, other = "57344,0,Kill", "57391,0,Kill"
    assert chains.settled(one) == chains.settled(other)
    deep = "a:57350\\,0\\,Kill:P\\,1"
    assert chains.settled(deep) == "a:57344\\,0\\,Kill:P\\,1"
    assert chains.settled("255,0,0") == "255,0,0"


def test_keys_are_shown_in_words() -> None:
    assert chains.shown("key", "75,130") == "Ctrl+K"
    assert chains.shown("keylist", "57345\\,0\\,Kill,112\\,0") == "named Kill\nF1"


def test_lists_are_shown_an_item_a_line() -> None:
    layer = trait("emb2;", name="Step", imageNames=("a.png", "b.png"))
    value = next(one for one in chains.values(layer) if one.name == "imageNames")
    assert chains.shown(value.kind, value.text) == "a.png\nb.png"
