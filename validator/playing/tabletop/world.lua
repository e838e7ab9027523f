-- A small, strict stand-in for the game: objects, players, waits and events as its API documents
-- them, so that a script can be played without the game. It raises on every name the documents do
-- not have, and on those it has no imitation of; nothing of it is ever part of a save.
--
-- What the documents leave open (the order of events, whether a remainder "leaves" its deck) is an
-- option. Runs in Lua 5.2 and in MoonSharp; called with the table of `api.lua`.
local api = ...

local World = {}
World.__index = World

local FRAME = 1 / 32          -- seconds; a fraction of two, so that sums stay exact
local SPAWN_FRAMES = 2
local FALL, ROLL = 0.5, 1.5   -- seconds until what was let go, or thrown, rests
local STACK = 0.5             -- so near, one piece lies on another
local THICK = 0.1

local COLOURS = {
  "White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink", "Grey",
  "Black",
}
local ZONES = {
  FogOfWarTrigger = "FogOfWar", FogOfWar = "Fog", HandTrigger = "Hand", LayoutZone = "Layout",
  RandomizeTrigger = "Randomize", ScriptingTrigger = "Scripting",
}
local TYPES = {
  Card = "Card", CardCustom = "Card", Deck = "Deck", DeckCustom = "Deck", Bag = "Bag",
  Custom_Model_Bag = "Bag", Infinite_Bag = "Infinite", Custom_Dice = "Dice", Custom_Tile = "Tile",
  Custom_Board = "Board", Notecard = "Notecard", Counter = "Counter", ["3DText"] = "3D Text",
}

local function type_of(name)
  if ZONES[name] or TYPES[name] then return ZONES[name] or TYPES[name] end
  return string.sub(name, 1, 4) == "Die_" and "Dice" or "Generic"
end

local function face_down(body) return body.rz % 360 > 90 and body.rz % 360 < 270 end

-- Strictness ----------------------------------------------------------------------------------

-- Notes that a script used what is not there, and stops it. The note stays though a pcall of the
-- script swallows the error.
function World:refuse(what)
  self.refusals[#self.refusals + 1] = what
  error(what, 0)
end

-- A table whose names are those of the documents; only ``settable`` ones can be set.
function World:strict(title, names, values, settable)
  return setmetatable({}, {
    __index = function(_, key)
      local value = values[key]
      if value ~= nil then return value end
      if not names[key] then self:refuse(title .. " has no " .. tostring(key)) end
      if settable and settable[key] then return nil end
      self:refuse(title .. "." .. tostring(key) .. " is not imitated here")
    end,
    __newindex = function(_, key, value)
      if not (settable and settable[key]) then
        self:refuse(title .. "." .. tostring(key) .. " cannot be set")
      end
      values[key] = value
    end,
    __pairs = function() return pairs(values) end,
  })
end

function World:vector(x, y, z)
  local values = {x = x, y = y, z = z, [1] = x, [2] = y, [3] = z}
  return self:strict("a vector", {x = true, y = true, z = true, [1] = true, [2] = true, [3] = true}, values)
end

-- x, y and z of a vector or of a table that stands for one.
local function parts(place) return place.x or place[1], place.y or place[2], place.z or place[3] end

-- Runs a handler of the script, if it has one; what it raises is kept and stops nobody.
function World:call(name, ...)
  local handler = rawget(self.env, name)
  if handler then return self:run(name, handler, ...) end
end

function World:run(name, action, ...)
  local begun = os.clock()
  self.called, self.depth = self.called + 1, self.depth + 1
  local fine, answer = pcall(action, ...)
  self.depth = self.depth - 1
  if self.depth == 0 then self.spent = self.spent + os.clock() - begun end
  if fine then return answer end
  self.raised[#self.raised + 1] = name .. ": " .. tostring(answer)
end

-- Chance ----------------------------------------------------------------------------------------

function World:chance(sides)
  self.seed = self.seed * 16807 % 2147483647
  return self.seed % sides + 1
end

-- Time ------------------------------------------------------------------------------------------

function World:schedule(wait)
  self.wait_id = self.wait_id + 1
  wait.id = self.wait_id
  self.waits[#self.waits + 1] = wait
  return wait.id
end

local function due(world, wait)
  if wait.frame then return world.frame >= wait.frame end
  if wait.time then return world.clock >= wait.time end
  return wait.condition() == true
end

-- One frame of the game.
function World:tick()
  self.frame, self.clock = self.frame + 1, self.clock + FRAME
  for _, body in ipairs(self.bodies) do
    if body.spawning and self.frame >= body.spawned + SPAWN_FRAMES then
      body.spawning = false
      if body.callback then
        local callback = body.callback
        body.callback = nil
        self:run("a callback", callback, self:object(body))
      end
    end
    if body.rest_at and self.clock >= body.rest_at then self:come_to_rest(body) end
  end
  local waits = self.waits
  self.waits = {}
  for _, wait in ipairs(waits) do
    if self.stopped[wait.id] then
      self.stopped[wait.id] = nil
    else
      local fine, now = pcall(due, self, wait)
      if not fine then
        self.raised[#self.raised + 1] = "a condition: " .. tostring(now)
      elseif now then
        self:run("a wait", wait.action)
        if wait.again and wait.again ~= 1 then
          wait.again, wait.time = wait.again - 1, wait.time + wait.every
          self.waits[#self.waits + 1] = wait
        end
      elseif wait.limit and self.clock >= wait.limit then
        if wait.late then self:run("a timeout", wait.late) end
      else
        self.waits[#self.waits + 1] = wait
      end
    end
  end
end

-- Whether anything falls, rolls, comes into being or is waited for.
function World:busy()
  if #self.waits > 0 then return true end
  for _, body in ipairs(self.bodies) do
    if body.rest_at or body.spawning then return true end
  end
  return false
end

-- Lets some seconds pass. Of frames in which nothing can happen only the number is kept.
function World:wait(seconds)
  local stop = self.clock + seconds
  while self.clock < stop do
    if self:busy() then
      self:tick()
    else
      local frames = math.ceil((stop - self.clock) / FRAME)
      self.frame, self.clock = self.frame + frames, self.clock + frames * FRAME
    end
  end
end

-- Lets time pass until nothing falls, rolls or is waited for; gives up after so many seconds.
function World:rest(seconds)
  local stop = self.clock + (seconds or 30)
  repeat
    self:tick()
  until not self:busy() or self.clock >= stop
end

-- Bodies ----------------------------------------------------------------------------------------

function World:find(guid)
  for _, body in ipairs(self.bodies) do
    if body.guid == guid then return body end
  end
end

-- The loose thing of that GUID or memo; raises what a driver did wrong, not the script.
function World:thing(key)
  local body = self:find(key)
  if body then return body end
  for _, one in ipairs(self.bodies) do
    if one.memo == key and key ~= "" then return one end
  end
  error("nothing on the table is called " .. tostring(key), 0)
end

function World:fresh_guid()
  repeat
    self.guids = self.guids + 1
    local guid = string.format("f%05x", self.guids)
    if not self:find(guid) then return guid end
  until false
end

-- Puts a body on the table and tells of it.
function World:spawn(body, callback)
  if self:find(body.guid) then body.guid = self:fresh_guid() end
  body.spawning, body.spawned, body.callback = true, self.frame, callback
  body.gone, body.held, body.zones, body.menu = nil, nil, {}, {}
  body.face, body.rest_at = nil, nil
  self.bodies[#self.bodies + 1] = body
  self:call("onObjectSpawn", self:object(body))
end

-- Takes a body off the table. Its object is good for the rest of this frame.
function World:remove(body)
  body.gone = self.frame
  self:call("onObjectDestroy", self:object(body))
  for at, one in ipairs(self.bodies) do
    if one == body then table.remove(self.bodies, at) break end
  end
end

local function is_zone(body) return ZONES[body.name] ~= nil end

local function inside(zone, body)
  local dx, dz = body.x - zone.x, body.z - zone.z
  local turn = math.rad(zone.ry)
  local x, z = dx * math.cos(turn) - dz * math.sin(turn), dx * math.sin(turn) + dz * math.cos(turn)
  return math.abs(x) <= zone.sx / 2 and math.abs(z) <= zone.sz / 2
    and math.abs(body.y - zone.y) <= zone.sy / 2
end

-- Tells of the zones a body came into or left.
function World:update_zones(body)
  if is_zone(body) or body.gone then return end
  for _, zone in ipairs(self.zones) do
    local now, before = inside(zone, body), body.zones[zone]
    if now and not before then
      body.zones[zone] = true
      self:call("onObjectEnterZone", self:object(zone), self:object(body))
    elseif before and not now then
      body.zones[zone] = nil
      self:call("onObjectLeaveZone", self:object(zone), self:object(body))
    end
  end
end

local function distance(a, x, z) return math.max(math.abs(a.x - x), math.abs(a.z - z)) end

-- How high a body comes to lie: on what is beneath it.
function World:height(body)
  local y = self.table_height
  for _, other in ipairs(self.bodies) do
    if other ~= body and not is_zone(other) and not other.held and not other.locked
      and distance(other, body.x, body.z) < STACK then
      y = math.max(y, other.y + THICK)
    end
  end
  return y
end

function World:fall(body, seconds) body.rest_at = self.clock + (seconds or FALL) end

function World:come_to_rest(body)
  body.rest_at = nil
  body.y = self:height(body)
  self:update_zones(body)
end

-- Bags and decks ----------------------------------------------------------------------------------

-- Which of the contained things lies on top: the documents do not tell; an option does.
function World:top(deck)
  if face_down(deck) == self.options.deck_top_first then return 1 end
  return #deck.contents
end

-- What can take a dropped thing in: a bag, or for cards a card or deck.
function World:host(body)
  local best
  for _, other in ipairs(self.bodies) do
    if other ~= body and not other.held and not other.gone then
      local kind, near = type_of(other.name), distance(other, body.x, body.z)
      local cards = (kind == "Card" or kind == "Deck")
        and (type_of(body.name) == "Card" or type_of(body.name) == "Deck")
      if (kind == "Bag" and near < math.max(STACK, other.sx)) or (cards and near < STACK) then
        if not best or other.y > best.y then best = other end
      end
    end
  end
  return best
end

-- A thing goes into a bag or deck; two cards become a deck. Gives the container.
function World:enter(host, body)
  if type_of(host.name) == "Card" then
    local pile = {
      guid = self:fresh_guid(), name = "Deck", memo = "", nickname = "", x = host.x, y = host.y,
      z = host.z, rx = host.rx, ry = host.ry, rz = host.rz, sx = host.sx, sy = host.sy, sz = host.sz,
      tags = host.tags, state = -1, contents = {}, hands = true,
    }
    self:spawn(pile)
    self:enter(pile, host)
    host = pile
  end
  if self:call("tryObjectEnterContainer", self:object(host), self:object(body)) == false then return host end
  self:call("onObjectEnterContainer", self:object(host), self:object(body))
  local cards = type_of(host.name) == "Deck" and type_of(body.name) == "Deck" and body.contents or {body}
  local top = #host.contents == 0 or self:top(host) ~= 1
  for i = 1, #cards do
    if top then
      table.insert(host.contents, cards[i])
    else
      table.insert(host.contents, i, cards[i])
    end
  end
  self:remove(body)
  if type_of(host.name) == "Deck" then
    for _, card in ipairs(cards) do card.rz = host.rz end
  end
  return host
end

-- Which thing comes next out of a container.
function World:next_out(container)
  for at, one in ipairs(container.contents) do
    if one.memo ~= "" and one.memo == self.deals[1] then
      table.remove(self.deals, 1)
      return at
    end
  end
  if type_of(container.name) == "Deck" then return self:top(container) end
  if container.order == 2 then return self:chance(#container.contents) end
  return container.order == 1 and 1 or #container.contents
end

-- Takes a thing out of a container; a deck of one card left dissolves.
function World:leave(container, at, place, rotation, callback)
  local body = table.remove(container.contents, at)
  body.x, body.y, body.z = parts(place)
  if rotation then
    body.rx, body.ry, body.rz = parts(rotation)
  elseif type_of(container.name) == "Deck" then
    body.rx, body.ry, body.rz = container.rx, container.ry, container.rz
  end
  if self:find(body.guid) then body.guid = self:fresh_guid() end
  body.zones = {}
  body.gone = nil
  body.face = nil
  self:call("onObjectLeaveContainer", self:object(container), self:object(body))
  self:spawn(body, callback)
  self:fall(body)
  if type_of(container.name) == "Deck" and #container.contents == 1 then self:dissolve(container) end
  return body
end

function World:dissolve(deck)
  local last = table.remove(deck.contents)
  last.x, last.y, last.z = deck.x, deck.y, deck.z
  last.rx, last.ry, last.rz = deck.rx, deck.ry, deck.rz
  last.face, last.gone = nil, nil
  deck.remainder = last
  if self.options.remainder_leaves then
    self:call("onObjectLeaveContainer", self:object(deck), self:object(last))
  end
  self:remove(deck)
  self:spawn(last)
end

-- States and dice ----------------------------------------------------------------------------------

-- Shows another state: a new object in the place of the old one.
function World:change_state(body, state)
  local fresh = body.states and body.states[state]
  if not fresh then return body end
  fresh.states, body.states = body.states, nil
  fresh.states[state] = nil
  fresh.states[body.state] = body
  fresh.state, fresh.memo = state, fresh.memo ~= "" and fresh.memo or body.memo
  for _, key in ipairs {"x", "y", "z", "rx", "ry", "rz"} do fresh[key] = body[key] end
  local holder = body.held
  if self.options.destroy_before_spawn then
    self:remove(body)
    self:spawn(fresh)
  else
    self:spawn(fresh)
    self:remove(body)
  end
  fresh.held, fresh.picked = holder, body.picked
  fresh.zones = body.zones
  self:call("onObjectStateChange", self:object(fresh), body.guid)
  return fresh
end

local function sides_of(body)
  return body.sides or tonumber(string.match(body.name, "^Die_(%d+)")) or 6
end

function World:throw(body)
  if type_of(body.name) == "Dice" then
    body.value = #self.casts > 0 and table.remove(self.casts, 1) or self:chance(sides_of(body))
    self:fall(body, ROLL)
  elseif body.contents then
    self:mix(body)
  else
    self:fall(body)
  end
end

function World:mix(container)
  local things = container.contents
  for at = #things, 2, -1 do
    local other = self:chance(at)
    things[at], things[other] = things[other], things[at]
  end
end

-- Objects as a script sees them ----------------------------------------------------------------------

local SETTABLE = {memo = true, locked = true, interactable = true, use_hands = true}
local ALIVE_ONLY = "an object that is destroyed was asked for "

local FUNCTIONS = {}  -- of an object; each is called with the world and the body before its arguments

function FUNCTIONS.getPosition(world, body) return world:vector(body.x, body.y, body.z) end
function FUNCTIONS.getRotation(world, body) return world:vector(body.rx, body.ry, body.rz) end
function FUNCTIONS.getScale(world, body) return world:vector(body.sx, body.sy, body.sz) end
function FUNCTIONS.getName(_, body) return body.nickname end
function FUNCTIONS.getGUID(_, body) return body.guid end
function FUNCTIONS.getStateId(_, body) return body.state end
function FUNCTIONS.isDestroyed(_, body) return body.gone ~= nil end
function FUNCTIONS.isSmoothMoving() return false end
function FUNCTIONS.getQuantity(_, body) return body.contents and #body.contents or -1 end
function FUNCTIONS.getRotationValue(_, body) return body.value or 1 end
function FUNCTIONS.getTags(_, body) return body.tags or {} end

function FUNCTIONS.getStates(_, body)
  local found = {}
  for id, one in pairs(body.states or {}) do
    found[#found + 1] = {
      id = id, guid = one.guid, name = one.nickname, nickname = one.nickname, description = "",
      lua_script = "", lua_script_state = "",
    }
  end
  table.sort(found, function(a, b) return a.id < b.id end)
  return found
end

function FUNCTIONS.getZones(world, body)
  local found = {}
  for _, zone in ipairs(world.zones) do
    if body.zones[zone] then found[#found + 1] = world:object(zone) end
  end
  return found
end

function FUNCTIONS.getObjects(world, body)
  local found = {}
  if is_zone(body) then
    for _, one in ipairs(world.bodies) do
      if one.zones[body] then found[#found + 1] = world:object(one) end
    end
  else
    for at, one in ipairs(body.contents or {}) do
      found[at] = {
        guid = one.guid, name = one.nickname, nickname = one.nickname, memo = one.memo,
        index = at - 1, description = "", gm_notes = "", lua_script = "", lua_script_state = "",
        tags = one.tags or {},
      }
    end
  end
  return found
end

function FUNCTIONS.setPosition(world, body, place)
  body.x, body.y, body.z = parts(place)
  world:update_zones(body)
  world:fall(body)
  return true
end

function FUNCTIONS.setRotation(_, body, angles)
  body.rx, body.ry, body.rz = parts(angles)
  return true
end

function FUNCTIONS.flip(_, body)
  body.rz = (body.rz + 180) % 360
  return true
end

function FUNCTIONS.setState(world, body, state) return world:object(world:change_state(body, state)) end

function FUNCTIONS.addContextMenuItem(_, body, label, callback)
  body.menu[#body.menu + 1] = {label = label, callback = callback}
  return true
end

function FUNCTIONS.clearContextMenu(_, body)
  body.menu = {}
  return true
end

function FUNCTIONS.takeObject(world, body, wanted)
  if not body.contents or #body.contents == 0 then return nil end
  wanted = wanted or {}
  local at = wanted.index and wanted.index + 1
  for i, one in ipairs(body.contents) do
    if wanted.guid and one.guid == wanted.guid then at = i end
  end
  local place = wanted.position or {body.x + 2, body.y, body.z}
  local taken = world:leave(body, at or world:next_out(body), place, wanted.rotation,
    wanted.callback_function)
  return world:object(taken)
end

function FUNCTIONS.putObject(world, body, object)
  local other = world.body_of[object]
  if not other then world:refuse("putObject takes an object") end
  local cards = (type_of(body.name) == "Card" or type_of(body.name) == "Deck")
    and (type_of(other.name) == "Card" or type_of(other.name) == "Deck")
  if type_of(body.name) ~= "Bag" and not cards then return nil end
  return world:object(world:enter(body, other))
end

function FUNCTIONS.shuffle(world, body)
  world:mix(body)
  return true
end

function FUNCTIONS.randomize(world, body, colour)
  world:throw(body)
  if colour then world:call("onObjectRandomize", world:object(body), colour) end
  return true
end

function FUNCTIONS.destruct(world, body)
  world:remove(body)
  return true
end

local ARGUMENTS = { -- least and most
  setPosition = {1, 1}, setRotation = {1, 1}, setState = {1, 1}, addContextMenuItem = {2, 3},
  takeObject = {1, 1}, putObject = {1, 2}, randomize = {0, 1}, getObjects = {0, 1},
}

local VARIABLES = {}

function VARIABLES.guid(world, body)
  if body.spawning and world.options.late_guids then return "-1" end
  return body.guid
end
function VARIABLES.memo(_, body) return body.memo end
function VARIABLES.name(_, body) return body.name end
function VARIABLES.type(_, body) return type_of(body.name) end
function VARIABLES.is_face_down(_, body) return face_down(body) end
function VARIABLES.held_by_color(_, body) return body.held end
function VARIABLES.resting(_, body) return body.rest_at == nil and not body.held end
function VARIABLES.spawning(_, body) return body.spawning or false end
function VARIABLES.locked(_, body) return body.locked or false end
function VARIABLES.remainder(world, body) return body.remainder and world:object(body.remainder) or nil end
function VARIABLES.pick_up_position(world, body)
  local place = body.picked or {body.x, body.y, body.z}
  return world:vector(place[1], place[2], place[3])
end

-- The object a script gets for a body.
function World:object(body)
  if body.face then return body.face end
  local functions = {}
  for name, action in pairs(FUNCTIONS) do
    functions[name] = function(...)
      local bounds, count = ARGUMENTS[name] or {0, 0}, #{...}
      if count < bounds[1] or count > bounds[2] then
        self:refuse(name .. " was called with " .. count .. " arguments")
      end
      if body.gone and body.gone < self.frame and name ~= "isDestroyed" then
        self:refuse(ALIVE_ONLY .. name)
      end
      return action(self, body, ...)
    end
  end
  local face = setmetatable({}, {
    __index = function(_, key)
      if functions[key] then return functions[key] end
      if not api.object_variable[key] then
        local known = api.object_function[key]
        self:refuse("an object" .. (known and "." or " has no ") .. tostring(key)
          .. (known and " is not imitated here" or ""))
      end
      if body.gone and body.gone < self.frame then self:refuse(ALIVE_ONLY .. key) end
      local variable = VARIABLES[key]
      if not variable then self:refuse("an object." .. tostring(key) .. " is not imitated here") end
      return variable(self, body)
    end,
    __newindex = function(_, key, value)
      if not SETTABLE[key] then self:refuse("an object." .. tostring(key) .. " cannot be set") end
      body[key] = value
    end,
  })
  body.face = face
  self.body_of[face] = body
  return face
end

-- The player of a seat; the host's own seat is the first that was taken.
function World:player(colour)
  local seat = self.seats[colour] or {}
  if not seat.player then
    self.seats[colour] = seat
    local values = {color = colour, host = colour == self.host, admin = colour == self.host}
    seat.player = setmetatable({}, {
      __index = function(_, key)
        if key == "steam_name" then return seat.name end
        if key == "seated" then return seat.name ~= nil end
        if key == "steam_id" then
          self.steam_ids_read = self.steam_ids_read + 1
          return "76561190000000000"
        end
        if values[key] ~= nil then return values[key] end
        self:refuse((api.player[key] and "a player is not imitated with " or "a player has no ") .. tostring(key))
      end,
      __newindex = function(_, key) self:refuse("a player's " .. tostring(key) .. " cannot be set") end,
    })
  end
  return seat.player
end

function World:is_zone(body) return is_zone(body) end

-- The zones a body is in, without telling anybody.
function World:settle_zones(body)
  if is_zone(body) then return end
  for _, zone in ipairs(self.zones) do
    if inside(zone, body) then body.zones[zone] = true end
  end
end

return World
