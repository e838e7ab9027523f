-- SHA-256 ---------------------------------------------------------------------------------

local ROUND = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
local WORD = 4294967296

-- The byte of a padded message at a place behind its last whole word.
local function padded(message, at)
  if at <= #message then return byte(message, at) end
  return at == #message + 1 and 128 or 0
end

-- The 16 words of a block, and 48 more made of them.
local function schedule(message, block, blocks, w)
  for i = 1, 16 do
    local at = block * 64 + i * 4 - 3
    local a, b, c, d
    if at + 3 <= #message then
      a, b, c, d = byte(message, at, at + 3)
    else
      a, b, c, d = padded(message, at), padded(message, at + 1), padded(message, at + 2),
        padded(message, at + 3)
    end
    w[i] = ((a * 256 + b) * 256 + c) * 256 + d
  end
  if block == blocks - 1 then
    w[15], w[16] = floor(#message * 8 / WORD), #message * 8 % WORD
  end
  for i = 17, 64 do
    local x, y = w[i - 15], w[i - 2]
    local s0 = bxor(rrotate(x, 7), rrotate(x, 18), rshift(x, 3))
    local s1 = bxor(rrotate(y, 17), rrotate(y, 19), rshift(y, 10))
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) % WORD
  end
end

-- SHA-256 of an ASCII text, as 64 hex digits (FIPS 180-4).
local function sha256(message)
  local h1, h2, h3, h4 = 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a
  local h5, h6, h7, h8 = 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  local blocks, w = floor((#message + 8) / 64) + 1, {}
  for block = 0, blocks - 1 do
    schedule(message, block, blocks, w)
    local a, b, c, d, e, f, g, h = h1, h2, h3, h4, h5, h6, h7, h8
    local b_c = bxor(b, c)
    for i = 1, 64 do
      local s1 = bxor(rrotate(e, 6), rrotate(e, 11), rrotate(e, 25))
      local t1 = h + s1 + bxor(g, band(e, bxor(f, g))) + ROUND[i] + w[i]
      local s0 = bxor(rrotate(a, 2), rrotate(a, 13), rrotate(a, 22))
      local a_b = bxor(a, b)
      local t2 = s0 + bxor(b, band(a_b, b_c))
      h, g, f, e, d, c, b, a = g, f, e, (d + t1) % WORD, c, b, a, (t1 + t2) % WORD
      b_c = a_b
    end
    h1, h2, h3, h4 = (h1 + a) % WORD, (h2 + b) % WORD, (h3 + c) % WORD, (h4 + d) % WORD
    h5, h6, h7, h8 = (h5 + e) % WORD, (h6 + f) % WORD, (h7 + g) % WORD, (h8 + h) % WORD
  end
  return format("%08x%08x%08x%08x%08x%08x%08x%08x", h1, h2, h3, h4, h5, h6, h7, h8)
end
