-- What a script finds around it: the globals of the API, strict, and nothing else.
local api, World = ...

local FRAMES = 1 / 32

-- JSON as far as a script state needs it: no more than the game's own JSON.decode gives back.
local function decoded(text)
  local at = 1
  local value
  local function fail() error("no JSON at " .. at, 0) end
  local function skip() at = string.find(text, "[^ \t\r\n]", at) or #text + 1 end
  local function string_()
    local parts = {}
    at = at + 1
    while true do
      local stop = string.find(text, '["\\]', at)
      if not stop then fail() end
      parts[#parts + 1] = string.sub(text, at, stop - 1)
      if string.sub(text, stop, stop) == '"' then
        at = stop + 1
        return table.concat(parts)
      end
      local sign = string.sub(text, stop + 1, stop + 1)
      local plain = ({['"'] = '"', ["\\"] = "\\", ["/"] = "/", n = "\n", t = "\t", r = "\r", b = "\b", f = "\f"})[sign]
      if plain then
        parts[#parts + 1], at = plain, stop + 2
      else
        local code = sign == "u" and tonumber(string.sub(text, stop + 2, stop + 5), 16)
        if not code then fail() end
        parts[#parts + 1], at = code < 128 and string.char(code) or "?", stop + 6
      end
    end
  end
  local function list(close, each)
    local made = {}
    at = at + 1
    skip()
    if string.sub(text, at, at) == close then
      at = at + 1
      return made
    end
    while true do
      each(made)
      skip()
      local sign = string.sub(text, at, at)
      at = at + 1
      if sign == close then return made end
      if sign ~= "," then fail() end
    end
  end
  function value()
    skip()
    local sign = string.sub(text, at, at)
    if sign == '"' then return string_() end
    if sign == "[" then
      return list("]", function(made) made[#made + 1] = value() end)
    end
    if sign == "{" then
      return list("}", function(made)
        skip()
        if string.sub(text, at, at) ~= '"' then fail() end
        local key = string_()
        skip()
        if string.sub(text, at, at) ~= ":" then fail() end
        at = at + 1
        made[key] = value()
      end)
    end
    for word, meaning in pairs({["true"] = true, ["false"] = false}) do
      if string.sub(text, at, at + #word - 1) == word then
        at = at + #word
        return meaning
      end
    end
    if string.sub(text, at, at + 3) == "null" then
      at = at + 4
      return nil
    end
    local _, stop, number = string.find(text, "^(%-?%d+%.?%d*[eE]?[+-]?%d*)", at)
    if not number then fail() end
    at = stop + 1
    return tonumber(number)
  end
  local found = value()
  skip()
  if at <= #text then fail() end
  return found
end

function World:waits_table()
  return self:strict("Wait", api.wait, {
    time = function(action, seconds, again)
      return self:schedule {action = action, time = self.clock + seconds, every = seconds, again = again}
    end,
    frames = function(action, count)
      return self:schedule {action = action, frame = self.frame + (count or 1)}
    end,
    condition = function(action, condition, limit, late)
      return self:schedule {
        action = action, condition = condition, limit = limit and self.clock + limit, late = late,
      }
    end,
    stop = function(id)
      self.stopped[id] = true
      return true
    end,
  })
end

function World:players_table()
  local colours = {}
  for name in string.gmatch("White Brown Red Orange Yellow Green Teal Blue Purple Pink Grey Black", "%a+") do
    colours[#colours + 1] = name
  end
  local actions = {}
  for name in pairs(api.action) do actions[name] = name end
  local values = {
    Action = self:strict("Player.Action", api.action, actions),
    getColors = function() return {table.unpack(colours)} end,
    getAvailableColors = function() return {table.unpack(colours, 1, 10)} end,
    getPlayers = function()
      local found = {}
      for _, colour in ipairs(colours) do
        if self.seats[colour] and self.seats[colour].name then found[#found + 1] = self:player(colour) end
      end
      return found
    end,
  }
  return setmetatable({}, {
    __index = function(_, key)
      if values[key] then return values[key] end
      if api.seats[key] then return self:player(key) end
      self:refuse("Player" .. (api.players[key] and "." or " has no ") .. tostring(key))
    end,
    __newindex = function(_, key) self:refuse("Player." .. tostring(key) .. " cannot be set") end,
  })
end

function World:ui_table()
  local function element(id)
    if self.elements and not self.elements[id] then self:refuse("the panel has no " .. tostring(id)) end
    self.shown[id] = self.shown[id] or {}
    return self.shown[id]
  end
  return self:strict("UI", api.ui, {
    loading = false,
    setAttribute = function(id, attribute, value)
      element(id)[attribute] = tostring(value)
      return true
    end,
    getAttribute = function(id, attribute) return element(id)[attribute] end,
  })
end

function World:told(to)
  return function(words, ...)
    local colour = to == "one" and select(1, ...) or to
    local tint = to == "one" and select(2, ...) or to == "all" and select(1, ...)
    if to ~= "host" and type(words) ~= "string" then self:refuse("a message is a text") end
    if tint and type(tint) ~= "table" and not api.seats[tint] then self:refuse("a tint is a colour") end
    self.messages[#self.messages + 1] = {to = colour, text = tostring(words)}
    return true
  end
end

-- Sets up what the script of this save may use.
function World:globals()
  local sandbox = {
    math = setmetatable({
      random = function(low, high)
        if not low then return (self:chance(1000000) - 1) / 1000000 end
        if not high then low, high = 1, low end
        return low - 1 + self:chance(high - low + 1)
      end,
      randomseed = function() end,
    }, {__index = math}),
    os = self:strict("os", api.os, {
      time = function() return math.floor(self.epoch + self.clock) end,
      clock = function() return self.clock end,
    }),
    Player = self:players_table(),
    Wait = self:waits_table(),
    UI = self:ui_table(),
    JSON = self:strict("JSON", api.json, {decode = decoded}),
    Turns = self:strict("Turns", api.turns, self.turns, {turn_color = true, enable = true, order = true}),
    Notes = self:strict("Notes", api.notes, {
      setNotes = function(words) self.notes = words return true end,
      getNotes = function() return self.notes end,
    }),
    Time = self:strict("Time", {time = true, delta_time = true, fixed_delta_time = true}, {
      time = self.epoch + self.clock, delta_time = FRAMES,
    }),
    print = self:told("host"), log = self:told("host"),
    printToAll = self:told("all"), broadcastToAll = self:told("all"),
    printToColor = self:told("one"), broadcastToColor = self:told("one"),
    getObjects = function()
      local found = {}
      for at, body in ipairs(self.bodies) do found[at] = self:object(body) end
      return found
    end,
    getObjectFromGUID = function(guid)
      local body = self:find(guid)
      return body and self:object(body)
    end,
    getSeatedPlayers = function() return self:seated() end,
  }
  for name in pairs(api.lua) do
    if sandbox[name] == nil then sandbox[name] = _G[name] end
  end
  self.env = setmetatable({}, {
    __index = function(_, key)
      local value = sandbox[key]
      if value ~= nil then return value end
      self:refuse((api.base[key] or api.lua[key]) and key .. " is not imitated here"
        or "there is no global " .. tostring(key))
    end,
    __newindex = function(env, key, value)
      local name = tostring(key)
      if (string.find(name, "^on%u") or string.find(name, "^try%u")) and not api.handler[name] then
        self:refuse("there is no event " .. name)
      end
      if api.base[key] or api.lua[key] then self:refuse(name .. " is the game's own name") end
      rawset(env, key, value)
    end,
  })
end
