-- Broadside's recorder: it writes down what is done at this table, and hinders nobody.
--
-- Each act is a line of JSON in the script state of the save, and each line carries the hash of all
-- before it. docs/recorder.md tells every act and field, how a head is checked, and what a
-- recorder inside a save can never prove. Written for Lua 5.2 and MoonSharp alike: the log is ASCII
-- and whole numbers only, since these two agree about nothing else to the byte.

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

-- To one seat; a spectator has none and hears nothing.
local function whisper(words, colour) pcall(printToColor, words, colour, WHITE) end

local told_of = {}

-- Runs what the game calls. A fault of the recorder is told once and stops no game.
local function guarded(name, handler, ...)
  local fine, answer = pcall(handler, ...)
  if fine then return answer end
  if not told_of[name] then
    told_of[name] = true
    pcall(say, "Broadside: trouble in " .. name .. "; the game goes on, the log may lack"
      .. " something: " .. tostring(answer), AMBER)
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
