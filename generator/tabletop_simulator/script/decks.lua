-- Decks -----------------------------------------------------------------------------------

local takers = {}  -- mark of a bag or deck -> who takes things out of it, and how many more

local function pile_named(name)
  for _, pile in ipairs(GAME.decks or {}) do
    if pile.name == name then return pile end
  end
end

-- What lies on a pile's place, from the top down; its own bag or deck first, if it has one.
function lying_on(name)
  local pile, found = pile_named(name), {}
  if not pile then return found end
  local own = "deck/" .. name
  for _, object in ipairs(getObjects()) do
    local kind, memo = object.type, mark(object)
    if memo == own then
      table.insert(found, 1, object)
    elseif not ZONES[kind] and (sub(memo, 1, 6) == "piece/" or kind == "Deck") then
      local at = object.getPosition()
      if not object.held_by_color and math.abs(at.x - pile.place[1]) <= pile.reach
        and math.abs(at.z - pile.place[3]) <= pile.reach then
        local before = #found + 1
        while before > 1 and mark(found[before - 1]) ~= own
          and found[before - 1].getPosition().y < at.y do
          before = before - 1
        end
        table.insert(found, before, object)
      end
    end
  end
  return found
end

-- How what lies on a pile is turned.
local function as_laid(pile)
  return {x = 0, y = pile.upright, z = pile.down == 1 and (SETTINGS.face_down_rotation or 180) or 0}
end

local function joins(object, other)
  local kind = other.type
  return CONTAINERS[object.type] or (object.type == "Card" and (kind == "Card" or kind == "Deck"))
end

local function lay(card, name, from, actor)
  let_go(card, from, actor)
  for _, object in ipairs(lying_on(name)) do
    if object.guid ~= card.guid and joins(object, card) then
      object.putObject(card)
      return
    end
  end
end

-- One card from a deck to another.
local function draw(from, onto, actor)
  local source, pile = lying_on(from)[1], pile_named(onto)
  if not source or not pile then return end
  local place = {x = pile.place[1], y = pile.place[2] + 1, z = pile.place[3]}
  local origin = thousandths(source.getPosition())
  local rotation = as_laid(pile)
  if CONTAINERS[source.type] then
    if source.getQuantity() < 1 then return end
    takers[mark(source)] = {actor = actor, left = 1, t = now()}
    source.takeObject({
      position = place, rotation = rotation, smooth = false,
      callback_function = function(card) guarded("a draw", lay, card, onto, origin, actor) end,
    })
  else
    source.setRotation(rotation)
    source.setPosition(place)
    lay(source, onto, origin, actor)
  end
end

local function shuffled(container, actor)
  container.shuffle()
  write("shuffle", actor, text("i", mark(container)) .. stands(container))
end

-- A whole pile back into its deck. A bag would keep a deck as a deck: it takes one card at a time.
local function reshuffle(from, actor)
  local pile = pile_named(from)
  local into = pile and pile_named(pile.into or "")
  if not into then return end
  local target = lying_on(into.name)[1]
  local waiting_for = 0
  local function move(card)
    if card.isDestroyed() then return end
    if target and joins(target, card) then
      let_go(card, thousandths(card.getPosition()), actor)
      target = target.putObject(card) or target
    else
      card.setRotation(as_laid(into))
      put(card, {x = into.place[1], y = into.place[2] + 1, z = into.place[3]}, actor)
      target = target or card
    end
  end
  for _, object in ipairs(lying_on(from)) do
    if CONTAINERS[object.type] and target and target.type == "Bag" then
      local count = object.getQuantity()
      takers[mark(object)] = {actor = actor, left = count, t = now()}
      for _ = 1, count do
        local rest = object.remainder
        if rest then
          move(rest)
        else
          waiting_for = waiting_for + 1
          object.takeObject({smooth = false, callback_function = function(card)
            waiting_for = waiting_for - 1
            guarded("a reshuffle", move, card)
          end})
        end
      end
    else
      move(object)
    end
  end
  when(function() return waiting_for == 0 end, function()
    if target and not target.isDestroyed() and CONTAINERS[target.type] then
      shuffled(target, actor)
    end
  end, SOON)
end
