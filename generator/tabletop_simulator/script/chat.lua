-- The chat command -------------------------------------------------------------------------

-- Signs are compared one by one: to MoonSharp's patterns, two of the same low byte are one.
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

local function tell(player, words) whisper(words, player.color) end

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
