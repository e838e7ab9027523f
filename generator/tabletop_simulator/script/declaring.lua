-- Declarations ----------------------------------------------------------------------------

local function side_of(colour)
  local side = (GAME.seats or {})[colour]
  return side and ((GAME.sides or {})[side] or side) or colour
end

local function dice_button(id)
  for _, one in ipairs(GAME.dice or {}) do
    if one.id == id then return one end
  end
end

local function change_of(pairs_, name)
  for _, one in ipairs(pairs_) do
    if one[1] == name then return one[2] end
  end
end

-- By property of words, what was noted of a piece; after loading nothing is.
local noted = {}

-- Words about a piece: as they stand, its name, its values, or what `other` knows.
local function about(parts, name, values, other)
  local words = ""
  for _, part in ipairs(parts) do
    if type(part) == "string" then
      words = words .. part
    elseif part[1] == "name" then
      words = words .. name
    elseif values and values[part[1]] then
      words = words .. values[part[1]]
    elseif other then
      words = words .. other(part[1])
    end
  end
  return words
end

-- What the click changes, which may be another property for each piece.
local function changes(action, piece)
  return action.scores and action.scores[piece] or action.score
end

-- What follows the keyword: the properties as the click leaves them, and what is due with them.
local function detail(action, name, piece)
  local values, score = action.values[piece], changes(action, piece)
  local function after(property)
    local value = change_of(action.sets, property)
    return value or properties[property] + (change_of(score, property) or 0)
  end
  local words = about(action.says, name, values, function(property)
    if (GAME.words or {})[property] then return noted[property] or "-" end
    return digits(after(property))
  end)
  for _, one in ipairs(action.reminders) do
    if properties[one[1]] and after(one[1]) % one[2] == 0 then words = words .. ", " .. one[3] end
  end
  return words
end

local function name_of(object)
  local names = (GAME.names or {})[mark(object)]
  local state = names and names[math.max(1, object.getStateId())]
  return state and state[object.is_face_down and 2 or 1] or object.getName()
end

-- A declaration, with all that the same click does in the order the module has it.
local function declare(action, actor, object, said)
  settle_drops()
  local piece = object and mark(object) or ""
  if object and not action.silent and (GAME.masked or {})[piece] and object.is_face_down then
    turn_to(object, math.max(1, object.getStateId()), 0, actor)
  end
  if not action.silent then
    local names = object and (GAME.names or {})[piece]
    local state = names and names[math.max(1, object.getStateId())]
    local called = state and state[1] or object and name_of(object) or ""
    local words = said or detail(action, called, piece)
    local what = text("k", action.id) .. text("x", words, TEXT_LIMIT) .. text("p", piece)
    write("declare", actor, what)
    local said_to_all = side_of(actor.colour) .. " declares " .. action.keyword
    -- Which place that is, a reader of the log works out.
    local readable = words:gsub("{place}", "its place")
    say(words == "" and said_to_all or said_to_all .. " " .. readable)
  end
  for _, one in ipairs(action.notes) do
    noted[one[1]] = about(one[2], object and name_of(object) or "", action.values[piece])
  end
  local place = action.places[piece]
  if place then put(object, {x = place[1], y = place[2], z = place[3]}, actor) end
  local face = action.faces[piece]
  if face then
    -- A secret act leaves a masked piece masked.
    local down = (GAME.masked or {})[piece] and object.is_face_down and 1 or face[2]
    turn_to(object, face[1], down, actor)
  end
  for _, one in ipairs(changes(action, piece)) do
    set_property(one[1], (properties[one[1]] or 0) + one[2], actor)
  end
  for _, one in ipairs(action.sets) do set_property(one[1], one[2], actor) end
  local button = dice_button(action.dice)
  if button then roll(button, actor) end
  for _, one in ipairs(action.draws) do draw(one[1], one[2], actor) end
  for _, from in ipairs(action.reshuffles) do reshuffle(from, actor) end
  if action.tracker == "next_turn" then
    go_to(0, actor)
  elseif action.tracker == "next_step" and action.step then
    go_to(action.step, actor)
  end
end

-- Whether a piece that nobody knows has an action is told to who may turn it alone.
local function choose(action, colour, object)
  local mask = (GAME.masked or {})[mark(object)]
  local own = mask and mask.sides[(GAME.seats or {})[colour] or ""]
  if mask and object.is_face_down and not own then
    whisper("Broadside: only its owner acts with a piece that lies face down", colour)
  elseif not action.pieces[mark(object)] then
    whisper("Broadside: that is not for this piece", colour)
  else
    declare(action, who(colour), object)
  end
end

-- Whether an action stands in a piece's menu: everybody can open it, so those of all pieces with
-- the same back stand in the menu of each, and tell nothing.
local function offered(action, piece)
  if action.pieces[piece] then return true end
  local mask = (GAME.masked or {})[piece]
  for other in pairs(mask and action.pieces or {}) do
    local back = (GAME.masked or {})[other]
    if back and back.back == mask.back then return true end
  end
  return false
end

-- The declarations in a piece's menu.
local function add_menu(object)
  local piece = mark(object)
  for _, action in ipairs(GAME.actions or {}) do
    if offered(action, piece) then
      object.addContextMenuItem(action.name, function(colour, _, chosen)
        guarded("a menu", choose, action, colour, chosen or object)
      end)
    end
  end
end

local function action_named(id)
  for _, action in ipairs(GAME.actions or {}) do
    if action.id == id then return action end
  end
end
