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
