-- SPDX-FileCopyrightText: The weir authors
-- SPDX-License-Identifier: Apache-2.0

-- Wireshark dissector of Ultra Ethernet's link: the records of weir's captures beside frames (link type USER0: ordered
-- sets, preambles), CC_Updates, and the numbers of link-level retry (LLR) at the frames that had them in their preamble.
-- weir.lua loads this script. The layouts are those of docs/reference/wire_formats.md.

if _G.weir_link_is_loaded then return end
_G.weir_link_is_loaded = true

local link = Proto("weir_link", "Ultra Ethernet link")
local frames = Proto("weir_link_frames", "Ultra Ethernet link, in frames")

local VERSION, HEADER = 1, 16
local KINDS = { [1] = "ordered set", [2] = "preamble" }
local SETS = {
  [0x01] = "LLR_ACK", [0x02] = "LLR_NACK", [0x03] = "LLR_INIT", [0x04] = "LLR_INIT_ECHO", [0x10] = "CF_Update",
}
local CC_TYPES = { [1] = "channels 0 to 15", [2] = "channels 16 to 31" }

local f = {
  version = ProtoField.uint8("weir_link.version", "Version of the record"),
  kind = ProtoField.uint8("weir_link.kind", "Kind", base.DEC, KINDS),
  in_frame = ProtoField.bool("weir_link.in_frame", "Inside a frame", 16, nil, 1),
  damaged = ProtoField.bool("weir_link.damaged", "Damaged by the wire, not heard", 16, nil, 2),
  no_news = ProtoField.bool("weir_link.no_news", "Without news", 16, nil, 4),
  replay = ProtoField.bool("weir_link.replay", "Sent again", 16, nil, 8),
  ps = ProtoField.uint16("weir_link.ps", "Picoseconds after the time stamp"),
  sender = ProtoField.ether("weir_link.sender", "Port that has sent it"),
  position = ProtoField.uint32("weir_link.position", "Bytes of the frame before it"),
  length = ProtoField.uint32("weir_link.length", "Length of the frame"),
  type = ProtoField.uint8("weir_link.type", "Type", base.HEX, SETS),
  ack = ProtoField.uint32("weir_link.ack", "Number of the last frame accepted"),
  init_seq = ProtoField.uint32("weir_link.init_seq", "Number of the first frame to come"),
  init_data = ProtoField.uint16("weir_link.init_data", "init_data", base.HEX),
  vc = ProtoField.uint8("weir_link.vc", "Channel"),
  freed = ProtoField.uint16("weir_link.freed", "R_CF: credits freed, modulo 32,768"),
  number = ProtoField.uint32("weir_link.number", "LLR number"),
  ends_after = ProtoField.uint32("weir_link.ends_after", "Time until the frame's end in ns"),
  frame = ProtoField.framenum("weir_link.preamble", "Its preamble"),
  cc_type = ProtoField.uint8("weir_link.cc.type", "CC_Update", base.DEC, CC_TYPES),
  cc_vc = ProtoField.uint8("weir_link.cc.vc", "Channel"),
  consumed = ProtoField.uint32("weir_link.cc.consumed", "S_CC: credits consumed"),
}
local e = {
  truncated = ProtoExpert.new("weir_link.truncated", "truncated: it ends too early", expert.group.MALFORMED,
    expert.severity.ERROR),
  out_of_range = ProtoExpert.new("weir_link.out_of_range", "field_out_of_range: receivers discard it",
    expert.group.MALFORMED, expert.severity.ERROR),
  unknown = ProtoExpert.new("weir_link.unknown", "unknown: nothing has this version, kind or type",
    expert.group.UNDECODED, expert.severity.WARN),
}
local fields, experts = {}, {}
for _, field in pairs(f) do table.insert(fields, field) end
for _, info in pairs(e) do table.insert(experts, info) end
link.fields, link.experts = fields, experts

local interface = Field.new("frame.interface_name")
local direction = Field.new("frame.packet_flags_direction")

local function bit(value, n) return math.floor(value / 2 ^ n) % 2 == 1 end

-- A 20-bit number that begins with a whole octet.
local function twenty(buf, tree, field)
  local number = math.floor(buf(0, 3):uint() / 16)
  tree:add(field, buf(0, 3), number)
  return number
end

-- Index and count of one channel of a CF_Update.
local function channel(buf, tree)
  local vc, freed = buf(0, 3):bitfield(0, 5), buf(0, 3):bitfield(5, 15)
  tree:add(f.vc, buf(0, 1), vc)
  tree:add(f.freed, buf(0, 3), freed)
  return string.format("%d: %d", vc, freed)
end

local function show_set(buf, tree)
  local type = buf(1, 1):uint()
  tree:add(f.type, buf(1, 1))
  local name = SETS[type]
  if not name then
    tree:add_proto_expert_info(e.unknown)
    return "unknown ordered set"
  end
  local sound = buf(0, 1):uint() == 0x4b and buf(4, 1):bitfield(4, 4) == 6
  local text
  if type == 0x10 then
    text = name .. " " .. channel(buf(2, 3), tree) .. ", " .. channel(buf(5, 3), tree)
    sound = sound and buf(7, 1):bitfield(4, 4) == 0
  elseif type <= 0x02 then
    text = name .. " " .. twenty(buf(2, 3), tree, f.ack)
    sound = sound and buf(5, 3):uint() == 0
  else
    text = string.format("%s %d, data 0x%04x", name, twenty(buf(2, 3), tree, f.init_seq), buf(5, 2):uint())
    tree:add(f.init_data, buf(5, 2))
    sound = sound and buf(7, 1):uint() == 0
  end
  if not sound then tree:add_proto_expert_info(e.out_of_range) end
  return text
end

-- Numbers of frames. Waiting: by port, direction and time of the frame's end; known: by the packet's number.
local waiting, known = {}, {}
function link.init() waiting, known = {}, {} end

local function key(port, ns) return port .. "/" .. tostring(direction()) .. "/" .. string.format("%.0f", ns) end
local function nanoseconds(pinfo) return math.floor(pinfo.abs_ts * 1e9 + 0.5) end

local function show_preamble(buf, pinfo, tree, flags)
  if buf:len() < 12 then
    tree:add_proto_expert_info(e.truncated)
    return "preamble"
  end
  local ends = buf(8, 4)
  tree:add(f.ends_after, ends)
  local text, seen = "preamble without a number", { packet = pinfo.number, replay = bit(flags, 3) }
  local fixed = buf(0, 1):uint() == 0xfb and buf(4, 4):uint() == 0x555555d5
  if buf(1, 1):bitfield(4, 4) == 7 then
    seen.number = buf(1, 1):bitfield(0, 4) * 65536 + buf(2, 2):uint()
    tree:add(f.number, buf(1, 3), seen.number)
    text = "preamble, LLR number " .. seen.number
  else
    fixed = fixed and buf(1, 3):uint() == 0x555555
  end
  if not fixed then tree:add_proto_expert_info(e.out_of_range) end
  local port = interface() and tostring(interface()):match("^(.*)%.link$")
  if port and not pinfo.visited then waiting[key(port, nanoseconds(pinfo) + ends:uint())] = seen end
  return text
end

function link.dissector(buf, pinfo, root)
  local tree = root:add(link, buf(0, buf:len()))
  pinfo.cols.protocol = "UE link"
  if buf:len() < HEADER + 8 then
    tree:add_proto_expert_info(e.truncated)
    return
  end
  tree:add(f.version, buf(0, 1))
  tree:add(f.kind, buf(1, 1))
  local kind, flags = buf(1, 1):uint(), buf(2, 2):uint()
  for _, flag in ipairs({ f.in_frame, f.damaged, f.no_news, f.replay }) do tree:add(flag, buf(2, 2)) end
  tree:add(f.ps, buf(4, 2))
  tree:add(f.sender, buf(6, 6))
  local text
  if buf(0, 1):uint() ~= VERSION or not KINDS[kind] then
    tree:add_proto_expert_info(e.unknown)
    text = "unknown record"
  elseif kind == 1 then
    tree:add(f.position, buf(12, 4))
    text = show_set(buf(HEADER, 8), tree)
  else
    tree:add(f.length, buf(12, 4))
    text = show_preamble(buf(HEADER), pinfo, tree, flags)
  end
  for n, word in ipairs({ "inside a frame", "damaged", "no news", "sent again" }) do
    if bit(flags, n - 1) then text = text .. ", " .. word end
  end
  pinfo.cols.info = text
  tree:append_text(", " .. text)
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, link)

local function show_cc_update(buf, root)
  local tree = root:add(link, buf(16, buf:len() - 16), "Ultra Ethernet, CC_Update")
  if buf:len() < 60 then return tree:add_proto_expert_info(e.truncated) end
  local type = buf(19, 1):uint()
  tree:add(f.cc_type, buf(19, 1))
  if not CC_TYPES[type] then return tree:add_proto_expert_info(e.unknown) end
  for n = 0, 15 do
    local first = 20 + math.floor(5 * n / 2)
    tree:add(f.cc_vc, buf(first, 3), 16 * (type - 1) + n)
    tree:add(f.consumed, buf(first, 3), buf(first, 3):bitfield(4 * (n % 2), 20))
  end
end

function frames.dissector(buf, pinfo, root)
  local port = interface() and tostring(interface()) or ""
  if port:match("%.link$") then return end
  if buf:len() >= 19 and buf(12, 4):uint() == 0x8808fffe and buf(16, 3):uint() == 0xfa7acb then show_cc_update(buf, root) end
  if not pinfo.visited and next(waiting) then
    local at = key(port, nanoseconds(pinfo))
    known[pinfo.number], waiting[at] = waiting[at], nil
  end
  local seen = known[pinfo.number]
  if seen then
    local tree = root:add(link, buf(0, 0), "Ultra Ethernet, link-level retry")
    tree:add(f.frame, seen.packet):set_generated()
    if seen.number then tree:add(f.number, seen.number):set_generated() end
    if seen.replay then tree:add(f.replay, buf(0, 0), 8):set_generated() end
  end
end

register_postdissector(frames)
