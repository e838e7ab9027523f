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
