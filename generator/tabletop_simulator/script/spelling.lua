-- Text and numbers as the log has them ------------------------------------------------------

-- The code of the character at a place, and how many places it takes: MoonSharp's strings are
-- UTF-16 and tell it themselves, those of Lua 5.2 are bytes of UTF-8. nil for what is neither.
local function code_at(text, at)
  if string.unicode then
    local code, low = string.unicode(text, at), at < #text and string.unicode(text, at + 1) or 0
    if code < 55296 or code >= 56320 or low < 56320 or low >= 57344 then return code, 1 end
    return (code - 55296) * 1024 + low - 56320 + 65536, 2
  end
  local a, b, c, d = byte(text, at, at + 3)
  local function tail(x) return x and x >= 128 and x < 192 end
  if a < 128 then return a, 1 end
  if a >= 194 and a < 224 and tail(b) then return (a - 192) * 64 + b - 128, 2 end
  if a >= 224 and a < 240 and tail(b) and tail(c) and (a > 224 or b >= 160) then
    return ((a - 224) * 64 + b - 128) * 64 + c - 128, 3
  end
  if a >= 240 and a < 245 and tail(b) and tail(c) and tail(d) then
    local code = (((a - 240) * 64 + b - 128) * 64 + c - 128) * 64 + d - 128
    if code >= 65536 and code < 1114112 then return code, 4 end
  end
  return nil, 1
end

local function escaped(code)
  if not code then return "?" end
  if code == 34 then return '\\"' end
  if code == 92 then return "\\\\" end
  if code == 10 then return "\\n" end
  if code < 65536 then return format("\\u%04x", code) end
  code = code - 65536
  return format("\\u%04x\\u%04x", 55296 + floor(code / 1024), 56320 + code % 1024)
end

-- A text as JSON writes it, in ASCII, cut after so many units of UTF-16. Character by character:
-- MoonSharp's patterns see no more of a character than its lowest byte.
local function spelled(text, limit)
  local parts, at, left = {'"'}, 1, limit
  while at <= #text do
    local code, width = code_at(text, at)
    left = left - (code and code >= 65536 and 2 or 1)
    if left < 0 then break end
    local plain = code and code >= 32 and code < 127 and code ~= 34 and code ~= 92
    parts[#parts + 1] = plain and sub(text, at, at) or escaped(code)
    at = at + width
  end
  parts[#parts + 1] = '"'
  return table.concat(parts)
end

local spellings, spelt = {}, 0  -- of names and marks, which come again and again

local function quoted(text, limit)
  text = tostring(text)
  if limit then return spelled(text, limit) end
  local known = spellings[text]
  if not known then
    known = spelled(text, NAME_LIMIT)
    if spelt >= 2000 then spellings, spelt = {}, 0 end
    spellings[text], spelt = known, spelt + 1
  end
  return known
end

local HUGE = 1000000000000

-- A number rounded to a whole one; what is no number, or beyond reason, is brought to one.
local function whole(number)
  if type(number) ~= "number" or number ~= number then return 0 end
  return math.max(-HUGE, math.min(HUGE, floor(number + 0.5))) + 0
end

local function digits(number) return format("%d", whole(number)) end

local function text(key, value, limit) return ',"' .. key .. '":' .. quoted(value, limit) end
local function number(key, value) return ',"' .. key .. '":' .. digits(value) end
local function numbers(key, values)
  local parts = {}
  for i = 1, #values do parts[i] = digits(values[i]) end
  return ',"' .. key .. '":[' .. table.concat(parts, ",") .. "]"
end
