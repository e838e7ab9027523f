-- What the game tells -----------------------------------------------------------------------

local quiet_until = 0   -- just loaded, everything "enters" the zone it was saved in
local explained = {}    -- guid or mark -> how many comings and goings another act has told already
local put_in = {}       -- mark -> when it last went into a bag or deck
local left = {}         -- mark -> how a piece lay in the bag or deck it just left
local entered = {}      -- guid -> true: it just went into a bag or deck
local formed = {}       -- guid -> true: a deck made of cards laid on each other
local meddled = {}      -- guid -> who deleted or changed it last, and when

-- A spawn or destroy of a thing that is about to be told, or just was, is no act of its own. What
-- comes into being has its GUID only later: it is known by its mark too.
local function explain(key)
  explained[key] = (explained[key] or 0) + 1
  after_frames(60, function() explained[key] = nil end)
end

local function was_explained(guid, name)
  local found = false
  for _, key in ipairs({guid, name}) do
    if (explained[key] or 0) > 0 then
      explained[key], found = explained[key] - 1, true
    end
  end
  return found
end

-- Whether a deck is made of cards that just went into one.
local function just_formed(object)
  if object.type ~= "Deck" or sub(mark(object), 1, 1) ~= "~" then return false end
  local cards = object.getObjects() or {}
  for _, card in ipairs(cards) do
    local name = card.memo ~= "" and card.memo or "~" .. tostring(card.guid)
    if not put_in[name] or now() - put_in[name] > SOON then return false end
  end
  for _, card in ipairs(cards) do
    if card.memo and card.memo ~= "" then contents[card.memo] = mark(object) end
  end
  return #cards > 0
end

local function recently(note) return note and now() - note.t <= SOON and note.actor or nil end

-- What came or went is judged a few frames later, when the act that explains it was told; at the
-- latest by the next save, which holds it or holds it no more.
local unjudged = {}

local function judge_later(judge)
  local function once()
    for at, one in ipairs(unjudged) do
      if one == once then
        table.remove(unjudged, at)
        judge()
        return
      end
    end
  end
  unjudged[#unjudged + 1] = once
  return once
end

-- Who has a thing in the hand; nobody, where nobody has.
local function holder(object)
  return object.held_by_color and who(object.held_by_color) or NOBODY
end

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
  local from = pick.from or thousandths(object.pick_up_position or object.getPosition())
  let_go(object, from, who(colour))
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
  explain(mark(object))
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
  local actor = holder(object)
  if taker and taker.left > 0 and recently(taker) then
    actor, taker.left = taker.actor, taker.left - 1
  end
  explain(object.guid)
  explain(mark(object))
  contents[mark(object)] = nil
  -- Where it comes to lie is told by its drop, or else by the next scan.
  left[mark(object)] = pose(object)
  left[mark(object)].at = thousandths(container.getPosition())
  write("leave", actor, text("p", mark(object)) .. text("i", bag)
    .. stands(container) .. number("d", object.is_face_down and 1 or 0))
end

local function on_enter(container, object)
  settle_drops(object.guid)
  local guid, piece, bag = object.guid, mark(object), mark(container)
  explain(guid)
  entered[guid] = true
  if sub(bag, 1, 1) == "~" then formed[container.guid] = true end
  local actor = recently(handled[guid]) or holder(object)
  write("enter", actor, text("p", piece) .. text("i", bag)
    .. stands(container))
  contents[piece], put_in[piece] = bag, now()
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
  local told = was_explained(guid, name)
  if told or (formed[guid] and object.type == "Deck") or just_formed(object) then
    formed[guid] = nil
  elseif before then -- the last card of a deck that dissolved
    contents[name] = nil
    write("leave", NOBODY, text("p", name) .. text("i", before)
      .. stands(object) .. number("d", object.is_face_down and 1 or 0))
  else
    write("spawn", NOBODY, text("p", name) .. text("g", guid) .. text("q", object.name)
      .. stands(object))
  end
  if is_piece(object) and not known[guid] and not held[guid] then
    known[guid] = left[name] or pose(object)
  end
  left[name] = nil
  add_menu(object)
end

local function on_spawn(object)
  if not log.going then return end
  local judged = judge_later(function() judge_spawn(object) end)
  when(function() return object.isDestroyed() or not object.spawning end,
    function() after_frames(3, judged) end, SOON)
end

local function on_destroy(object)
  if not log.going then return end
  settle_drops(object.guid)
  local guid, name, at = object.guid, mark(object), thousandths(object.getPosition())
  local actor = recently(meddled[guid]) or NOBODY
  local dissolved = object.type == "Deck" and (object.remainder ~= nil or object.getQuantity() < 2)
  after_frames(3, judge_later(function()
    if not was_explained(guid) and not dissolved then
      write("destroy", actor, text("p", name) .. numbers("o", at))
    end
    entered[guid], formed[guid] = nil, nil
    if not getObjectFromGUID(guid) then known[guid], held[guid], zones[guid] = nil, nil, nil end
  end))
end

local function on_randomize(object, colour)
  if is_die(object) then
    thrown(object, who(colour))
  elseif CONTAINERS[object.type] then
    settle_drops(object.guid)
    write("shuffle", who(colour), text("i", mark(object)) .. stands(object))
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
  local inside = way == "in" or nil
  if falling(guid) then return end  -- its drop tells where it ends
  local told = zones[guid] or {}
  zones[guid] = told
  if now() < quiet_until then
    told[name] = inside
  elseif zone.type ~= "Scripting" or not object.held_by_color then
    if told[name] == inside then return end
    told[name] = inside
    local actor = object.held_by_color and holder(object) or recently(handled[guid]) or NOBODY
    tell_zone(object, actor, name, way)
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

-- What happened and is not written yet, before a save.
local function catch_up()
  while #unjudged > 0 do unjudged[1]() end
  settle_drops()
  scan()
end

-- The script state. Every ten seconds the game asks for it: nothing is hashed here.
local function whole_log()
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
function onObjectStateChange(object, old)
  guarded("onObjectStateChange", on_state_changed, object, old)
end
function onObjectLeaveContainer(bag, object)
  guarded("onObjectLeaveContainer", on_leave, bag, object)
end
function onObjectEnterContainer(bag, object)
  guarded("onObjectEnterContainer", on_enter, bag, object)
end
function onObjectSpawn(object) guarded("onObjectSpawn", on_spawn, object) end
function onObjectDestroy(object) guarded("onObjectDestroy", on_destroy, object) end
function onObjectRandomize(object, colour)
  guarded("onObjectRandomize", on_randomize, object, colour)
end
function onObjectSearchStart(object, colour)
  guarded("onObjectSearchStart", on_search, object, colour, "start")
end
function onObjectSearchEnd(object, colour)
  guarded("onObjectSearchEnd", on_search, object, colour, "end")
end
function onObjectPeek(object, colour) guarded("onObjectPeek", on_peek, object, colour) end
function onObjectNumberTyped(object, colour, count)
  guarded("onObjectNumberTyped", on_number, object, colour, count)
end
function onObjectEnterZone(zone, object)
  guarded("onObjectEnterZone", on_zone, zone, object, "in")
end
function onObjectLeaveZone(zone, object)
  guarded("onObjectLeaveZone", on_zone, zone, object, "out")
end
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
function onSave()
  guarded("onSave", catch_up)
  return whole_log()
end

-- What every button of the panel calls; its id says what it does.
function broadside_press(player, _, id) guarded("a button", on_press, player, id) end
