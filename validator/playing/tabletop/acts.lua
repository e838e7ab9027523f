-- What players do, and what the game does with saves. `make` gives a world without anything in it.
local api, World = ...

local ROTATION = {x = "rx", y = "ry", z = "rz"}

local function make(options)
  return setmetatable({
    options = options, seed = options.seed or 1, epoch = options.epoch or 1763787000,
    table_height = options.table_height or 1.06,
    clock = 0, frame = 0, wait_id = 0, guids = 0,
    bodies = {}, zones = {}, waits = {}, stopped = {}, body_of = {},
    seats = {}, host = nil, turns = {turn_color = ""}, notes = "", shown = {},
    messages = {}, refusals = {}, raised = {}, casts = {}, deals = {}, clipboard = {},
    steam_ids_read = 0, env = {}, called = 0, depth = 0, spent = 0,
  }, World)
end

-- Every body of a save, also those within others, is ready to be one.
local function prepare(body)
  body.zones, body.menu = {}, {}
  for _, one in ipairs(body.contents or {}) do prepare(one) end
  for _, one in pairs(body.states or {}) do prepare(one) end
  return body
end

-- Loads a save, as at its start or when it is rewound to: everything of before is gone but the
-- players and the clock. ``bodies`` are in the save's order.
function World:load(bodies, script, state, elements, turn_colour)
  self.bodies, self.zones, self.waits, self.stopped, self.body_of = {}, {}, {}, {}, {}
  self.shown, self.elements = {}, elements
  self.turns.turn_color = turn_colour
  for _, body in ipairs(bodies) do
    prepare(body)
    self.bodies[#self.bodies + 1] = body
    if self:is_zone(body) then self.zones[#self.zones + 1] = body end
  end
  self:globals()
  local chunk, trouble = load(script, "the script", "t", self.env)
  if not chunk then
    self.raised[#self.raised + 1] = tostring(trouble)
    return
  end
  self:run("the script", chunk)
  if self.options.zones_before_load then
    for _, body in ipairs(self.bodies) do self:update_zones(body) end
  else
    for _, body in ipairs(self.bodies) do self:settle_zones(body) end
  end
  self:call("onLoad", state)
  if not self.options.zones_before_load then
    for _, body in ipairs(self.bodies) do body.zones = {} end
    self:tick()
    for _, body in ipairs(self.bodies) do self:update_zones(body) end
  end
end

-- The state the script gives for a save.
function World:state() return self:call("onSave") or "" end

-- Players -----------------------------------------------------------------------------------------

function World:connect(colour, name)
  if not self.host then self.host = colour end
  self:player(colour)
  self.seats[colour].name = name
  self:call("onPlayerConnect", self:player(colour))
end

-- Who sat there already when the save was loaded.
function World:seat(colour, name)
  if not self.host then self.host = colour end
  self:player(colour)
  self.seats[colour].name = name
end

function World:seated()
  local found = {}
  for colour in pairs(api.seats) do
    if self.seats[colour] and self.seats[colour].name then found[#found + 1] = colour end
  end
  table.sort(found)
  return found
end

function World:disconnect(colour)
  self:call("onPlayerDisconnect", self:player(colour))
  self.seats[colour].name = nil
  self:call("onPlayerChangeColor", "Grey")
end

function World:change_colour(colour, other)
  local name = self.seats[colour].name
  self.seats[colour].name = nil
  self:player(other)
  self.seats[other].name = name
  self:call("onPlayerChangeColor", other)
end

function World:chat(colour, words) return self:call("onChat", words, self:player(colour)) ~= false end

function World:take_turn(colour)
  local before = self.turns.turn_color
  self.turns.turn_color = colour
  self:call("onPlayerTurn", self:player(colour), before ~= "" and self:player(before) or nil)
end

function World:press(colour, id, handler)
  self:call(handler, self:player(colour), "-1", id)
end

-- Chooses an entry in a thing's menu; false where it has none of that name.
function World:choose(colour, key, label)
  local body = self:thing(key)
  for _, item in ipairs(body.menu) do
    if item.label == label then
      self:run("a menu", item.callback, colour, self:vector(body.x, body.y, body.z), self:object(body))
      return true
    end
  end
  return false
end

function World:menu_of(key)
  local labels = {}
  for at, item in ipairs(self:thing(key).menu) do labels[at] = item.label end
  return labels
end

-- Things ------------------------------------------------------------------------------------------

function World:act(colour, action, bodies)
  local targets = {}
  for at, body in ipairs(bodies) do targets[at] = self:object(body) end
  return self:call("onPlayerAction", self:player(colour), action, targets) ~= false
end

function World:hold(colour, body)
  if body.locked then return false end
  body.picked, body.rest_at = {body.x, body.y, body.z}, nil
  body.held = colour
  self:call("onObjectPickUp", colour, self:object(body))
  return true
end

function World:pick_up(colour, key)
  local body = self:thing(key)
  if body.locked or not self:act(colour, "PickUp", {body}) then return false end
  return self:hold(colour, body)
end

-- Moves what is held over a point of the table, through the zones on the way's end.
function World:move(key, x, z)
  local body = self:thing(key)
  body.x, body.y, body.z = x, self.table_height + 2, z
  self:update_zones(body)
end

-- Lets go of a thing over a point. It falls onto what lies there, or into a bag or deck.
function World:drop(colour, key, x, z)
  local body = self:thing(key)
  body.x, body.y, body.z = x, self.table_height + 1, z
  local host = self:host(body)
  if host and self.options.enter_before_drop then self:enter(host, body) end
  body.held = nil
  self:call("onObjectDrop", colour, self:object(body))
  if host and not self.options.enter_before_drop then self:enter(host, body) end
  if not body.gone then
    self:update_zones(body)
    self:fall(body)
  end
end

-- Takes a thing out of a container into the hand; which one, where it is not for chance to say.
function World:take(colour, key, inner)
  local container = self:thing(key)
  if not container.contents or #container.contents == 0 then return nil end
  local at
  for i, one in ipairs(container.contents) do
    if inner and (one.memo == inner or one.guid == inner) then at = i end
  end
  local body = self:leave(container, at or self:next_out(container),
    {container.x, container.y + 1, container.z})
  self:hold(colour, body)
  return body.guid
end

-- Deals cards into a hand by typing a number over a deck or bag; they come to lie at a point.
function World:type_number(colour, key, count, x, z)
  local container = self:thing(key)
  if self:call("onObjectNumberTyped", self:object(container), colour, count, false) == true then return end
  for _ = 1, count do
    if not container.contents or #container.contents == 0 or container.gone then return end
    self:leave(container, self:next_out(container), {x, self.table_height + 1, z})
  end
end

function World:turn(colour, key, spin, flip)
  local body = self:thing(key)
  local old_spin, old_flip = body.ry % 360, body.rz % 360
  local object = self:object(body)
  if self:call("tryObjectRotate", object, spin, flip, colour, old_spin, old_flip) == false then return end
  body.ry, body.rz = spin, flip
  self:call("onObjectRotate", object, spin, flip, colour, old_spin, old_flip)
end

function World:flip(colour, key)
  local body = self:thing(key)
  if not self:act(colour, "FlipOver", {body}) then return end
  self:turn(colour, key, body.ry % 360, (body.rz + 180) % 360)
end

function World:rotate(colour, key, degrees)
  self:turn(colour, key, degrees % 360, self:thing(key).rz % 360)
end

function World:set_state(colour, key, state)
  local body = self:thing(key)
  if not body.states or not body.states[state] then return body.guid end
  if self:call("tryObjectStateChange", self:object(body), state, colour) == false then return body.guid end
  return self:change_state(body, state).guid
end

-- Throws dice, or shuffles a bag or deck. Shaking tells of it again and again.
function World:randomize(colour, keys)
  local bodies = {}
  for at, key in ipairs(keys) do bodies[at] = self:thing(key) end
  if not self:act(colour, "Randomize", bodies) then return end
  for _, body in ipairs(bodies) do
    if self:call("tryObjectRandomize", self:object(body), colour) ~= false then
      self:throw(body)
      for _ = 1, self.options.randomize_repeats and 3 or 1 do
        self:call("onObjectRandomize", self:object(body), colour)
      end
    end
  end
end

-- Flings a die out of the hand: it is dropped and rolls, and no event tells of chance.
function World:fling(colour, key, x, z)
  self:pick_up(colour, key)
  self:drop(colour, key, x, z)
  self:throw(self:thing(key))
end

-- Flicks a thing across the table.
function World:flick(colour, key, x, z)
  local body = self:thing(key)
  self:call("onObjectFlick", self:object(body), colour, self:vector(x - body.x, 0, z - body.z))
  body.x, body.z = x, z
  self:fall(body)
end

function World:search(colour, key, seconds)
  local body = self:thing(key)
  self:call("onObjectSearchStart", self:object(body), colour)
  self:wait(seconds or 1)
  self:call("onObjectSearchEnd", self:object(body), colour)
end

function World:peek(colour, key) self:call("onObjectPeek", self:object(self:thing(key)), colour) end

local function copied(value)
  if type(value) ~= "table" then return value end
  local made = {}
  for key, one in pairs(value) do
    if key ~= "zones" and key ~= "menu" and key ~= "face" and key ~= "callback" then made[key] = copied(one) end
  end
  return made
end

function World:copy(colour, keys)
  local bodies = {}
  for at, key in ipairs(keys) do bodies[at] = self:thing(key) end
  if not self:act(colour, "Copy", bodies) then return end
  self.clipboard = {}
  for at, body in ipairs(bodies) do self.clipboard[at] = copied(body) end
end

function World:paste(colour, x, z)
  if not self:act(colour, "Paste", {}) then return {} end
  local made = {}
  for at, one in ipairs(self.clipboard) do
    local body = prepare(copied(one))
    body.x, body.y, body.z = x, self.table_height + 1, z
    self:spawn(body)
    self:fall(body)
    made[at] = body.guid
  end
  return made
end

function World:delete(colour, keys)
  local bodies = {}
  for at, key in ipairs(keys) do bodies[at] = self:thing(key) end
  if not self:act(colour, "Delete", bodies) then return end
  for _, body in ipairs(bodies) do self:remove(body) end
end

function World:group(colour, keys)
  local bodies = {}
  for at, key in ipairs(keys) do bodies[at] = self:thing(key) end
  if not self:act(colour, "Group", bodies) then return end
  local host = bodies[1]
  for at = 2, #bodies do host = self:enter(host, bodies[at]) end
end

-- A push that nobody meant: no event tells of it.
function World:push(key, x, z, spin)
  local body = self:thing(key)
  body.x, body.z = x, z
  if spin then body.ry = spin end
  self:update_zones(body)
end

-- As they stand -------------------------------------------------------------------------------------

local function standing(body)
  local contents, states
  if body.contents then
    contents = {}
    for at, one in ipairs(body.contents) do contents[at] = standing(one) end
  end
  if body.states then
    states = {}
    for number, one in pairs(body.states) do states[number] = standing(one) end
  end
  local made = {
    raw = body.raw, guid = body.guid, name = body.name, memo = body.memo, nickname = body.nickname,
    x = body.x, y = body.y, z = body.z, state = body.state, contents = contents, states = states,
    held = body.held, value = body.value,
  }
  for _, key in pairs(ROTATION) do made[key] = body[key] end
  return made
end

-- What can be seen of a thing, field after field, at the end of a list.
local function glance(list, body, around, container)
  local n = #list
  list[n + 1], list[n + 2], list[n + 3], list[n + 4] = body.guid, body.memo, body.name, body.nickname
  list[n + 5], list[n + 6], list[n + 7], list[n + 8] = around.x, around.z, around.y, body.ry
  list[n + 9], list[n + 10], list[n + 11], list[n + 12] = body.rz, body.state, container, body.held or ""
end

-- The same of everything on the table and in its bags and decks, in one list; or of the first thing
-- of that GUID or memo.
function World:glances(key)
  local list = {}
  for _, body in ipairs(self.bodies) do
    if not key or body.guid == key or body.memo == key then glance(list, body, body, "") end
    for _, one in ipairs(body.contents or {}) do
      if not key or one.guid == key or one.memo == key then glance(list, one, body, body.guid) end
    end
    if key and #list > 0 then break end
  end
  return list
end

-- Everything on the table, plainly.
function World:stand()
  local found = {}
  for at, body in ipairs(self.bodies) do found[at] = standing(body) end
  return found
end

return make
