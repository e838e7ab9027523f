-- Things ----------------------------------------------------------------------------------

local ZONES = {
  Fog = true, FogOfWar = true, Hand = true, Layout = true, Randomize = true, Scripting = true,
}
local CONTAINERS = {Bag = true, Deck = true, Infinite = true}

local known = {}     -- guid -> how a piece was last told to lie
local held = {}      -- guid -> where a piece in somebody's hand was picked up
local drops = {}     -- pieces that were let go and do not rest yet, in order
local contents = {}  -- mark of a piece -> mark of the bag or deck it is in
local zones = {}     -- guid -> the zones a thing is in, as told
local handled = {}   -- guid -> who last let go of it, and when

-- What the log calls a thing: the identity it was built with, or its GUID.
local function mark(object)
  local memo = object.memo
  if memo and memo ~= "" then return memo end
  return "~" .. tostring(object.guid)
end

local function is_piece(object) return sub(mark(object), 1, 6) == "piece/" end

local function thousandths(place)
  local at = {whole(place.x * 1000), whole(place.y * 1000), whole(place.z * 1000)}
  for i = 1, 3 do at[i] = math.max(-FAR, math.min(FAR, at[i])) end
  return at
end

local function degrees(angle) return whole(angle) % 360 end

local function turned_over(flip) return flip % 360 > 90 and flip % 360 < 270 end

local function pose(object)
  local state = object.getStateId()
  return {
    mark = mark(object), at = thousandths(object.getPosition()),
    r = degrees(object.getRotation().y), d = object.is_face_down and 1 or 0,
    s = state > 0 and state or 1,
  }
end

local function stands(object) return numbers("o", thousandths(object.getPosition())) end

local function lies(fields) -- as `drop` and `settle` tell it
  return numbers("o", fields.at) .. number("r", fields.r) .. number("d", fields.d)
    .. number("s", fields.s)
end

-- The loose thing with an identity; nil when there is none.
local function thing(memo)
  for _, object in ipairs(getObjects()) do
    if object.memo == memo then return object end
  end
end

-- Letting go ------------------------------------------------------------------------------

-- The zones a thing is in, by their marks; ``hand`` beside them when one is a hand.
local function zones_of(object)
  local inside = {}
  for _, zone in ipairs(object.getZones()) do
    inside[mark(zone)] = true
    if zone.type == "Hand" then inside.hand = true end
  end
  return inside
end

local function tell_zone(object, actor, zone, way)
  local act = sub(zone, 1, 5) == "hand/" and "hand" or "zone"
  write(act, actor, text("p", mark(object)) .. text("s", way) .. text("i", zone))
end

-- Tells by how much a thing's zones differ from what was told of them, in the order of their marks.
local function tell_zones(object, actor)
  local told, inside, changed = zones[object.guid] or {}, zones_of(object), {}
  for zone in pairs(told) do
    if not inside[zone] and zone ~= "hand" then changed[#changed + 1] = zone end
  end
  for zone in pairs(inside) do
    if not told[zone] and zone ~= "hand" then changed[#changed + 1] = zone end
  end
  table.sort(changed)
  for _, zone in ipairs(changed) do
    tell_zone(object, actor, zone, inside[zone] and "in" or "out")
  end
  zones[object.guid] = inside
end

local function land(drop)
  local object = drop.object
  local alive = not object.isDestroyed()
  local lying = alive and pose(object) or drop.lying
  write("drop", drop.actor, text("p", drop.mark) .. numbers("f", drop.from) .. lies(lying))
  if alive then
    if is_piece(object) then known[drop.guid] = lying end
    if not object.held_by_color then tell_zones(object, drop.actor) end
  end
end

-- Writes the drops that are still open: all of them, or that of one thing.
local function settle_drops(guid)
  local open, due = {}, {}
  for _, drop in ipairs(drops) do
    if guid and drop.guid ~= guid then open[#open + 1] = drop else due[#due + 1] = drop end
  end
  drops = open
  for _, drop in ipairs(due) do land(drop) end
end

local function falling(guid)
  for _, drop in ipairs(drops) do
    if drop.guid == guid then return true end
  end
  return false
end

local function at_rest(object)
  return object.isDestroyed() or (object.resting and not object.held_by_color)
end

local waiting = false

local function await_rest()
  if waiting then return end
  waiting = true
  local function rested()
    waiting = false
    settle_drops()
  end
  -- A thing just let go has not begun to fall and would pass for one at rest.
  after_seconds(SETTINGS.rest_delay or 0.3, function()
    when(function()
      for _, drop in ipairs(drops) do
        if not at_rest(drop.object) then return false end
      end
      return true
    end, rested, SETTINGS.rest_seconds or 4)
  end)
end

local function let_go(object, from, actor)
  drops[#drops + 1] = {
    guid = object.guid, object = object, mark = mark(object), from = from, actor = actor,
    lying = pose(object),
  }
  handled[object.guid] = {actor = actor, t = now()}
  await_rest()
end

-- A piece is put somewhere by the recorder, for the player who asked for it; not if it lies there.
local function put(object, place, actor)
  settle_drops(object.guid)
  local from = thousandths(object.getPosition())
  local far = math.max(math.abs(from[1] - place.x * 1000), math.abs(from[3] - place.z * 1000))
  if far <= (SETTINGS.knock or 500) then return end
  object.setPosition(place)
  let_go(object, from, actor)
end

-- Pieces found elsewhere, or otherwise, than they were last told to lie.
local function scan()
  local found = 0
  for _, object in ipairs(getObjects()) do
    local last = known[object.guid]
    if last and at_rest(object) and not (zones[object.guid] or {}).hand then
      local lying = pose(object)
      local dx, dz = lying.at[1] - last.at[1], lying.at[3] - last.at[3]
      local turned = math.abs((lying.r - last.r + 180) % 360 - 180)
      if math.max(math.abs(dx), math.abs(dz)) > (SETTINGS.knock or 500)
        or turned > (SETTINGS.knock_turn or 25) or lying.d ~= last.d or lying.s ~= last.s then
        write("settle", NOBODY, text("p", lying.mark) .. lies(lying))
        known[object.guid] = lying
        found = found + 1
        if found >= SETTLES_A_SCAN then return end
      end
    end
  end
end
