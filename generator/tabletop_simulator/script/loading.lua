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
