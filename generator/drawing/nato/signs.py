"""What the branches look like inside their frame, and what moves them under it.

A branch is put together from parts of four kinds: a *field* covers the whole frame (straps, a
dome), a *charge* stands in the middle and shares it with others, a *base* stands at the frame's
foot (a peak, waves), and *running gear* stands under the frame. Lengths as in
:mod:`generator.drawing.nato.frames`.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.drawing.nato.frames import Frame
from generator.drawing.nato.lettering import write
from generator.drawing.nato.pen import Pen, arc

STROKE = 5.0
"""Width of the lines of a sign."""

FieldSign = Callable[[Pen, Frame], None]
Charge = Callable[[Pen, float, float, float], None]
"""Drawn about (x, y), 40 high and up to 48 wide times the scale."""


# -- fields -------------------------------------------------------------------------------


def _straps(pen: Pen, frame: Frame) -> None:
    _slash(pen, frame)
    _back_slash(pen, frame)


def _slash(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-x, y), (x, -y)], STROKE)


def _back_slash(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-x, -y), (x, y)], STROKE)


def _lower_half(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    below = [point for point in frame.outline if point[0] * y + point[1] * x > 1]
    below.sort(key=lambda point: point[0] * x - point[1] * y, reverse=True)
    pen.area([(-x, y), (x, -y), *below])


def _tracks(pen: Pen, frame: Frame) -> None:
    pen.stadium(0, 0, min(29.0, frame.level(0) - 9), 14, STROKE)


def _small_tracks(pen: Pen, frame: Frame) -> None:
    pen.stadium(0, 0, 18, 9, STROKE)


def _solid_tracks(pen: Pen, frame: Frame) -> None:
    pen.stadium(0, 0, min(31.0, frame.level(0) - 7), 16)


def _side_line(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-0.76 * x, -y), (-0.76 * x, y)], STROKE)


def _barrel_up(pen: Pen, frame: Frame) -> None:
    pen.line([(0, 6), (0, -frame.strap[1])], STROKE + 2)


def _arrowhead(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    top = min(y for _, y in frame.outline) + 1
    pen.line([(-x, y), (0, top), (x, y)], STROKE)


def _dome(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line(arc(0, y, x, 1.25 * y, 1, 2, 20), STROKE)


def _dome_barrel(pen: Pen, frame: Frame) -> None:
    y = frame.strap[1]
    pen.line([(0, y), (0, -0.86 * y)], STROKE + 1)


def _beams(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-0.42 * x, -0.8 * y), (0, 0.9 * y), (0.42 * x, -0.8 * y)], STROKE - 1)


def _foot_line(pen: Pen, frame: Frame) -> None:
    y = 0.5 * frame.foot
    wide = frame.level(y)
    pen.line([(-wide, y), (wide, y)], STROKE)


def _head(pen: Pen, frame: Frame) -> None:
    top = min(y for _, y in frame.outline)
    foot = 0.45 * top
    heights = [top + (foot - top) * step / 8 for step in range(9)]
    right = [(frame.level(y), y) for y in heights]
    pen.area([*((-x, y) for x, y in right), *right[::-1]])


def _flash(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-x, -y), (0, 0.38 * y), (0, -0.38 * y), (x, y)], STROKE)


def _cross(pen: Pen, frame: Frame) -> None:
    wide, high = frame.level(0), max(y for _, y in frame.outline)
    pen.line([(-wide, 0), (wide, 0)], STROKE + 1)
    pen.line([(0, -high), (0, high)], STROKE + 1)


def _bars(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    for share in (-0.6, -0.2, 0.2, 0.6):
        pen.line([(share * x, -y), (share * x, y)], STROKE)


def _battlements(pen: Pen, frame: Frame) -> None:
    low, high = 0.66 * frame.foot, 0.1 * frame.foot
    edge = frame.level(low)
    step = 2 * edge / 7
    points = [(-edge, low)]
    for at in range(1, 7):
        x, rising = at * step - edge, at % 2 == 1
        points += [(x, low if rising else high), (x, high if rising else low)]
    pen.line([*points, (edge, low)], STROKE)


FIELDS: dict[str, FieldSign] = {
    "lower_half": _lower_half,
    "straps": _straps,
    "slash": _slash,
    "back_slash": _back_slash,
    "side_line": _side_line,
    "arrowhead": _arrowhead,
    "dome": _dome,
    "dome_barrel": _dome_barrel,
    "beams": _beams,
    "foot_line": _foot_line,
    "head": _head,
    "flash": _flash,
    "cross": _cross,
    "bars": _bars,
    "battlements": _battlements,
    "barrel_up": _barrel_up,
    "tracks": _tracks,
    "small_tracks": _small_tracks,
    "solid_tracks": _solid_tracks,
}
"""In the order they are drawn."""

TRACKS = frozenset(("tracks", "small_tracks", "solid_tracks"))
"""Fields that hold a charge inside them."""


# -- charges ------------------------------------------------------------------------------


def _weight(k: float) -> float:
    return STROKE + 0.6 if k > 0.7 else 4.4


def _ball(pen: Pen, x: float, y: float, k: float) -> None:
    pen.disc(x, y, 13 * k if k > 0.7 else 16 * k)


def _rockets(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.disc(x, y + 11 * k, 8.5 * k)
    for top in (y - 18 * k, y - 7 * k):
        pen.line([(x - 15 * k, top + 11 * k), (x, top), (x + 15 * k, top + 11 * k)], w)


def _bomb(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.ring(x, y + 12 * k, 7 * k, w)
    pen.line([(x, y + 5 * k), (x, y - 16 * k)], w)
    pen.line([(x - 10 * k, y - 8 * k), (x, y - 18 * k), (x + 10 * k, y - 8 * k)], w)


def _gun(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.line([(x, y + 18 * k), (x, y - 16 * k)], w)
    pen.line([(x - 10 * k, y - 8 * k), (x, y - 18 * k), (x + 10 * k, y - 8 * k)], w)
    pen.line([(x - 12 * k, y + 18 * k), (x + 12 * k, y + 18 * k)], w)


def _pier_bridge(pen: Pen, x: float, y: float, k: float) -> None:
    w = 1.1 * _weight(k)
    top, foot = y - 12 * k, y + 14 * k
    left, right = x - 24 * k, x + 24 * k
    pen.area([(left, top), (right, top), (right, foot), (left, foot)], "gap")
    pen.line([(left, foot), (left, top), (right, top), (right, foot)], w)
    pen.line([(x, top), (x, foot)], w)


def _banks(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    for way in (-1, 1):
        level, bent = y + way * 7 * k, y + way * 17 * k
        pen.line(
            [(x - 24 * k, bent), (x - 13 * k, level), (x + 13 * k, level), (x + 24 * k, bent)], w
        )


def _hammer(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line([(x, y - 10 * k), (x, y + 19 * k)], 1.2 * _weight(k))
    pen.area(
        [
            (x - 16 * k, y - 18 * k),
            (x + 12 * k, y - 18 * k),
            (x + 18 * k, y - 6 * k),
            (x - 16 * k, y - 6 * k),
        ]
    )


def _anchor(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.ring(x, y - 15 * k, 4 * k, 0.8 * w)
    pen.line([(x, y - 11 * k), (x, y + 18 * k)], w)
    pen.line([(x - 10 * k, y - 5 * k), (x + 10 * k, y - 5 * k)], w)
    pen.line(arc(x, y + 1 * k, 17 * k, 17 * k, 0.04, 0.96), w)


def _ringed_straps(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.ring(x, y, 18 * k, w)
    far = 18 * k * 0.707
    pen.line([(x - far, y - far), (x + far, y + far)], w)
    pen.line([(x - far, y + far), (x + far, y - far)], w)


def _letters(words: str) -> Charge:
    def charge(pen: Pen, x: float, y: float, k: float) -> None:
        write(pen, words, x, y, 26 * k, 1.15 * _weight(k))

    return charge


def _dagger(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.area([(x - 5.5 * k, y - 6 * k), (x + 5.5 * k, y - 6 * k), (x, y + 23 * k)])
    pen.line([(x - 15 * k, y - 8 * k), (x + 15 * k, y - 8 * k)], 1.2 * w)
    pen.line([(x, y - 8 * k), (x, y - 22 * k)], 1.4 * w)


def _sight(pen: Pen, x: float, y: float, k: float) -> None:
    w = 0.9 * _weight(k)
    pen.ring(x, y, 14 * k, w)
    for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.line(
            [
                (x + 5 * k * across, y + 5 * k * down),
                (x + 22 * k * across, y + 22 * k * down),
            ],
            w,
        )


def _eye(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line(
        [(x, y - 18 * k), (x + 21 * k, y + 16 * k), (x - 21 * k, y + 16 * k)],
        _weight(k),
        closed=True,
    )
    pen.disc(x, y + 6 * k, 5 * k)


def _funnel(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.line([(x - 16 * k, y - 16 * k), (x + 16 * k, y - 16 * k), (x, y + 4 * k)], w, closed=True)
    pen.line([(x, y + 3 * k), (x, y + 20 * k)], w)


def _round_of_ammunition(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    top = arc(x, y - 6 * k, 8 * k, 12 * k, 1, 2, 8)
    pen.line([(x - 8 * k, y + 17 * k), *top, (x + 8 * k, y + 17 * k)], w)
    pen.line([(x - 13 * k, y + 17 * k), (x + 13 * k, y + 17 * k)], w)


def _spanner(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.line([(x - 13 * k, y), (x + 13 * k, y)], 1.2 * w)
    pen.line(arc(x - 22 * k, y, 9 * k, 9 * k, -0.5, 0.5, 8), w)
    pen.line(arc(x + 22 * k, y, 9 * k, 9 * k, 0.5, 1.5, 8), w)


def _wheel(pen: Pen, x: float, y: float, k: float) -> None:
    w = 0.8 * _weight(k)
    pen.ring(x, y, 17 * k, w)
    for across, down in ((17, 0), (0, 17), (12, 12), (12, -12)):
        pen.line([(x - across * k, y - down * k), (x + across * k, y + down * k)], 0.8 * w)


def _rails(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    for rail in (-7, 7):
        pen.line([(x - 25 * k, y + rail * k), (x + 25 * k, y + rail * k)], w)
    for sleeper in (-17, 0, 17):
        pen.line([(x + sleeper * k, y - 14 * k), (x + sleeper * k, y + 14 * k)], w)


def _propeller(pen: Pen, x: float, y: float, k: float) -> None:
    pen.disc(x - 14 * k, y, 14 * k, 8 * k)
    pen.disc(x + 14 * k, y, 14 * k, 8 * k)
    pen.disc(x, y, 4 * k)


def _rotor(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.area([(x, y), (x + way * 26 * k, y - 14 * k), (x + way * 26 * k, y + 14 * k)])
    pen.disc(x, y, 3.5 * k)


def _aeroplane(pen: Pen, x: float, y: float, k: float) -> None:
    _mirrored(pen, x, y, k, [(5, -18), (4, 19)])
    _mirrored(pen, x, y, k, [(27, -7), (26, -1), (6, 3)])
    _mirrored(pen, x, y, k, [(11, 13), (10, 19)])


def _two_engines(pen: Pen, x: float, y: float, k: float) -> None:
    _mirrored(pen, x, y, k, [(4.4, -20), (3, 21)])
    _mirrored(pen, x, y, k, [(3, -8), (30, -4), (29, 2), (3, 5)])
    _mirrored(pen, x, y, k, [(15, 14), (14, 20)])
    for way in (-1, 1):
        _mirrored(pen, x + way * 14 * k, y, k, [(4.4, -15), (3, 5)])


def _mirrored(pen: Pen, x: float, y: float, k: float, edge: list[tuple[float, float]]) -> None:
    """An area whose right edge is given."""
    right = [(x + across * k, y + down * k) for across, down in edge]
    pen.area([*right, *((2 * x - there, down) for there, down in reversed(right))])


def _triangle(pen: Pen, x: float, y: float, k: float) -> None:
    pen.area([(x, y - 19 * k), (x + 22 * k, y + 15 * k), (x - 22 * k, y + 15 * k)])


CHARGES: dict[str, Charge] = {
    "ball": _ball,
    "rockets": _rockets,
    "bomb": _bomb,
    "gun": _gun,
    "pier_bridge": _pier_bridge,
    "banks": _banks,
    "hammer": _hammer,
    "anchor": _anchor,
    "ringed_straps": _ringed_straps,
    "mp": _letters("MP"),
    "sy": _letters("SY"),
    "sf": _letters("SF"),
    "dagger": _dagger,
    "sight": _sight,
    "eye": _eye,
    "funnel": _funnel,
    "round": _round_of_ammunition,
    "spanner": _spanner,
    "wheel": _wheel,
    "rails": _rails,
    "propeller": _propeller,
    "rotor": _rotor,
    "aeroplane": _aeroplane,
    "two_engines": _two_engines,
    "triangle": _triangle,
}


# -- bases: at the foot, 20 high, about x ----------------------------------------------------


def _peak(pen: Pen, x: float, foot: float, k: float) -> None:
    pen.area([(x, foot - 18 * k), (x + 16 * k, foot + 4), (x - 16 * k, foot + 4)])


def _waves(pen: Pen, x: float, foot: float, k: float) -> None:
    for up in (3, 12):
        crests = [
            point
            for at in (-16, 0, 16)
            for point in arc(x + at * k, foot - up * k, 8 * k, 6 * k, 1, 2, 6)
        ]
        pen.line(crests, 4)


def _gull(pen: Pen, x: float, foot: float, k: float) -> None:
    left = arc(x - 11 * k, foot - 3 * k, 11 * k, 11 * k, 1.04, 2, 8)
    right = arc(x + 11 * k, foot - 3 * k, 11 * k, 11 * k, 1, 1.96, 8)
    pen.line([*left, *right[1:]], 5.4)


def _canopy(pen: Pen, x: float, foot: float, k: float) -> None:
    pen.area(arc(x, foot - 9.5 * k, 16 * k, 12 * k, 1, 2, 12))
    pen.line([(x - 13.5 * k, foot - 10 * k), (x, foot), (x + 13.5 * k, foot - 10 * k)], 3)


def _long_wings(pen: Pen, x: float, foot: float, k: float) -> None:
    pen.line([(x - 26 * k, foot - 10 * k), (x + 26 * k, foot - 10 * k)], 5.4)
    pen.line([(x, foot - 18 * k), (x, foot)], 6)


BASES: dict[str, Charge] = {
    "peak": _peak,
    "waves": _waves,
    "gull": _gull,
    "canopy": _canopy,
    "long_wings": _long_wings,
}


# -- running gear: under the frame, about (x, y), 14 high, 90 wide times the scale ----


def _wheels(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.ring(x + way * 28 * k, y, 5, 4)


def _long_track(pen: Pen, x: float, y: float, k: float) -> None:
    pen.stadium(x, y, 40 * k, 5, 4)


def _half_track(pen: Pen, x: float, y: float, k: float) -> None:
    pen.ring(x - 34 * k, y, 5, 4)
    pen.stadium(x + 10 * k, y, 30 * k, 5, 4)


def _trailer(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.ring(x + way * 36 * k, y, 5, 4)
    pen.line([(x - 31 * k, y), (x + 31 * k, y)], 4.4)


def _cycle(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.ring(x + way * 13, y + 0.8, 4.9, 2.8)
    pen.line([(x - 13, y + 1), (x - 6, y - 5.4), (x + 8, y - 5.4), (x + 13, y + 1)], 3)
    pen.line([(x + 8, y - 5.4), (x, y + 1), (x - 6, y - 5.4)], 2.6)


def _motor_cycle(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.disc(x + way * 14, y, 7)
    pen.line([(x - 14, y), (x + 14, y)], 6)


def _runners(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line(
        [(x - 42 * k, y + 3), (x + 30 * k, y + 3), (x + 37 * k, y), (x + 41 * k, y - 5.5)], 4.4
    )


def _animals(pen: Pen, x: float, y: float, k: float) -> None:
    points = [(x + (at - 2) * 11.0, y + (4.2 if at % 2 == 0 else -4.2)) for at in range(5)]
    pen.line(points, 4.4)


def _horseshoe(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line([(x - 7, y + 6.6), *arc(x, y, 8, 6, 0.86, 2.14, 12), (x + 7, y + 6.6)], 4.4)


def _bogies(pen: Pen, x: float, y: float, k: float) -> None:
    for at in (-37, -23, 23, 37):
        pen.ring(x + at * k, y, 4.6, 4)


def _one_wave(pen: Pen, x: float, y: float, k: float) -> None:
    crests = [
        point for at in (-27, -9, 9, 27) for point in arc(x + at * k, y + 3, 9 * k, 7, 1, 2, 6)
    ]
    pen.line(crests, 4.2)


GEAR: dict[str, Charge] = {
    "wheels": _wheels,
    "long_track": _long_track,
    "half_track": _half_track,
    "trailer": _trailer,
    "cycle": _cycle,
    "motor_cycle": _motor_cycle,
    "runners": _runners,
    "animals": _animals,
    "horseshoe": _horseshoe,
    "bogies": _bogies,
    "one_wave": _one_wave,
}

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
