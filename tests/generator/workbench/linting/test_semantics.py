"""Pieces are judged as VASSAL builds them: with their prototypes; an extension with its base."""

from __future__ import annotations

import pytest

from generator.vassal import documents
from generator.vassal.documents import Element
from generator.vassal.traits import Trait, trait
from generator.workbench.linting import lint
from generator.workbench.linting.findings import Severity
from generator.workbench.opened import OpenModule
from tests.generator.workbench.linting.cases import (
    P,
    asks,
    calculated,
    key,
    layer,
    module,
    one,
    part,
    piece,
    png,
    prop,
    reports,
    sends,
)
from tests.generator.workbench.small_modules import holding, marker, opened, prototype


def uses(name: str) -> Trait:
    return trait("prototype;", prototypeName=name)


def found(made: OpenModule, code: str, base: OpenModule | None = None) -> list[str]:
    return [finding.message for finding in lint(made, base, select=[code]).findings]


class TestPrototypes:
    def test_a_key_is_heard_by_a_prototype_of_a_prototype(self) -> None:
        made = module(
            pieces=(piece("Unit", sends("go"), uses("Outer")),),
            prototypes=(prototype("Outer", uses("Inner")), prototype("Inner", reports("go"))),
        )
        assert found(made, "key.unheard") == []

    def test_a_prototype_is_asked_in_every_piece_and_heard_in_one_is_enough(self) -> None:
        used = (prototype("Acts", sends("go")), prototype("Hears", reports("go")))
        heard = piece("Unit", uses("Acts"), uses("Hears"))
        unheard = piece("Other", uses("Acts"), gpid="2")
        assert found(module(pieces=(heard, unheard), prototypes=used), "key.unheard") == []
        assert len(found(module(pieces=(unheard,), prototypes=used), "key.unheard")) == 1

    def test_what_no_piece_uses_is_only_worth_knowing(self) -> None:
        idle = prototype("Idle", trait("prototype;", prototypeName="Lost"))
        (finding,) = lint(module(prototypes=(idle,)), select=["prototype.undefined"]).findings
        assert finding.severity is Severity.INFO
        assert finding.message.endswith("(only in prototypes that no piece uses)")
        used = module(pieces=(piece("Unit", uses("Idle")),), prototypes=(idle,))
        (finding,) = lint(used, select=["prototype.undefined"]).findings
        assert finding.severity is Severity.ERROR

    def test_menus_collide_across_prototypes(self) -> None:
        first = trait("macro;", command="Flip", key=key("x"))
        second = trait("macro;", command="Turn over", key=key("x"))
        made = module(
            pieces=(piece("Unit", first, uses("P")),), prototypes=(prototype("P", second),)
        )
        assert found(made, "key.collision") == [
            "menu entries with one key x: VASSAL shows 'Turn over' only, never 'Flip'"
        ]


class TestReports:
    @pytest.mark.parametrize(
        ("others", "silent"),
        [
            ((), 1),
            ((reports("flip"),), 0),
            ((reports("other"),), 1),
            ((uses("Told"),), 0),
            ((trait("macro;", key=key("do"), actionKeys=(key("flip"),)), reports("do")), 0),
        ],
    )
    def test_a_change_is_told_by_its_key_or_by_what_sets_it_off(
        self, others: tuple[Trait, ...], silent: int
    ) -> None:
        flip = layer(upCommand="Flip", increaseKeyStroke=key("flip"))
        made = module(
            pieces=(piece("Unit", *others, flip),),
            prototypes=(prototype("Told", reports("flip")),),
            a=png(),
            b=png(),
        )
        assert len(found(made, "report.silent")) == silent


class TestProperties:
    @pytest.mark.parametrize(
        "text",
        ["{Strengh > 1}", "Strengh > 1", '{GetProperty("Strengh")}', "$Strengh$ = 1"],
    )
    def test_a_misspelling_is_found_however_it_is_read(self, text: str) -> None:
        made = one(marker("Strength", "3"), asks(text))
        (message,) = found(made, "property")[:1]
        assert "did you mean 'Strength'?" in message

    @pytest.mark.parametrize(
        "text",
        [
            "{Strength > 1}",
            "{Moved == true}",
            "{CurrentZone == OldZone}",
            '{GetProperty("Stre" + "ngth")}',
            "{Math.max(1, 2) > 1}",
            '{PieceName.contains("x")}',
            "Step_Level > 1 && playerSide = Red",
        ],
    )
    def test_what_vassal_or_a_trait_sets_is_known(self, text: str) -> None:
        steps = layer(name="Step", upCommand="Up", increaseKeyStroke=key("up"))
        made = one(marker("Strength", "3"), steps, asks(text), a=png(), b=png())
        assert found(made, "property.unset") == []

    def test_a_name_built_in_play_may_be_any_of_its_form(self) -> None:
        made = module(
            prop("LossesRed"),
            prop("LossesBlue"),
            pieces=(piece("Unit", calculated('{GetProperty("Losses" + Side)}')),),
            sides=("Red",),
        )
        assert not [said for said in found(made, "property.unread") if "Losses" in said]


def extension(*inside: Element, **members: bytes) -> OpenModule:
    root = documents.make(P + "ModuleExtension", {"version": "1.0", "extensionId": "abc"})
    target = f"{P}PieceWindow:Pieces/VASSAL.build.widget.ListWidget:All"
    made = holding(P + "ExtensionElement", {"target": target}, *inside)
    root.append(made)
    return opened(root, **members)


class TestExtensions:
    def test_what_the_base_has_is_known_only_with_it(self) -> None:
        unit = piece("New", uses("Ship"), image="sea.png", gpid="abc:1")
        base = module(prototypes=(prototype("Ship"),), sea=png())
        assert [one.code for one in lint(extension(unit)).findings] == []
        assert [one.code for one in lint(extension(unit), base).findings] == []
        lost = [one.code for one in lint(extension(unit), module()).findings]
        assert lost == ["image.missing", "prototype.undefined"]

    def test_the_base_is_not_judged(self) -> None:
        base = module(pieces=(piece("Old", image="lost.png"),))
        assert lint(extension(piece("New", gpid="abc:1")), base).findings == ()

    def test_its_own_files_are(self) -> None:
        broken = piece("New", calculated("{1 +}"), gpid="abc:1")
        assert [one.code for one in lint(extension(broken)).findings] == ["expression.syntax"]


class TestFieldsSwitchedOff:
    def test_a_key_that_is_not_sent_need_not_be_heard(self) -> None:
        fields = {"loopType": "counted", "preLoopKey": key("before")}
        looping = trait("macro;", key=key("do"), actionKeys=(key("do2"),), loop=True, **fields)
        still = trait("macro;", key=key("do"), actionKeys=(key("do2"),), loop=False, **fields)
        named = [found(one(each, reports("do2")), "key.unheard") for each in (looping, still)]
        assert [len(each) for each in named] == [1, 0]

    def test_an_attribute_that_is_switched_off_is_not_read(self) -> None:
        on, off = (
            part("DoActionButton", doSound=state, soundClip="lost.wav")
            for state in ("true", "false")
        )
        assert (len(found(module(on), "sound")), len(found(module(off), "sound"))) == (1, 0)


def test_code_of_the_module_may_use_what_nothing_else_does() -> None:
    made = module(prototypes=(prototype("FromCode"),))
    assert len(found(made, "prototype.unused")) == 1
    made.members["my/Class.class"] = b"\xca\xfe\xba\xbe...FromCode..."
    assert found(made, "prototype.unused") == []


MASKED, OPEN = piece("Masked", trait("obs;")), piece("Open", gpid="2")


class TestLackingProperties:
    @pytest.mark.parametrize(
        ("condition", "lacking"),
        [
            ("{!Obscured}", 2),
            ("{Obscured && true}", 2),
            ("{true && Obscured}", 2),
            ("{Obscured ? true : false}", 2),
            ("{If(Obscured, 1, 2) == 1}", 2),
            ("{Math.abs(Strength) > 1}", 2),
            ("{-Strength < 1}", 2),
            ("{Obscured != true}", 0),
            ("{Strength > 1 && Strength - 1 < 3}", 0),
            ('{BasicName == "x" && !Obscured}', 0),
            ('{Obscured != "" && !Obscured}', 0),
            ('{Strength == "" || -Strength < 1}', 0),
            ("{Strength != 3 || !Obscured}", 2),
        ],
    )
    def test_an_empty_property_is_no_yes_or_no_and_no_number(
        self, condition: str, lacking: int
    ) -> None:
        made = module(
            part("Inventory", include=condition),
            pieces=(
                piece("Masked", trait("obs;"), marker("Strength", "2")),
                piece("Open", marker("Strength", "3"), gpid="2"),
                piece("Bare", gpid="3"),
            ),
        )
        assert len(found(made, "property.lacking")) == bool(lacking)

    def test_a_trait_asks_its_own_piece_and_its_prototypes(self) -> None:
        asked = asks("{!Moved}")
        mark = prototype("Moves", trait("markmoved;"))
        moving = piece("Unit", asked, uses("Moves"))
        assert found(module(pieces=(moving,), prototypes=(mark,)), "property.lacking") == []
        still = piece("Town", asked, gpid="2")
        (said,) = found(module(pieces=(moving, still), prototypes=(mark,)), "property.lacking")
        assert (
            said == "the property 'Moved' must be true or false here, and is empty in 1 piece: Town"
        )

    def test_a_trait_asks_other_pieces(self) -> None:
        asking = trait("globalkey;", key=key("go"), globalKey=key("x"), propertiesFilter="{!Moved}")
        made = module(pieces=(piece("Unit", asking, trait("markmoved;")), OPEN))
        assert len(found(made, "property.lacking")) == 1

    def test_a_condition_within_a_function_asks_other_pieces(self) -> None:
        made = one(calculated('{SumStack("Sum", "{!Moved}")}'), trait("markmoved;"))
        assert found(made, "property.lacking") == []
        made = module(pieces=(piece("Unit", calculated('{SumStack("Sum", "{!Moved}")}')), MASKED))
        assert len(found(made, "property.lacking")) == 1

    @pytest.mark.parametrize(("value", "lacking"), [("true", 0), ("", 1)])
    def test_a_value_that_begins_empty_is_none(self, value: str, lacking: int) -> None:
        made = one(asks("{!Marked}"), trait("PROP;", key="Marked", state=value))
        assert len(found(made, "property.lacking")) == lacking
        declared = part("properties.GlobalProperty", name="Night", initialValue=value)
        container = holding(P + "properties.GlobalProperties", {}, declared)
        made = module(container, pieces=(piece("Unit", asks("{!Night}")),))
        assert len(found(made, "property.lacking")) == lacking

    def test_an_inventory_asks_stacks_too(self) -> None:
        made = module(part("Inventory", include="{!Obscured}"), pieces=(MASKED,))
        (said,) = found(made, "property.lacking")
        assert said.endswith("is empty in 1 piece: every stack")
