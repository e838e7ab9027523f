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
    if not one.quiet then
      show("property/" .. one.name, (one.text ~= "" and one.text or one.name) .. " "
        .. digits(properties[one.name]))
    end
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
    -- Another object stands for the piece from now on: where this one went is told before.
    settle_drops(object.guid)
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
