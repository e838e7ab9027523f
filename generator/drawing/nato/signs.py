"""What each branch is put together from.

A branch has parts of four kinds: a *field* covers the whole frame (straps, a dome), a *charge*
stands in the middle and shares it with others, a *base* stands at the frame's foot (a peak,
waves), and *running gear* stands under the frame. ``crest`` is the propeller at a frame's top.
"""

from __future__ import annotations

from generator.drawing.nato.standing import BASES, GEAR

SIGNS: dict[str, tuple[str, ...]] = {
    "infantry": ("straps",),
    "mechanised": ("straps", "tracks"),
    "armoured_infantry": ("straps", "tracks", "side_line"),
    "motorised": ("wheels",),
    "armour": ("tracks",),
    "light_tank": ("small_tracks",),
    "heavy_tank": ("solid_tracks",),
    "assault_gun": ("tracks", "barrel_up"),
    "tank_destroyer": ("tracks", "triangle"),
    "reconnaissance": ("slash",),
    "cavalry": ("lower_half",),
    "horse_cavalry": ("slash", "horseshoe"),
    "armoured_reconnaissance": ("slash", "tracks"),
    "artillery": ("ball",),
    "self_propelled_artillery": ("ball", "tracks"),
    "rocket_artillery": ("rockets",),
    "infantry_gun": ("straps", "ball"),
    "coastal_artillery": ("ball", "waves"),
    "mortar": ("bomb",),
    "machine_gun": ("gun",),
    "anti_tank": ("arrowhead",),
    "self_propelled_anti_tank": ("arrowhead", "tracks"),
    "anti_air": ("dome",),
    "flak": ("dome", "dome_barrel"),
    "searchlight": ("dome", "beams"),
    "engineer": ("pier_bridge",),
    "assault_engineer": ("straps", "pier_bridge"),
    "construction": ("hammer",),
    "bridging": ("banks",),
    "airborne": ("gull",),
    "parachute": ("canopy",),
    "glider": ("long_wings",),
    "mountain": ("peak",),
    "ski": ("runners",),
    "bicycle": ("cycle",),
    "motorcycle": ("motor_cycle",),
    "marine": ("waves",),
    "naval": ("anchor",),
    "partisan": ("ringed_straps",),
    "militia": ("back_slash",),
    "fortress": ("battlements",),
    "police": ("mp",),
    "security": ("sy",),
    "penal": ("bars",),
    "special_forces": ("sf",),
    "commando": ("dagger",),
    "sniper": ("sight",),
    "signals": ("flash",),
    "observer": ("eye",),
    "headquarters": ("head",),
    "combined_arms": ("straps", "tracks", "ball"),
    "supply": ("foot_line",),
    "fuel": ("funnel",),
    "ammunition": ("round",),
    "maintenance": ("spanner",),
    "transport": ("wheel",),
    "medical": ("cross",),
    "railway": ("rails",),
    "armoured_train": ("tracks", "bogies"),
    "fixed_wing": ("propeller",),
    "rotary_wing": ("rotor",),
    "fighter": ("aeroplane",),
    "bomber": ("two_engines",),
    "transport_aircraft": ("propeller", "foot_line"),
    "air_force_ground": ("crest",),
    "amphibious": ("one_wave",),
    "self_propelled": ("long_track",),
    "halftrack": ("half_track",),
    "towed": ("trailer",),
    "pack": ("animals",),
    "horse_drawn": ("horseshoe",),
}
"""The parts of each branch of :data:`generator.definition.unit_signs.BRANCHES`."""

MEANS = frozenset(
    name for name, parts in SIGNS.items() if {*GEAR, *BASES, "crest"}.issuperset(parts)
)
"""Ways of moving or standing: alone, they are those of infantry."""
