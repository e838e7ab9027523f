"""The VASSAL module of the bundled game: what VASSAL would pass over in silence, and secrets."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from lxml import etree

from generator.definition.information import our_data
from generator.definition.schema import Game
from generator.packaging.component import Component
from generator.packaging.scene import Scene, scene_of
from generator.packaging.vassal.module import members
from generator.packaging.vassal.pieces import chain, gpid
from generator.packaging.vassal.prototypes import share
from generator.vassal import commands, components
from generator.vassal.commands import AddPiece
from generator.vassal.prototypes import Prototypes
from generator.vassal.traits import Trait, piece_state, piece_type, read_piece, trait

MODULE = "VASSAL.build.module."


def named(build: etree._Element, tag: str) -> dict[str, etree._Element]:
    found = build.iter(tag if tag.startswith("VASSAL") else MODULE + tag)
    return {one.get("name") or one.get("mapName") or "": one for one in found}


def prototypes(build: etree._Element) -> Prototypes:
    found = named(build, "PrototypeDefinition")
    return Prototypes({name: one.text or "" for name, one in found.items()})


def slots(build: etree._Element) -> Iterator[tuple[etree._Element, tuple[Trait, ...]]]:
    """Every slot with the traits of its piece, those of its prototypes too."""
    known = prototypes(build)
    for tag in ("PieceSlot", "CardSlot"):
        for slot in build.iter(f"VASSAL.build.widget.{tag}"):
            added = commands.decode(slot.text or "")
            assert isinstance(added, AddPiece)
            yield slot, known.expanded(read_piece(added.type, added.state))


def unit_id(traits: tuple[Trait, ...]) -> str:
    (mark,) = [one for one in traits if one.id == "mark;"]
    return dict(zip(mark["keys"], mark.state_of("values"), strict=True))["UnitId"]


def formats(build: etree._Element) -> Iterator[str]:
    """Every report format of the module, also those inside pieces."""
    for element in build.iter():
        if element.get("reportFormat"):
            yield element.get("reportFormat", "")
    for _, traits in slots(build):
        yield from (one["reportFormat"] for one in traits if one.id == "report;")


# --- What VASSAL does not know ------------------------------------------------------------


def test_no_class_attribute_or_child_is_unknown(build: etree._Element) -> None:
    assert [str(one) for one in components.problems(build)] == []


def test_no_class_or_attribute_is_unknown_to_the_facts(build: etree._Element, shared: Path) -> None:
    facts = {
        one["class"]: one for one in json.loads((shared / "vassal/components.json").read_text())
    }
    for element in build.iter():
        if "." in element.tag:
            known = {row["name"] for row in facts[element.tag].get("attributes", [])}
            assert set(element.attrib) <= known, element.tag


def test_no_trait_is_unknown_to_the_facts(build: etree._Element, shared: Path) -> None:
    facts = {one["id"]: one for one in json.loads((shared / "vassal/traits.json").read_text())}
    for _, traits in slots(build):
        for one in traits:
            assert len(one.values) <= len(facts[one.id]["type_fields"]), one.id


def test_the_encoder_of_pieces_stands_first(build: etree._Element) -> None:
    assert build[0].tag == MODULE + "BasicCommandEncoder"


def test_every_map_can_move_and_show_pieces(build: etree._Element) -> None:
    for tag in ("Map", "PrivateMap"):
        for window in build.iter(MODULE + tag):
            held = {child.tag.rsplit(".", 1)[-1] for child in window}
            assert held >= {"PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToChatter"}
            assert held >= {
                "Scroller",
                "MapCenterer",
                "Zoomer",
                "CounterDetailViewer",
                "BoardPicker",
            }


# --- Pictures -----------------------------------------------------------------------------


def pictures_used(build: etree._Element) -> set[str]:
    found = {
        value
        for element in build.iter()
        for name, value in element.attrib.items()
        if name in {"image", "icon", "fileName"} and value.endswith(".png")
    }
    for _, traits in slots(build):
        for one in traits:
            if one.id == "emb2;":
                found |= set(one["imageNames"])
            elif one.id in ("obs;", "piece;"):
                found.add(one["imageName"])
    return found - {""}


def test_no_picture_is_missing_and_none_is_unused(
    build: etree._Element, module: Mapping[str, bytes]
) -> None:
    there = {name.removeprefix("images/") for name in module if name.startswith("images/")}
    assert pictures_used(build) == there


def test_every_help_page_and_set_up_named_is_in_the_module(
    build: etree._Element, module: Mapping[str, bytes]
) -> None:
    wanted = {one.get("fileName") for one in build.iter(MODULE + "documentation.HelpFile")}
    wanted |= {one.get("file") for one in build.iter(MODULE + "PredefinedSetup")}
    assert wanted
    assert wanted <= set(module)


# --- What the definition asks for ----------------------------------------------------------


def test_every_action_has_a_button_or_a_key(build: etree._Element, game: Game) -> None:
    shown = named(build, "DoActionButton")
    for action in game.actions:
        if action.on == "toolbar":
            button = shown[action.name]
            assert button.get("text") == action.name
            said = button.get("reportFormat", "")
        else:
            holders = [
                traits
                for _, traits in slots(build)
                if any(one.id == "macro;" and one["name"] == action.id for one in traits)
            ]
            kinds = {counter.id for counter in game.counters if counter.kind in action.pieces}
            assert {unit_id(traits) for traits in holders} == kinds
            said = "".join(one["reportFormat"] for one in holders[0] if one.id == "report;")
        assert (f"declares {action.keyword}" in said) == (not action.silent)


def test_each_menu_names_buttons_that_exist_once(build: etree._Element) -> None:
    texts = [
        one.get("text")
        for tag in ("DoActionButton", "DiceButton", "ToolbarMenu", "PieceWindow", "ChartWindow")
        for one in build.iter(MODULE + tag)
        if one.get("text")
    ]
    assert len(texts) == len(set(texts))
    for menu in build.iter(MODULE + "ToolbarMenu"):
        assert set(menu.get("menuItems", "").split(",")) <= set(texts)


def test_no_button_text_is_a_number_which_vassal_would_work_out(build: etree._Element) -> None:
    for element in build.iter():
        assert not re.fullmatch(r"[-+−]?\d+", element.get("text", ""))


def test_dice_buttons_bear_the_names_of_the_definition(build: etree._Element, game: Game) -> None:
    dice = named(build, "DiceButton")
    assert set(dice) == {one.name for one in game.dice}
    for one in game.dice:
        assert dice[one.name].get("nDice") == str(one.count)
        assert dice[one.name].get("nSides") == str(one.sides)


def test_key_strokes_find_a_listener(build: etree._Element) -> None:
    heard = {
        one.get(name)
        for one in build.iter()
        for name in ("hotkey", "buttonHotkey", "nexthotkey")
        if one.tag != MODULE + "GlobalKeyCommand" or name == "buttonHotkey"
    }
    for button in build.iter(MODULE + "DoActionButton"):
        for key in re.findall(r"57344\\,0\\,[^,]+", button.get("hotkeys", "")):
            assert key.replace("\\", "") in heard, button.get("name")


def test_the_turn_tracker_walks_the_sequence_of_play(build: etree._Element, game: Game) -> None:
    (steps,) = build.iter(MODULE + "turn.ListTurnLevel")
    assert steps.get("list") == "1 Voyage log,2 Royal Navy,3 Combat and raiding"


def test_sides_stand_as_the_definition_names_them(build: etree._Element) -> None:
    assert [one.text for one in build.iter("entry")] == ["German", "British", "Referee"]


def test_hexes_and_tracks_are_regions_at_the_layout_s_pixels(
    build: etree._Element, scene: Scene
) -> None:
    for map_ in scene.maps:
        (board,) = [
            one
            for one in build.iter(MODULE + "map.boardPicker.Board")
            if one.get("name") == map_.name
        ]
        regions = {
            str(one.get("name")): (int(one.get("originx", "")), int(one.get("originy", "")))
            for one in board.iter(MODULE + "map.boardPicker.board.Region")
        }
        spots = [place for place in map_.layout.places.values() if place.kind != "box"]
        assert regions == {place.id: map_.layout.pixels(place.id) for place in spots}
        zones = [
            one.get("name") for one in board.iter(MODULE + "map.boardPicker.board.mapgrid.Zone")
        ]
        assert zones == list(map_.layout.zones)


# --- Identity ------------------------------------------------------------------------------


def test_no_two_slots_share_a_gpid_and_none_passes_the_next_free_one(
    build: etree._Element,
) -> None:
    numbers = [int(slot.get("gpid", "")) for slot, _ in slots(build)]
    assert len(numbers) == len(set(numbers))
    assert max(numbers) < int(build.get("nextPieceSlotId", "")) < 2**31


def test_a_gpid_stays_when_other_counters_come_go_or_change_places(
    game: Game, scene: Scene
) -> None:
    fewer = game.model_copy(
        update={"counters": tuple(reversed(game.counters[3:])), "scenarios": ()}
    )
    other = scene_of(fewer)
    for piece in other.pieces:
        assert gpid(other, piece, "start") == gpid(scene, scene.piece(piece.id), "start")


def test_gpids_are_those_of_the_first_version(scene: Scene) -> None:
    """Numbers that saved games of version 1.0 hold; they must never change."""
    assert gpid(scene, scene.piece("renown"), "start") == str(FIRST["renown"])
    assert gpid(scene, scene.piece("graf_spee"), "palette") == str(FIRST["graf_spee"])


FIRST = {"renown": 275161630, "graf_spee": 302631487}


# --- Secrets -------------------------------------------------------------------------------


def test_the_private_map_says_nothing(build: etree._Element) -> None:
    (window,) = build.iter(MODULE + "PrivateMap")
    for name in ("moveWithinFormat", "moveToFormat", "createFormat", "changeFormat"):
        assert window.get(name) == ""
    assert window.get("side") == "German,Referee"
    assert window.get("visible") == "false"
    held = {child.tag.rsplit(".", 1)[-1] for child in window}
    assert not held & {"LOS_Thread", "GlobalMap", "TextSaver"}
    assert all(one.get("reportFormat", "") == "" for one in window.iter())


def test_hidden_pieces_report_nothing(build: etree._Element) -> None:
    seen = 0
    for _, traits in slots(build):
        if any(one.id == "hide;" for one in traits):
            seen += 1
            assert not [one for one in traits if one.id == "report;"]
    assert seen == 8  # plot and three supply ships, in the palette and at the start


def test_every_report_names_side_and_player(build: etree._Element) -> None:
    found = list(formats(build))
    assert found
    for said in found:
        assert "$PlayerSide$" in said, said
        assert "$PlayerName$" in said, said
    (window,) = build.iter(MODULE + "Map")
    for name in ("moveWithinFormat", "moveToFormat", "createFormat"):
        assert "$PlayerSide$ $PlayerName$" in window.get(name, "")


def test_british_pieces_are_restricted_masked_and_equal_to_the_eye(
    build: etree._Element, scene: Scene
) -> None:
    for slot, traits in slots(build):
        if scene.piece(unit_id(traits)).face_down:
            (mask,) = [one for one in traits if one.id == "obs;"]
            (restrict,) = [one for one in traits if one.id == "restrict;"]
            assert mask["access"].kind == "side"
            assert mask["maskName"] == "Royal Navy piece"
            assert restrict["sides"] == ("British",)
            assert slot.get("width") == slot.get("height")


def test_a_cup_is_face_down_always_shuffled_and_lets_nobody_choose(build: etree._Element) -> None:
    for cup in build.iter(MODULE + "map.DrawPile"):
        assert cup.get("faceDown") == "Always"
        assert cup.get("shuffle") == "Always"
        assert cup.get("allowSelect") == "false"
        assert cup.get("deckRestrictAccess") == "true"
        assert cup.get("deckOwners") == "British"


def test_only_the_owner_may_take_off_a_mask(build: etree._Element) -> None:
    (options,) = build.iter(MODULE + "GlobalOptions")
    assert options.get("nonOwnerUnmaskable") == "Never"


# --- Pages and sameness ---------------------------------------------------------------------


def test_the_help_lists_every_decision_datum_of_ours_and_action(
    module: Mapping[str, bytes], game: Game
) -> None:
    decided = module["reconstructed.html"].decode("ascii")
    assert all(f"<td>{one.id}</td>" in decided for one in game.decisions)
    assert all(html.escape(one.what) in decided for one in our_data(game))
    played = module["playing.html"].decode("ascii")
    assert all(f"<b>{one.name}</b>" in played for one in game.actions)
    assert all(one.title in module["rules.html"].decode("ascii") for one in game.summary)


def test_the_definition_s_hash_travels_in_the_module(
    module: Mapping[str, bytes], game: Game
) -> None:
    assert game.definition_hash.encode() in module["moduledata"]
    assert game.definition_hash.encode() in module["buildFile.xml"]
    assert game.definition_hash.encode() in module["about.html"]


def test_the_same_game_gives_the_same_bytes(scene: Scene, game: Game) -> None:
    images = {scene.image(name): b"x" for name in scene.pictures()}
    one, two = members(scene, images), members(scene_of(game), images)
    assert list(one) == list(two)
    assert one == two


@pytest.mark.parametrize("wrong", ["<", "&", '"', "é", "\t"])
def test_odd_text_of_a_definition_gives_a_build_file_that_is_xml(game: Game, wrong: str) -> None:
    counters = (game.counters[0].model_copy(update={"name": f"Ship {wrong}"}), *game.counters[1:])
    odd = scene_of(game.model_copy(update={"counters": counters, "name": f"Game {wrong}"}))
    root = etree.fromstring(members(odd, {})["buildFile.xml"])
    assert root.get("name") == f"Game {wrong}"


def test_a_supply_ship_lies_by_itself_so_that_the_plot_does_not_drag_it_along(
    build: etree._Element, scene: Scene
) -> None:
    alone = {unit_id(traits) for _, traits in slots(build) if any(t.id == "immob;" for t in traits)}
    assert alone == {"supply_1", "supply_2", "supply_3"}
    assert alone == {piece.id for piece in scene.pieces if not piece.stacks}


def test_what_tells_a_piece_lies_inside_its_mask(build: etree._Element) -> None:
    """VASSAL shows others nothing of the traits inside a mask or an invisible piece."""
    for _, traits in slots(build):
        order = [one.id for one in traits]
        for cover in {"obs;", "hide;"} & set(order):
            for secret in {"mark;", "emb2;", "macro;", "piece;"} & set(order):
                assert order.index(cover) < order.index(secret)


def test_prototypes_put_in_give_the_traits_that_a_set_up_holds(
    build: etree._Element, scene: Scene
) -> None:
    palette = {slot.get("gpid"): traits for slot, traits in slots(build)}
    for piece in scene.pieces:
        made = chain(scene, piece)
        assert palette[gpid(scene, piece, "palette")][:-1] == made.traits


def test_pieces_of_one_role_share_a_prototype_that_bears_its_name(build: etree._Element) -> None:
    names = set(named(build, "PrototypeDefinition"))
    assert {"British CA", "British CA: menu", "German supply", "German supply, hidden"} <= names
    used = re.findall(r"prototype;([^\t]*)", "".join(slot.text or "" for slot, _ in slots(build)))
    assert {name.rstrip("\\") for name in used} == names


def test_a_points_marker_sets_the_points_by_the_cell_it_is_put_on(build: etree._Element) -> None:
    chains = {unit_id(traits): traits for _, traits in slots(build)}
    (scored,) = [part for part in chains["score"] if part.id == "setprop;"]
    assert scored.text("key") == "GermanScore"
    assert not any(part.id == "setprop;" for part in chains["turn"])
    assert named(build, "Map")["South Atlantic"].get("moveKey", "").endswith("Placed")


def test_charts_stand_in_few_tabs_each_once(build: etree._Element, scene: Scene) -> None:
    (window,) = build.iter(MODULE + "ChartWindow")
    (tabs,) = window
    assert [tab.get("entryName") or tab.get("chartName") for tab in tabs] == [
        "Rules", "Tables", "Plotting sheet of the Graf Spee", "Player aids",
    ]  # fmt: skip
    told = [one.get("chartName") for one in window.iter("VASSAL.build.widget.Chart")]
    assert sorted(map(str, told)) == sorted(name for name, _ in scene.charts)


def test_a_private_map_begins_at_true_size(build: etree._Element) -> None:
    (zoom,) = named(build, "PrivateMap")["Voyage Log"].iter(MODULE + "map.Zoomer")
    levels = str(zoom.get("zoomLevels")).split(",")
    assert levels[-int(str(zoom.get("zoomStart")))] == "1.0"


def test_no_two_prototypes_bear_one_name() -> None:
    """VASSAL takes the last of them: pieces of the others would become pieces of that one."""

    def slot(kind: str, own: int, shared: str) -> Component:
        values = (f"{kind}{shared}{own}", kind, "")
        mark = trait("mark;", keys=("UnitId", "Kind", "Side")).with_state(",".join(values))
        run = (trait(shared), mark, trait("piece;"))
        text = commands.encode(AddPiece(None, piece_type(run), piece_state(run)))
        return Component("VASSAL.build.widget.PieceSlot", {}, [], text)

    roles = (("tank", "delete;"), ("tank", "clone;"), ("tank_2", "markmoved;"))
    pieces = [slot(kind, own, shared) for kind, shared in roles for own in (1, 2)]
    made = share(Component("root", {}, pieces), ())
    names = [one.attributes["name"] for one in made]
    assert len(names) == 3 == len(set(names)), names


def test_counters_of_no_kind_have_a_prototype_with_a_name(game: Game) -> None:
    """VASSAL complains of a definition without a name."""
    plain = [one.model_copy(update={"kind": ""}) for one in game.counters]
    scene = scene_of(game.model_copy(update={"counters": tuple(plain)}))
    build = etree.fromstring(members(scene, {})["buildFile.xml"])
    names = set(named(build, "PrototypeDefinition"))
    assert "British counter" in names
    assert "" not in names
