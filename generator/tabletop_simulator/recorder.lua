-- Broadside's recorder: it writes down what is done at this table, and hinders nobody.
--
-- Each act is a line of JSON in the script state of the save, and each line carries the hash of all
-- before it. docs/recorder.md tells every act and field, how a head is checked, and what a recorder
-- inside a save can never prove. Written for Lua 5.2 and MoonSharp alike: the log is ASCII and whole
-- numbers only, since these two agree about nothing else to the byte.

-- data: of one game, filled in by recorder.py; all that follows is the same in every save
local GAME = {}
-- code

local bxor, band = bit32.bxor, bit32.band
local rrotate, rshift = bit32.rrotate, bit32.rshift
local byte, find, format = string.byte, string.find, string.format
local lower, sub, upper = string.lower, string.sub, string.upper
local floor = math.floor

local SETTINGS = GAME.settings or {}
local WHITE = {r = 1, g = 1, b = 1}
local AMBER = {r = 1, g = 0.75, b = 0.2}
local COMMAND = "!broadside"
local NAME_LIMIT = 180     -- characters of a name or an object's mark
local TEXT_LIMIT = 3000    -- characters of a line of chat
local FAR = 1000000000     -- thousandths of a unit: farther from the middle lies nothing
local SETTLES_A_SCAN = 100 -- a table turned over must not make one save slow
local SOON = 5             -- seconds in which an event belongs to the act before it

-- Faults ----------------------------------------------------------------------------------

local function say(words, tint) printToAll(words, tint or WHITE) end

local told_of = {}

-- Runs what the game calls. A fault of the recorder is told once and stops no game.
local function guarded(name, handler, ...)
  local fine, answer = pcall(handler, ...)
  if fine then return answer end
  if not told_of[name] then
    told_of[name] = true
    pcall(say, "Broadside: trouble in " .. name .. "; the game goes on, the log may lack something: "
      .. tostring(answer), AMBER)
  end
end

-- Calls something when a condition holds, or at the latest after so many seconds.
local function when(condition, action, seconds)
  local function act() guarded("what was waited for", action) end
  Wait.condition(act, function()
    local fine, answer = pcall(condition)
    return not fine or answer
  end, seconds, act)
end

local function after_seconds(seconds, action)
  Wait.time(function() guarded("what was waited for", action) end, seconds)
end

local function after_frames(frames, action)
  Wait.frames(function() guarded("what was waited for", action) end, frames)
end

-- SHA-256 ---------------------------------------------------------------------------------

local ROUND = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
local WORD = 4294967296

-- The byte of a padded message at a place behind its last whole word.
local function padded(message, at)
  if at <= #message then return byte(message, at) end
  return at == #message + 1 and 128 or 0
end

-- The 16 words of a block, and 48 more made of them.
local function schedule(message, block, blocks, w)
  for i = 1, 16 do
    local at = block * 64 + i * 4 - 3
    local a, b, c, d
    if at + 3 <= #message then
      a, b, c, d = byte(message, at, at + 3)
    else
      a, b, c, d = padded(message, at), padded(message, at + 1), padded(message, at + 2),
        padded(message, at + 3)
    end
    w[i] = ((a * 256 + b) * 256 + c) * 256 + d
  end
  if block == blocks - 1 then
    w[15], w[16] = floor(#message * 8 / WORD), #message * 8 % WORD
  end
  for i = 17, 64 do
    local x, y = w[i - 15], w[i - 2]
    local s0 = bxor(rrotate(x, 7), rrotate(x, 18), rshift(x, 3))
    local s1 = bxor(rrotate(y, 17), rrotate(y, 19), rshift(y, 10))
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) % WORD
  end
end

-- SHA-256 of an ASCII text, as 64 hex digits (FIPS 180-4).
local function sha256(message)
  local h1, h2, h3, h4 = 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a
  local h5, h6, h7, h8 = 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  local blocks, w = floor((#message + 8) / 64) + 1, {}
  for block = 0, blocks - 1 do
    schedule(message, block, blocks, w)
    local a, b, c, d, e, f, g, h = h1, h2, h3, h4, h5, h6, h7, h8
    local b_c = bxor(b, c)
    for i = 1, 64 do
      local s1 = bxor(rrotate(e, 6), rrotate(e, 11), rrotate(e, 25))
      local t1 = h + s1 + bxor(g, band(e, bxor(f, g))) + ROUND[i] + w[i]
      local s0 = bxor(rrotate(a, 2), rrotate(a, 13), rrotate(a, 22))
      local a_b = bxor(a, b)
      local t2 = s0 + bxor(b, band(a_b, b_c))
      h, g, f, e, d, c, b, a = g, f, e, (d + t1) % WORD, c, b, a, (t1 + t2) % WORD
      b_c = a_b
    end
    h1, h2, h3, h4 = (h1 + a) % WORD, (h2 + b) % WORD, (h3 + c) % WORD, (h4 + d) % WORD
    h5, h6, h7, h8 = (h5 + e) % WORD, (h6 + f) % WORD, (h7 + g) % WORD, (h8 + h) % WORD
  end
  return format("%08x%08x%08x%08x%08x%08x%08x%08x", h1, h2, h3, h4, h5, h6, h7, h8)
end

-- Text and numbers as the log has them ------------------------------------------------------

-- The code of the character at a place, and how many places it takes: MoonSharp's strings are
-- UTF-16 and tell it themselves, those of Lua 5.2 are bytes of UTF-8. nil for what is neither.
local function code_at(text, at)
  if string.unicode then
    local code, low = string.unicode(text, at), at < #text and string.unicode(text, at + 1) or 0
    if code < 55296 or code >= 56320 or low < 56320 or low >= 57344 then return code, 1 end
    return (code - 55296) * 1024 + low - 56320 + 65536, 2
  end
  local a, b, c, d = byte(text, at, at + 3)
  local function tail(x) return x and x >= 128 and x < 192 end
  if a < 128 then return a, 1 end
  if a >= 194 and a < 224 and tail(b) then return (a - 192) * 64 + b - 128, 2 end
  if a >= 224 and a < 240 and tail(b) and tail(c) and (a > 224 or b >= 160) then
    return ((a - 224) * 64 + b - 128) * 64 + c - 128, 3
  end
  if a >= 240 and a < 245 and tail(b) and tail(c) and tail(d) then
    local code = (((a - 240) * 64 + b - 128) * 64 + c - 128) * 64 + d - 128
    if code >= 65536 and code < 1114112 then return code, 4 end
  end
  return nil, 1
end

local function escaped(code)
  if not code then return "?" end
  if code == 34 then return '\\"' end
  if code == 92 then return "\\\\" end
  if code == 10 then return "\\n" end
  if code < 65536 then return format("\\u%04x", code) end
  code = code - 65536
  return format("\\u%04x\\u%04x", 55296 + floor(code / 1024), 56320 + code % 1024)
end

-- A text as JSON writes it, in ASCII, cut after so many units of UTF-16. Character by character:
-- MoonSharp's patterns see no more of a character than its lowest byte.
local function spelled(text, limit)
  local parts, at, left = {'"'}, 1, limit
  while at <= #text do
    local code, width = code_at(text, at)
    left = left - (code and code >= 65536 and 2 or 1)
    if left < 0 then break end
    local plain = code and code >= 32 and code < 127 and code ~= 34 and code ~= 92
    parts[#parts + 1] = plain and sub(text, at, at) or escaped(code)
    at = at + width
  end
  parts[#parts + 1] = '"'
  return table.concat(parts)
end

local spellings, spelt = {}, 0  -- of names and marks, which come again and again

local function quoted(text, limit)
  text = tostring(text)
  if limit then return spelled(text, limit) end
  local known = spellings[text]
  if not known then
    known = spelled(text, NAME_LIMIT)
    if spelt >= 2000 then spellings, spelt = {}, 0 end
    spellings[text], spelt = known, spelt + 1
  end
  return known
end

local HUGE = 1000000000000

-- A number rounded to a whole one; what is no number, or beyond reason, is brought to one.
local function whole(number)
  if type(number) ~= "number" or number ~= number then return 0 end
  return math.max(-HUGE, math.min(HUGE, floor(number + 0.5))) + 0
end

local function digits(number) return format("%d", whole(number)) end

local function text(key, value, limit) return ',"' .. key .. '":' .. quoted(value, limit) end
local function number(key, value) return ',"' .. key .. '":' .. digits(value) end
local function numbers(key, values)
  local parts = {}
  for i = 1, #values do parts[i] = digits(values[i]) end
  return ',"' .. key .. '":[' .. table.concat(parts, ",") .. "]"
end

-- The log ---------------------------------------------------------------------------------

local log = {
  going = false,  -- whether acts are written: from onLoad on
  kept = "",      -- what the last save held, without its last line
  fresh = {},     -- lines since
  size = 0,
  n = 0, head = "", session = 0,
}
local properties = {}        -- name -> value
local turn, step = 1, 0      -- the turn tracker; steps count from 0
local counted = {}           -- dice button -> the card its rolls were last counted for

local function now() return floor(os.time()) end

local NOBODY = {colour = "", name = ""}

-- A seat and who sits there. The Steam id is never asked for.
local function who(colour)
  if not colour or colour == "" then return NOBODY end
  local fine, name = pcall(function() return Player[colour].steam_name end)
  return {colour = colour, name = fine and name or ""}
end

local function write(act, actor, fields)
  if not log.going then return end
  local line = '{"n":' .. digits(log.n + 1) .. number("t", now()) .. ',"a":"' .. act .. '"'
    .. text("c", actor.colour) .. text("w", actor.name) .. fields
  log.n, log.head = log.n + 1, sha256(log.head .. "\n" .. line)
  line = line .. ',"h":"' .. sub(log.head, 1, 16) .. '"}\n'
  log.fresh[#log.fresh + 1] = line
  log.size = log.size + #line
  local limit = SETTINGS.state_limit or HUGE
  if log.size > limit then
    log.going = false
    say("Broadside: the log is full and ends here. Save the game and begin a new one.", AMBER)
  elseif log.size > limit * 0.9 and log.size - #line <= limit * 0.9 then
    say("Broadside: the log is nearly full.", AMBER)
  end
end

-- The last line: the head, and what the next load takes up without reading the log.
local function last_line()
  local held, marks = {}, {}
  for i, one in ipairs(GAME.properties or {}) do
    held[i] = quoted(one.name) .. ":" .. digits(properties[one.name])
  end
  for _, one in ipairs(GAME.dice or {}) do
    if counted[one.id] then
      marks[#marks + 1] = quoted(one.id) .. ":" .. digits(counted[one.id])
    end
  end
  return '{"head":"' .. log.head .. '"' .. number("n", log.n) .. number("session", log.session)
    .. numbers("turn", {turn, step}) .. ',"properties":{' .. table.concat(held, ",")
    .. '},"counted":{' .. table.concat(marks, ",") .. "}}"
end

local function announce_head(actor)
  local head = sub(log.head, 1, 16)
  say("Broadside: entry " .. digits(log.n) .. ", head " .. head)
  write("head", actor, text("x", head))
end

-- Things ----------------------------------------------------------------------------------

local ZONES = {Fog = true, FogOfWar = true, Hand = true, Layout = true, Randomize = true, Scripting = true}
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
  for _, zone in ipairs(changed) do tell_zone(object, actor, zone, inside[zone] and "in" or "out") end
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

-- Marks, properties and the turn tracker ----------------------------------------------------

local function show(id, words)
  if GAME.panel then UI.setAttribute(id, "text", words) end
end

local function tracker_words()
  local name = GAME.turn and GAME.turn.steps[step + 1]
  return (GAME.turn and GAME.turn.name or "Turn") .. " " .. digits(turn)
    .. (name and ", " .. name or "")
end

local function show_all()
  show("tracker", tracker_words())
  for _, one in ipairs(GAME.properties or {}) do
    show("property/" .. one.name, (one.text ~= "" and one.text or one.name) .. " "
      .. digits(properties[one.name]))
  end
end

-- Shows a state and a side of a piece; nothing of it where it shows them already.
local function turn_to(object, state, down, actor)
  local function flip(one)
    if one.is_face_down ~= (down == 1) then
      one.flip()
      write("flip", actor, text("p", mark(one)) .. number("d", down))
      if known[one.guid] then known[one.guid].d = down end
    end
  end
  local current = object.getStateId()
  if current > 0 and current ~= state then
    handled[object.guid] = {actor = actor, t = now()}
    local fresh = object.setState(state)
    when(function() return fresh.isDestroyed() or not fresh.spawning end,
      function() if not fresh.isDestroyed() then flip(fresh) end end, SOON)
  else
    flip(object)
  end
end

-- Sends the markers of a property's tracks to their places.
local function send_markers(property, value, actor)
  for _, track in ipairs(GAME.tracks or {}) do
    local marker = track.property == property and thing(track.piece)
    if marker then
      local length, shown = #track.places, floor(value / track.each)
      local at, face = shown - track.first, 1
      if track.wraps then
        face = math.min(#track.faces, 1 + floor(at / length))
        at = at % length
      end
      local place = track.places[math.max(0, math.min(length - 1, at)) + 1]
      put(marker, {x = place[1], y = place[2], z = place[3]}, actor)
      local look = track.faces[math.max(1, face)]
      if look and #track.faces > 1 then turn_to(marker, look[1], look[2], actor) end
    end
  end
end

local function set_property(name, value, actor)
  for _, one in ipairs(GAME.properties or {}) do
    if one.name == name then
      local old, new = properties[name], math.max(one.least, math.min(one.most, value))
      if old ~= new then
        properties[name] = new
        write("property", actor, text("k", name) .. number("f", old) .. number("v", new))
        show_all()
      end
      send_markers(name, new, actor)
    end
  end
end

local function set_step(new_turn, new_step, actor)
  if new_turn == turn and new_step == step then return end
  settle_drops()
  scan()
  local old = {turn, step}
  local next_turn = new_turn ~= turn
  turn, step = new_turn, new_step
  write("step", actor, numbers("f", old) .. numbers("v", {turn, step}))
  say(tracker_words())
  show_all()
  if next_turn then send_markers("Turn", turn, actor) end
  announce_head(actor)
end

local function steps() return math.max(1, #(GAME.turn and GAME.turn.steps or {})) end

local function next_step(actor)
  if step + 1 < steps() then set_step(turn, step + 1, actor) else set_step(turn + 1, 0, actor) end
end

local function step_back(actor)
  if step > 0 then set_step(turn, step - 1, actor) else set_step(turn - 1, steps() - 1, actor) end
end

-- On to a step, from wherever the tracker was left; the first one always means a new turn.
local function go_to(target, actor)
  set_step((target == 0 or target < step) and turn + 1 or turn, target, actor)
end

-- Dice ------------------------------------------------------------------------------------

local rolling = {}  -- groups of dice that do not rest yet

local function is_die(object) return object.type == "Dice" end

local function shown(die)
  local value = tonumber(die.getRotationValue())
  return value and whole(value) or 0
end

local function finish(group)
  for at, one in ipairs(rolling) do
    if one == group then table.remove(rolling, at) end
  end
  local parts, faces = {}, {}
  for _, die in ipairs(group.dice) do
    if die.value or not die.object.isDestroyed() then
      local value = die.value or shown(die.object)
      parts[#parts + 1] = "[" .. quoted(die.mark) .. "," .. digits(value) .. "]"
      faces[#faces + 1] = digits(value)
    end
  end
  if #parts == 0 then return end
  write("roll", group.actor, text("k", group.button) .. ',"d":[' .. table.concat(parts, ",") .. "]")
  if group.name then say(group.name .. " = " .. table.concat(faces, " ")) end
end

-- Waits for the dice of a group to rest; thrown again meanwhile, they are waited for anew.
local function await_dice(group)
  group.throws = (group.throws or 0) + 1
  local throw = group.throws
  local function done()
    if group.throws == throw then finish(group) end
  end
  after_seconds(SETTINGS.dice_delay or 0.6, function()
    when(function()
      for _, die in ipairs(group.dice) do
        if not die.value and not at_rest(die.object) then return false end
      end
      return true
    end, done, SETTINGS.dice_seconds or 15)
  end)
end

local function rolling_group(guid)
  for _, group in ipairs(rolling) do
    for _, die in ipairs(group.dice) do
      if die.guid == guid then return group end
    end
  end
end

-- Dice thrown by hand: those of one player that roll at the same time are one roll.
local function thrown(die, actor)
  local group = rolling_group(die.guid)
  if not group then
    for _, one in ipairs(rolling) do
      if one.button == "" and one.actor.colour == actor.colour then group = one end
    end
    if not group then
      group = {button = "", actor = actor, dice = {}}
      rolling[#rolling + 1] = group
    end
    group.dice[#group.dice + 1] = {guid = die.guid, mark = mark(die), object = die}
  end
  await_dice(group)
end

-- Which card lies uppermost on a pile, as a number: the turn and how many lie there.
local lying_on

local function card_now(pile)
  local count = 0
  for _, object in ipairs(lying_on(pile)) do
    count = count + math.max(1, CONTAINERS[object.type] and object.getQuantity() or 1)
  end
  return turn * 1000 + count
end

local function count_roll(button, actor)
  if not button.counted_in then return end
  local card = button.counted_until and card_now(button.counted_until)
  if card and counted[button.id] ~= card then set_property(button.counted_in, 0, actor) end
  set_property(button.counted_in, properties[button.counted_in] + 1, actor)
  counted[button.id] = card
end

-- Rolls the dice of a button. Dice the table lacks are thrown by the host's random numbers.
local function roll(button, actor)
  local group = {button = button.id, name = button.name, actor = actor, dice = {}}
  for n = 1, button.count do
    local die = thing("die/" .. digits(button.sides) .. "/" .. digits(n))
    if die then
      local other = rolling_group(die.guid)
      if other then finish(other) end
      group.dice[n] = {guid = die.guid, mark = mark(die), object = die}
    else
      local name = "random/" .. digits(button.sides) .. "/" .. digits(n)
      group.dice[n] = {mark = name, value = math.random(1, button.sides)}
    end
  end
  rolling[#rolling + 1] = group
  for _, die in ipairs(group.dice) do
    if die.object then die.object.randomize() end
  end
  await_dice(group)
  count_roll(button, actor)
end

-- Decks -----------------------------------------------------------------------------------

local takers = {}  -- mark of a bag or deck -> who takes things out of it, and how many more

local function pile_named(name)
  for _, pile in ipairs(GAME.decks or {}) do
    if pile.name == name then return pile end
  end
end

-- What lies on a pile's place, from the top down; its own bag or deck first, if it has one.
function lying_on(name)
  local pile, found = pile_named(name), {}
  if not pile then return found end
  local own = "deck/" .. name
  for _, object in ipairs(getObjects()) do
    local kind, memo = object.type, mark(object)
    if memo == own then
      table.insert(found, 1, object)
    elseif not ZONES[kind] and (sub(memo, 1, 6) == "piece/" or kind == "Deck") then
      local at = object.getPosition()
      if not object.held_by_color and math.abs(at.x - pile.place[1]) <= pile.reach
        and math.abs(at.z - pile.place[3]) <= pile.reach then
        local before = #found + 1
        while before > 1 and mark(found[before - 1]) ~= own
          and found[before - 1].getPosition().y < at.y do
          before = before - 1
        end
        table.insert(found, before, object)
      end
    end
  end
  return found
end

-- How what lies on a pile is turned.
local function as_laid(pile)
  return {x = 0, y = pile.upright, z = pile.down == 1 and (SETTINGS.face_down_rotation or 180) or 0}
end

local function joins(object, other)
  return CONTAINERS[object.type] or (object.type == "Card" and (other.type == "Card" or other.type == "Deck"))
end

local function lay(card, name, from, actor)
  let_go(card, from, actor)
  for _, object in ipairs(lying_on(name)) do
    if object.guid ~= card.guid and joins(object, card) then
      object.putObject(card)
      return
    end
  end
end

-- One card from a deck to another.
local function draw(from, onto, actor)
  local source, pile = lying_on(from)[1], pile_named(onto)
  if not source or not pile then return end
  local place = {x = pile.place[1], y = pile.place[2] + 1, z = pile.place[3]}
  local origin = thousandths(source.getPosition())
  local rotation = as_laid(pile)
  if CONTAINERS[source.type] then
    if source.getQuantity() < 1 then return end
    takers[mark(source)] = {actor = actor, left = 1, t = now()}
    source.takeObject({
      position = place, rotation = rotation, smooth = false,
      callback_function = function(card) guarded("a draw", lay, card, onto, origin, actor) end,
    })
  else
    source.setRotation(rotation)
    source.setPosition(place)
    lay(source, onto, origin, actor)
  end
end

local function shuffled(container, actor)
  container.shuffle()
  write("shuffle", actor, text("i", mark(container)) .. numbers("o", thousandths(container.getPosition())))
end

-- A whole pile back into its deck. A bag would keep a deck as a deck: it takes one card at a time.
local function reshuffle(from, actor)
  local pile = pile_named(from)
  local into = pile and pile_named(pile.into or "")
  if not into then return end
  local target = lying_on(into.name)[1]
  local waiting_for = 0
  local function move(card)
    if card.isDestroyed() then return end
    if target and joins(target, card) then
      let_go(card, thousandths(card.getPosition()), actor)
      target = target.putObject(card) or target
    else
      card.setRotation(as_laid(into))
      put(card, {x = into.place[1], y = into.place[2] + 1, z = into.place[3]}, actor)
      target = target or card
    end
  end
  for _, object in ipairs(lying_on(from)) do
    if CONTAINERS[object.type] and target and target.type == "Bag" then
      local count = object.getQuantity()
      takers[mark(object)] = {actor = actor, left = count, t = now()}
      for _ = 1, count do
        local rest = object.remainder
        if rest then
          move(rest)
        else
          waiting_for = waiting_for + 1
          object.takeObject({smooth = false, callback_function = function(card)
            waiting_for = waiting_for - 1
            guarded("a reshuffle", move, card)
          end})
        end
      end
    else
      move(object)
    end
  end
  when(function() return waiting_for == 0 end, function()
    if target and not target.isDestroyed() and CONTAINERS[target.type] then shuffled(target, actor) end
  end, SOON)
end

-- Declarations ----------------------------------------------------------------------------

local function side_of(colour)
  local side = (GAME.seats or {})[colour]
  return side and ((GAME.sides or {})[side] or side) or colour
end

local function dice_button(id)
  for _, one in ipairs(GAME.dice or {}) do
    if one.id == id then return one end
  end
end

local function change_of(pairs_, name)
  for _, one in ipairs(pairs_) do
    if one[1] == name then return one[2] end
  end
end

-- What follows the keyword: the properties as the click leaves them, and what is due with them.
local function detail(action, name)
  local function after(property)
    local value = change_of(action.sets, property)
    return value or properties[property] + (change_of(action.score, property) or 0)
  end
  local words = ""
  for _, part in ipairs(action.says) do
    if type(part) == "string" then
      words = words .. part
    elseif part[1] == "name" then
      words = words .. name
    else
      words = words .. digits(after(part[1]))
    end
  end
  for _, one in ipairs(action.reminders) do
    if properties[one[1]] and after(one[1]) % one[2] == 0 then words = words .. ", " .. one[3] end
  end
  return words
end

local function name_of(object)
  local names = (GAME.names or {})[mark(object)]
  local state = names and names[math.max(1, object.getStateId())]
  return state and state[object.is_face_down and 2 or 1] or object.getName()
end

-- A declaration, with all that the same click does in the order the module has it.
local function declare(action, actor, object, said)
  settle_drops()
  local piece = object and mark(object) or ""
  if object and not action.silent and (GAME.masked or {})[piece] and object.is_face_down then
    turn_to(object, math.max(1, object.getStateId()), 0, actor)
  end
  if not action.silent then
    local names = object and (GAME.names or {})[piece]
    local state = names and names[math.max(1, object.getStateId())]
    local words = said or detail(action, state and state[1] or object and name_of(object) or "")
    write("declare", actor, text("k", action.id) .. text("x", words, TEXT_LIMIT) .. text("p", piece))
    say(side_of(actor.colour) .. " declares " .. action.keyword .. (words ~= "" and " " or "") .. words)
  end
  local face = action.faces[piece]
  if face then
    -- A secret act leaves a masked piece masked.
    local down = (GAME.masked or {})[piece] and object.is_face_down and 1 or face[2]
    turn_to(object, face[1], down, actor)
  end
  for _, one in ipairs(action.score) do
    set_property(one[1], (properties[one[1]] or 0) + one[2], actor)
  end
  for _, one in ipairs(action.sets) do set_property(one[1], one[2], actor) end
  local button = dice_button(action.dice)
  if button then roll(button, actor) end
  if action.draw then draw(action.draw[1], action.draw[2], actor) end
  for _, from in ipairs(action.reshuffles) do reshuffle(from, actor) end
  if action.tracker == "next_turn" then
    go_to(0, actor)
  elseif action.tracker == "next_step" and action.step then
    go_to(action.step, actor)
  end
end

-- Whether a piece that nobody knows has an action is told to who may turn it alone.
local function choose(action, colour, object)
  local mask = (GAME.masked or {})[mark(object)]
  local own = mask and mask.sides[(GAME.seats or {})[colour] or ""]
  if mask and object.is_face_down and not own then
    printToColor("Broadside: only its owner acts with a piece that lies face down", colour, WHITE)
  elseif not action.pieces[mark(object)] then
    printToColor("Broadside: that is not for this piece", colour, WHITE)
  else
    declare(action, who(colour), object)
  end
end

-- Whether an action stands in a piece's menu: everybody can open it, so those of all pieces with the
-- same back stand in the menu of each, and tell nothing.
local function offered(action, piece)
  if action.pieces[piece] then return true end
  local mask = (GAME.masked or {})[piece]
  for other in pairs(mask and action.pieces or {}) do
    local back = (GAME.masked or {})[other]
    if back and back.back == mask.back then return true end
  end
  return false
end

-- The declarations in a piece's menu.
local function add_menu(object)
  local piece = mark(object)
  for _, action in ipairs(GAME.actions or {}) do
    if offered(action, piece) then
      object.addContextMenuItem(action.name, function(colour, _, chosen)
        guarded("a menu", choose, action, colour, chosen or object)
      end)
    end
  end
end

local function action_named(id)
  for _, action in ipairs(GAME.actions or {}) do
    if action.id == id then return action end
  end
end

-- The chat command -------------------------------------------------------------------------

-- Signs are compared one by one: MoonSharp's patterns take a sign for another with the same low byte.
local LETTERS = {}
for code = 48, 122 do
  if code < 58 or code > 64 and code < 91 or code > 96 then LETTERS[string.char(code)] = true end
end

local function trimmed(words)
  local from, to = 1, #words
  while from <= to and sub(words, from, from) == " " do from = from + 1 end
  while to >= from and sub(words, to, to) == " " do to = to - 1 end
  return sub(words, from, to)
end

-- What stands before the first such sign, and what behind it.
local function parted(words, sign)
  for at = 1, #words do
    if sub(words, at, at) == sign then return sub(words, 1, at - 1), sub(words, at + 1) end
  end
  return words, ""
end

local function tell(player, words) printToColor(words, player.color, WHITE) end

-- The action a text begins with the keyword of, and what follows it: the longest keyword that fits;
-- of two alike the one of the player's own side, then everybody's.
local function spoken(words, colour)
  local side = (GAME.seats or {})[colour]
  local best, worth, rest = nil, -1, nil
  for _, action in ipairs(GAME.actions or {}) do
    local length = #action.keyword
    local rank = 4 * length + (action.side == side and 2 or not action.side and 1 or 0)
    if upper(sub(words, 1, length)) == upper(action.keyword) and rank > worth
      and not LETTERS[sub(words, length + 1, length + 1)] then
      best, worth, rest = action, rank, trimmed(sub(words, length + 1))
    end
  end
  return best, rest
end

-- The one piece of a declaration that its words name; nil when there is none, or more than one.
local function meant(action, words)
  local found
  for _, object in ipairs(getObjects()) do
    local name = action.pieces[mark(object)] and name_of(object)
    if name and name ~= "" and find(lower(words), lower(name), 1, true) then
      if found then return nil end
      found = object
    end
  end
  return found
end

local function help(player)
  tell(player, COMMAND .. " declare KEYWORD ... | seal LINE | head | help")
  for _, action in ipairs(GAME.actions or {}) do
    if not action.side or (GAME.seats or {})[player.color] == action.side then
      tell(player, "  " .. action.keyword .. ": " .. action.name)
    end
  end
end

-- What a player typed behind "!broadside"; false hides the line from the others.
local function command(words, player)
  local actor = who(player.color)
  local verb, rest = parted(trimmed(words), " ")
  verb, rest = lower(verb), trimmed(rest)
  if verb == "declare" then
    local action, said = spoken(rest, player.color)
    if not action then
      tell(player, "Broadside: no declaration is called that; " .. COMMAND .. " help lists them")
      return nil
    end
    declare(action, actor, meant(action, said), said ~= "" and said or nil)
    if action.silent then return false end
  elseif verb == "seal" then
    if sub(rest, 1, 5) ~= "SEAL " and sub(rest, 1, 7) ~= "REVEAL " then rest = "SEAL " .. rest end
    settle_drops()
    write("chat", actor, text("x", rest, TEXT_LIMIT))
  elseif verb == "head" then
    settle_drops()
    announce_head(actor)
  else
    help(player)
  end
end

-- Taking up a log ---------------------------------------------------------------------------

-- Where the last ``count`` lines of a text begin; found from its end, since it may be very long.
local function line_starts(state, count)
  local window = 4096
  while true do
    local from = math.max(1, #state - window + 1)
    local starts, at = {}, from
    while true do
      local stop = find(state, "\n", at, true)
      if not stop then break end
      starts[#starts + 1], at = stop + 1, stop + 1
    end
    if #starts >= count or from == 1 then return starts end
    window = window * 8
  end
end

local function is_whole(value, least)
  return type(value) == "number" and value == floor(value) and value >= least and value < HUGE
end

-- What a script state ends with: the entries' text and the last line's values. nil for one that is
-- damaged or another's.
local function taken_up(state)
  local header = GAME.header or ""
  if state == header or state == header .. "\n" then return {text = header .. "\n", n = 0} end
  if sub(state, 1, #header + 1) ~= header .. "\n" then return nil end
  local starts = line_starts(state, 2)
  local last = starts[#starts]
  local fine, told = pcall(JSON.decode, sub(state, last))
  if not fine or type(told) ~= "table" or type(told.head) ~= "string"
    or not find(told.head, "^%x+$") or #told.head ~= 64 or not is_whole(told.n, 0) then
    return nil
  end
  told.text = sub(state, 1, last - 1)
  if told.n == 0 then
    if #told.text ~= #header + 1 or told.head ~= sha256(header) then return nil end
    return told
  end
  local entry = sub(state, starts[#starts - 1] or 1, last - 2)
  if not find(entry, '{"n":' .. digits(told.n) .. ",", 1, true)
    or sub(entry, -24) ~= ',"h":"' .. sub(told.head, 1, 16) .. '"}' then
    return nil
  end
  return told
end

local function begin(state)
  local told = taken_up(state)
  local kind = "load"
  if not told then
    kind, told = "new", {text = (GAME.header or "") .. "\n", n = 0}
  elseif told.n == 0 then
    kind = "fresh"
  end
  log.kept, log.fresh, log.size = told.text, {}, #told.text
  log.n, log.head = told.n, told.n > 0 and told.head or sha256(GAME.header or "")
  log.session = (is_whole(told.session, 0) and told.session or 0) + 1
  turn, step = GAME.turn and GAME.turn.first or 1, GAME.turn and GAME.turn.step or 0
  if type(told.turn) == "table" and is_whole(told.turn[1], -HUGE) and is_whole(told.turn[2], 0) then
    turn, step = told.turn[1], math.min(told.turn[2], steps() - 1)
  end
  for _, one in ipairs(GAME.properties or {}) do
    local value = type(told.properties) == "table" and told.properties[one.name]
    properties[one.name] = is_whole(value, -HUGE) and value or one.initial
  end
  for _, one in ipairs(GAME.dice or {}) do
    local value = type(told.counted) == "table" and told.counted[one.id]
    counted[one.id] = is_whole(value, 0) and value or nil
  end
  log.going = true
  write("load", NOBODY, number("s", log.session) .. text("k", kind))
  if kind == "new" then
    say("Broadside: the log of this save was damaged or another's. A new one begins here.", AMBER)
  end
end

-- How a thing lies before the first act.
local function look_at(object)
  local name = mark(object)
  if CONTAINERS[object.type] then
    for _, one in ipairs(object.getObjects() or {}) do
      if one.memo and one.memo ~= "" then contents[one.memo] = name end
    end
  elseif not ZONES[object.type] then
    if is_piece(object) then known[object.guid] = pose(object) end
    zones[object.guid] = zones_of(object)
  end
  add_menu(object)
end

-- What the game tells -----------------------------------------------------------------------

local quiet_until = 0   -- just loaded, everything "enters" the zone it was saved in
local explained = {}    -- guid -> how many comings and goings of it another act has told already
local left = {}         -- mark -> how a piece lay in the bag or deck it just left
local entered = {}      -- guid -> true: it just went into a bag or deck
local formed = {}       -- guid -> true: a deck made of cards laid on each other
local meddled = {}      -- guid -> who deleted or changed it last, and when

-- A spawn or destroy of a thing that is about to be told, or just was, is no act of its own.
local function explain(guid)
  explained[guid] = (explained[guid] or 0) + 1
  after_frames(60, function() explained[guid] = nil end)
end

local function was_explained(guid)
  local count = explained[guid] or 0
  if count > 0 then explained[guid] = count - 1 end
  return count > 0
end

local function recently(note) return note and now() - note.t <= SOON and note.actor or nil end

local function on_pick_up(colour, object)
  settle_drops(object.guid)
  local from = thousandths(object.pick_up_position or object.getPosition())
  held[object.guid] = {from = from, face = is_die(object) and shown(object) or nil}
  write("pick", who(colour), text("p", mark(object)) .. numbers("f", from))
end

local function on_drop(colour, object)
  if object.isDestroyed() or entered[object.guid] then return end
  local pick = held[object.guid] or {}
  held[object.guid] = nil
  let_go(object, pick.from or thousandths(object.pick_up_position or object.getPosition()), who(colour))
  if is_die(object) and not rolling_group(object.guid) then
    -- A die that was flung tells of no randomizing; it was thrown if it rests on another face.
    local function compare()
      if not object.isDestroyed() and shown(object) ~= pick.face and not rolling_group(object.guid)
        and not object.held_by_color then
        thrown(object, who(colour))
      end
    end
    when(function() return at_rest(object) end, compare, SETTINGS.dice_seconds or 15)
  end
end

-- A flick is a move without a pick; the thing slides until it rests.
local function on_flick(object, colour)
  settle_drops(object.guid)
  let_go(object, thousandths(object.getPosition()), who(colour))
end

local function on_rotate(object, spin, flip, colour, old_spin, old_flip)
  settle_drops(object.guid)
  local last, actor = known[object.guid], who(colour)
  local down = turned_over(flip) and 1 or 0
  if turned_over(flip) ~= turned_over(old_flip) then
    write("flip", actor, text("p", mark(object)) .. number("d", down))
    if last then last.d = down end
  end
  -- While it is held, its drop tells how it was turned.
  if degrees(spin) ~= degrees(old_spin) and not object.held_by_color then
    write("rotate", actor, text("p", mark(object)) .. number("r", degrees(spin)))
    if last then last.r = degrees(spin) end
  end
end

local function on_state_changing(object, colour)
  settle_drops(object.guid)
  meddled[object.guid] = {actor = who(colour), t = now(), state = object.getStateId()}
end

local function on_state_changed(object, old_guid)
  settle_drops(old_guid)
  explain(object.guid)
  explain(old_guid)
  local before, last = meddled[old_guid], known[old_guid]
  local actor = recently(before) or recently(handled[old_guid]) or NOBODY
  local old = before and before.state or last and last.s or 0
  for _, other in ipairs(old < 1 and object.getStates() or {}) do
    if other.guid == old_guid then old = other.id end
  end
  local new = object.getStateId()
  write("state", actor, text("p", mark(object)) .. number("f", old) .. number("s", new))
  if is_piece(object) then
    known[object.guid] = last or pose(object)
    known[object.guid].s = new
  end
  known[old_guid], meddled[old_guid] = nil, nil
  held[object.guid], held[old_guid] = held[old_guid], nil
  zones[object.guid], zones[old_guid] = zones[old_guid], nil
end

local function on_leave(container, object)
  local taker, bag = takers[mark(container)], mark(container)
  local actor = NOBODY
  if taker and taker.left > 0 and recently(taker) then
    actor, taker.left = taker.actor, taker.left - 1
  elseif object.held_by_color then
    actor = who(object.held_by_color)
  end
  explain(object.guid)
  contents[mark(object)] = nil
  -- Where it comes to lie is told by its drop, or else by the next scan.
  left[mark(object)] = pose(object)
  left[mark(object)].at = thousandths(container.getPosition())
  write("leave", actor, text("p", mark(object)) .. text("i", bag)
    .. numbers("o", thousandths(container.getPosition())) .. number("d", object.is_face_down and 1 or 0))
end

local function on_enter(container, object)
  settle_drops(object.guid)
  local guid, piece, bag = object.guid, mark(object), mark(container)
  explain(guid)
  entered[guid] = true
  if sub(bag, 1, 1) == "~" then formed[container.guid] = true end
  local actor = recently(handled[guid]) or object.held_by_color and who(object.held_by_color) or NOBODY
  write("enter", actor, text("p", piece) .. text("i", bag)
    .. numbers("o", thousandths(container.getPosition())))
  contents[piece] = bag
  if object.type == "Deck" then
    for inner, where in pairs(contents) do
      if where == piece then contents[inner] = bag end
    end
  end
  known[guid], held[guid], zones[guid] = nil, nil, nil
end

-- A thing that came into being: told unless a state, a bag or a deck explains it.
local function judge_spawn(object)
  if object.isDestroyed() then return end
  local guid, name = object.guid, mark(object)
  local before = contents[name]
  local told = was_explained(guid)
  if told or (formed[guid] and object.type == "Deck") then
    formed[guid] = nil
  elseif before then -- the last card of a deck that dissolved
    contents[name] = nil
    write("leave", NOBODY, text("p", name) .. text("i", before)
      .. numbers("o", thousandths(object.getPosition())) .. number("d", object.is_face_down and 1 or 0))
  else
    write("spawn", NOBODY, text("p", name) .. text("g", guid) .. text("q", object.name)
      .. numbers("o", thousandths(object.getPosition())))
  end
  if is_piece(object) and not known[guid] and not held[guid] then
    known[guid] = left[name] or pose(object)
  end
  left[name] = nil
  add_menu(object)
end

local function on_spawn(object)
  if not log.going then return end
  when(function() return object.isDestroyed() or not object.spawning end,
    function() after_frames(3, function() judge_spawn(object) end) end, SOON)
end

local function on_destroy(object)
  if not log.going then return end
  settle_drops(object.guid)
  local guid, name, at = object.guid, mark(object), thousandths(object.getPosition())
  local actor = recently(meddled[guid]) or NOBODY
  local dissolved = object.type == "Deck" and (object.remainder ~= nil or object.getQuantity() < 2)
  after_frames(3, function()
    if not was_explained(guid) and not dissolved then
      write("destroy", actor, text("p", name) .. numbers("o", at))
    end
    entered[guid], formed[guid] = nil, nil
    if not getObjectFromGUID(guid) then known[guid], held[guid], zones[guid] = nil, nil, nil end
  end)
end

local function on_randomize(object, colour)
  if is_die(object) then
    thrown(object, who(colour))
  elseif CONTAINERS[object.type] then
    settle_drops(object.guid)
    write("shuffle", who(colour), text("i", mark(object)) .. numbers("o", thousandths(object.getPosition())))
  end
end

local function on_search(object, colour, way)
  write("search", who(colour), text("i", mark(object)) .. text("s", way))
end

local function on_peek(object, colour)
  settle_drops(object.guid)
  write("peek", who(colour), text("p", mark(object)))
end

local function on_number(object, colour, count)
  if CONTAINERS[object.type] then
    takers[mark(object)] = {actor = who(colour), left = whole(count), t = now()}
  end
end

-- A thing that is dragged crosses many scripting zones: its drop tells where it ended. Hands and
-- hidden zones are told at once, since what leaves them is seen.
local function on_zone(zone, object, way)
  if ZONES[object.type] then return end
  local guid, name = object.guid, mark(zone)
  local told = zones[guid] or {}
  zones[guid] = told
  local inside = way == "in" or nil
  if now() < quiet_until then
    told[name] = inside
  elseif zone.type == "Hand" or zone.type == "FogOfWar" or zone.type == "Fog" or not object.held_by_color then
    settle_drops(guid)
    if told[name] == inside then return end
    told[name] = inside
    tell_zone(object, object.held_by_color and who(object.held_by_color) or recently(handled[guid]) or NOBODY,
      name, way)
  end
  if zone.type == "Hand" then told.hand = inside end
end

local function on_action(player, action, targets)
  local acts = {
    [Player.Action.Copy] = {"copy"}, [Player.Action.Cut] = {"copy", "delete"},
    [Player.Action.Delete] = {"delete"}, [Player.Action.Group] = {"group"},
    [Player.Action.Paste] = {"paste"},
  }
  local actor = who(player.color)
  for _, act in ipairs(acts[action] or {}) do
    if #targets == 0 then write(act, actor, text("p", "")) end
    for _, object in ipairs(targets) do
      settle_drops(object.guid)
      write(act, actor, text("p", mark(object)))
      if act == "delete" then meddled[object.guid] = {actor = actor, t = now()} end
    end
  end
end

local function on_seat(player, way)
  write("seat", {colour = player.color or "", name = player.steam_name or ""}, text("s", way))
end

local function on_turn(player, previous)
  settle_drops()
  scan()
  local actor = player and who(player.color) or NOBODY
  write("turn", actor, text("f", previous and previous.color or ""))
  announce_head(actor)
end

local function on_chat(words, player)
  local behind = sub(words, #COMMAND + 1)
  if lower(sub(words, 1, #COMMAND)) == COMMAND and (behind == "" or sub(behind, 1, 1) == " ") then
    return command(behind, player)
  end
  settle_drops()
  write("chat", who(player.color), text("x", words, TEXT_LIMIT))
end

local function on_press(player, id)
  local actor = {colour = player.color or "", name = player.steam_name or ""}
  local kind, name = parted(id or "", "/")
  if kind == "declare" and action_named(name) then
    declare(action_named(name), actor)
  elseif kind == "roll" and dice_button(name) then
    settle_drops()
    roll(dice_button(name), actor)
  elseif kind == "score" then
    for _, one in ipairs(GAME.scores or {}) do
      if one.id == name then
        settle_drops()
        set_property(one.property, properties[one.property] + one.change, actor)
      end
    end
  elseif id == "step/next" then
    next_step(actor)
  elseif id == "step/back" then
    step_back(actor)
  elseif id == "turn/next" then
    go_to(0, actor)
  elseif id == "head" then
    settle_drops()
    announce_head(actor)
  end
end

local function on_load(state)
  begin(state or "")
  quiet_until = now() + (SETTINGS.load_quiet or 2)
  for _, object in ipairs(getObjects()) do guarded("onLoad", look_at, object) end
  for _, colour in ipairs(Player.getColors()) do
    guarded("onLoad", function()
      local player = Player[colour]
      if player and player.seated then on_seat(player, "colour") end
    end)
  end
  when(function() return not UI.loading end, show_all, 10)
end

local function on_save()
  settle_drops()
  scan()
  log.kept = log.kept .. table.concat(log.fresh)
  log.fresh = {}
  return log.kept .. last_line()
end

-- The game's handlers. They return nothing, except that a secret declaration typed in chat is
-- hidden: a handler that answers would silence those behind it.
function onLoad(state) guarded("onLoad", on_load, state) end
function onObjectPickUp(colour, object) guarded("onObjectPickUp", on_pick_up, colour, object) end
function onObjectDrop(colour, object) guarded("onObjectDrop", on_drop, colour, object) end
function onObjectFlick(object, colour) guarded("onObjectFlick", on_flick, object, colour) end
function onObjectRotate(...) guarded("onObjectRotate", on_rotate, ...) end
function tryObjectStateChange(object, _, colour)
  guarded("tryObjectStateChange", on_state_changing, object, colour)
end
function onObjectStateChange(object, old) guarded("onObjectStateChange", on_state_changed, object, old) end
function onObjectLeaveContainer(bag, object) guarded("onObjectLeaveContainer", on_leave, bag, object) end
function onObjectEnterContainer(bag, object) guarded("onObjectEnterContainer", on_enter, bag, object) end
function onObjectSpawn(object) guarded("onObjectSpawn", on_spawn, object) end
function onObjectDestroy(object) guarded("onObjectDestroy", on_destroy, object) end
function onObjectRandomize(object, colour) guarded("onObjectRandomize", on_randomize, object, colour) end
function onObjectSearchStart(object, colour)
  guarded("onObjectSearchStart", on_search, object, colour, "start")
end
function onObjectSearchEnd(object, colour) guarded("onObjectSearchEnd", on_search, object, colour, "end") end
function onObjectPeek(object, colour) guarded("onObjectPeek", on_peek, object, colour) end
function onObjectNumberTyped(object, colour, count)
  guarded("onObjectNumberTyped", on_number, object, colour, count)
end
function onObjectEnterZone(zone, object) guarded("onObjectEnterZone", on_zone, zone, object, "in") end
function onObjectLeaveZone(zone, object) guarded("onObjectLeaveZone", on_zone, zone, object, "out") end
function onPlayerAction(player, action, targets)
  guarded("onPlayerAction", on_action, player, action, targets)
end
function onPlayerConnect(player) guarded("onPlayerConnect", on_seat, player, "connect") end
function onPlayerDisconnect(player) guarded("onPlayerDisconnect", on_seat, player, "disconnect") end
function onPlayerChangeColor(colour)
  guarded("onPlayerChangeColor", function()
    write("seat", who(colour), text("s", "colour"))
  end)
end
function onPlayerTurn(player, previous) guarded("onPlayerTurn", on_turn, player, previous) end
function onChat(words, player) return guarded("onChat", on_chat, words, player) end
function onSave() return guarded("onSave", on_save) or log.kept .. last_line() end

-- What every button of the panel calls; its id says what it does.
function broadside_press(player, _, id) guarded("a button", on_press, player, id) end
