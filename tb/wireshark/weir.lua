-- SPDX-FileCopyrightText: The weir authors
-- SPDX-License-Identifier: Apache-2.0

-- Wireshark dissector of weir's private messages (ethertype 0x88B5), of ITSY's messages on PFC frames, of GFC's stages
-- in PFC frames and of hop labels. The layouts are those of docs/reference/wire_formats.md.
--
--   wireshark -X lua_script:weir.lua capture.pcapng
--
-- The widths of ITSY's fields and the meaning of a PFC frame's times are settings of the network, which no frame tells:
-- they are preferences of the protocol. No octet beyond the end of a frame is read: a frame that ends early has an
-- expert info, as has one with a value that the receivers of weir refuse.

local folder = __DIR__ or ""
dofile(folder .. (folder == "" and "" or "/") .. "weir_link.lua") -- Ultra Ethernet's link

local weir = Proto("weir", "weir private message")
local beside = Proto("weir_beside", "weir, in other frames")

weir.prefs.wide_entries = Pref.bool("ITSY: wide entries", false, "deadlock.itsy.wide_entries: entries of 5 octets")
weir.prefs.port_bits = Pref.uint("ITSY: bits of a port", 0, "deadlock.itsy.port_bits; 0: 6, or 8 of a wide entry")
weir.prefs.gfc_stages = Pref.bool("GFC: PFC times are stages", false, "The ports run gfc_buffer_based")

local BRIDGE = "0180C200000E" -- the nearest-bridge group address
local destination = Field.new("eth.dst")
local ALONE = 46 -- octets behind the ethertype of an untagged message
local SUBTYPES = {
  [0x01] = "CBFC credit", [0x02] = "GFC queue depth", [0x10] = "FERA tag", [0x20] = "ITSY checking message",
  [0x21] = "ITSY consistency message", [0x22] = "ITSY collecting message", [0x23] = "ITSY resuming message",
  [0x24] = "ITSY ALIVE", [0x25] = "ITSY blocked destinations", [0x26] = "ITSY trigger",
  [0x30] = "congestion notification",
}
local SEVERAL_HOPS = { [0x10] = true, [0x30] = true }

local f = {
  subtype = ProtoField.uint8("weir.subtype", "Subtype", base.HEX, SUBTYPES),
  class = ProtoField.uint8("weir.class", "Class"),
  ttl = ProtoField.uint8("weir.ttl", "TTL"),
  label = ProtoField.uint8("weir.label", "Hop label: class at the next switch"),
  op = ProtoField.uint8("weir.cbfc.op", "Op", base.DEC, { [0] = "normal", [1] = "initialisation" }),
  fctbs = ProtoField.uint32("weir.cbfc.fctbs", "FCTBS: blocks sent"),
  fccl = ProtoField.uint32("weir.cbfc.fccl", "FCCL: credit limit"),
  depth = ProtoField.uint32("weir.gfc.depth", "Queue depth in bytes"),
  stage_class = ProtoField.uint8("weir.gfc.stage_class", "Class of the stage"),
  stage = ProtoField.uint16("weir.gfc.stage", "Stage"),
  classes = ProtoField.uint8("weir.itsy.classes", "Classes with an entry", base.HEX),
  triggers = ProtoField.uint8("weir.itsy.triggers", "Classes with a trigger", base.HEX),
  entry_class = ProtoField.uint8("weir.itsy.entry.class", "Class"),
  switch = ProtoField.uint32("weir.itsy.entry.switch", "Switch S"),
  port = ProtoField.uint32("weir.itsy.entry.port", "Port P"),
  seq = ProtoField.uint32("weir.itsy.entry.seq", "Seq"),
  hops = ProtoField.uint32("weir.itsy.entry.ttl", "TTL"),
  trigger_class = ProtoField.uint8("weir.itsy.trigger.class", "Class"),
  trigger_switch = ProtoField.uint32("weir.itsy.trigger.switch", "Switch S"),
  trigger_port = ProtoField.uint32("weir.itsy.trigger.port", "Port P"),
  trigger_host = ProtoField.uint8("weir.itsy.trigger.host", "A host behind the port"),
  ports = ProtoField.uint8("weir.itsy.ports", "Ports in the list"),
  loop_switch = ProtoField.uint32("weir.itsy.loop.switch", "Switch S"),
  loop_port = ProtoField.uint32("weir.itsy.loop.port", "Port P"),
  alive = ProtoField.uint8("weir.itsy.alive.classes", "ALIVE: classes", base.HEX),
  round = ProtoField.uint8("weir.itsy.alive.round", "ALIVE: number of the round"),
  group = ProtoField.uint8("weir.itsy.group", "Blocked group"),
  limit_ttl = ProtoField.uint8("weir.itsy.limit.ttl", "Cables that it may still pass"),
  flows = ProtoField.uint8("weir.itsy.limit.flows", "Flows"),
  src = ProtoField.ipv4("weir.flow.src", "Source"),
  dst = ProtoField.ipv4("weir.flow.dst", "Destination"),
  sport = ProtoField.uint16("weir.flow.sport", "Source port"),
  dport = ProtoField.uint16("weir.flow.dport", "Destination port"),
  protocol = ProtoField.uint8("weir.flow.protocol", "Protocol"),
  version = ProtoField.uint8("weir.fera.version", "Version"),
  direction = ProtoField.uint8("weir.fera.op", "Op", base.DEC, { [0] = "forward", [1] = "returning" }),
  flow = ProtoField.uint32("weir.fera.flow", "Flow"),
  rate = ProtoField.uint32("weir.fera.rate", "Rate in kbit/s"),
  lowered_by = ProtoField.uint32("weir.fera.port", "Port that lowered the rate", base.HEX),
  sequence = ProtoField.uint32("weir.fera.sequence", "Sequence"),
  clock = ProtoField.uint64("weir.fera.clock", "Clock of the sender in ns"),
  behind = ProtoField.uint32("weir.notification.depth", "Queue depth in bytes"),
  qp = ProtoField.uint32("weir.notification.qp", "Destination queue pair"),
  index = ProtoField.int32("weir.notification.index", "BCN's e in units of 64 B"),
  point_port = ProtoField.ether("weir.notification.point_port", "Port of the index"),
  point_class = ProtoField.uint16("weir.notification.point_class", "Class of the index"),
}
local e = {
  truncated = ProtoExpert.new("weir.truncated", "truncated: the frame ends before its message", expert.group.MALFORMED,
    expert.severity.ERROR),
  out_of_range = ProtoExpert.new("weir.out_of_range", "field_out_of_range: receivers refuse the message",
    expert.group.MALFORMED, expert.severity.ERROR),
  unknown = ProtoExpert.new("weir.unknown_subtype", "unknown_subtype: no message has this subtype",
    expert.group.UNDECODED, expert.severity.WARN),
  destination = ProtoExpert.new("weir.wrong_destination", "wrong_destination: no message of this subtype goes there",
    expert.group.PROTOCOL, expert.severity.ERROR),
}
local fields, experts = {}, {}
for _, field in pairs(f) do table.insert(fields, field) end
for _, info in pairs(e) do table.insert(experts, info) end
weir.fields, weir.experts = fields, experts

-- A message being read. Fields are shown as they are read; the first fault ends the reading, and is shown.
local Reader = {}
Reader.__index = Reader

-- `last`: the octet behind which the message may not go.
local function reader(buf, at, last, tree)
  return setmetatable({ buf = buf, at = at, last = math.min(last, buf:len()), tree = tree, fault = nil }, Reader)
end

function Reader:fail(fault)
  if not self.fault then
    self.fault = fault
    self.tree:add_proto_expert_info(fault)
  end
end

function Reader:has(octets)
  if not self.fault and self.at + octets > self.last then self:fail(e.truncated) end
  return not self.fault
end

-- Shows the next octets as the field; returns their number, of up to 4 octets.
function Reader:show(field, octets)
  if not self:has(octets) then return 0 end
  local range = self.buf(self.at, octets)
  self.tree:add(field, range)
  self.at = self.at + octets
  return octets <= 4 and range:uint() or 0
end

function Reader:skip(octets)
  if self:has(octets) then self.at = self.at + octets end
end

function Reader:want(holds)
  if not self.fault and not holds then self:fail(e.out_of_range) end
end

-- Shows bits of the `octets` from here on, without moving: `bit` counts from their first, highest bit.
function Reader:bits(field, octets, bit, count, add)
  local range = self.buf(self.at, octets)
  local value = range:bitfield(bit, count) + (add or 0)
  self.tree:add(field, range, value)
  return value
end

local function has_class(mask, class)
  return math.floor(mask / 2 ^ class) % 2 == 1
end

local function count(mask)
  local all = 0
  for class = 0, 7 do all = all + (has_class(mask, class) and 1 or 0) end
  return all
end

-- Widths of S, P, Seq and TTL in bits.
local function widths()
  local wide = weir.prefs.wide_entries
  local w = wide and { s = 16, p = 8, seq = 10, ttl = 6 } or { s = 14, p = 6, seq = 8, ttl = 4 }
  local port = weir.prefs.port_bits
  if port >= 1 and port <= 10 then w.s, w.p = w.s + w.p - port, port end
  w.entry = wide and 5 or 4
  w.trigger = wide and 4 or 3
  return w
end

local function read_entry(r, w)
  local s = r:bits(f.switch, w.entry, 0, w.s)
  r:bits(f.port, w.entry, w.s, w.p)
  r:bits(f.seq, w.entry, w.s + w.p, w.seq)
  r:bits(f.hops, w.entry, w.s + w.p + w.seq, w.ttl, 1)
  r.at = r.at + w.entry
  return s
end

-- Entries and triggers of 0x20, 0x21 and of riders.
local function read_checks(r)
  local w = widths()
  local classes = r:show(f.classes, 1)
  local triggers = r:show(f.triggers, 1)
  local shown = 0
  for class = 0, 7 do shown = shown + (has_class(triggers, class) and has_class(classes, class) and 1 or 0) end
  if not r:has(count(classes) * w.entry + shown * w.trigger) then return end
  local named = shown == count(triggers)
  for class = 0, 7 do
    if has_class(classes, class) then
      r.tree:add(f.entry_class, r.buf(r.at, w.entry), class)
      named = read_entry(r, w) > 0 and named
    end
  end
  for class = 0, 7 do
    if has_class(triggers, class) and has_class(classes, class) then
      local pad = 8 * w.trigger - w.s - w.p - 1
      r.tree:add(f.trigger_class, r.buf(r.at, w.trigger), class)
      named = r:bits(f.trigger_switch, w.trigger, pad, w.s) > 0 and named
      r:bits(f.trigger_port, w.trigger, pad + w.s, w.p)
      r:bits(f.trigger_host, w.trigger, pad + w.s + w.p, 1)
      r.at = r.at + w.trigger
    end
  end
  r:want(named)
end

local function read_alive(r)
  local classes = r:show(f.alive, 1)
  local round = r:show(f.round, 1)
  r:want(classes ~= 0 and round < 16)
end

local function read_list(r)
  local w = widths()
  if not r:has(ALONE - 1) then return end
  r:bits(f.class, 1, 0, 3)
  local ports = r:bits(f.ports, 1, 3, 5)
  r.at = r.at + 1
  local named = read_entry(r, w) > 0
  local room = math.min(16, math.floor((8 * (ALONE - 2) - 8 * w.entry) / (w.s + w.p)))
  r:want(named and ports <= room)
  if r.fault then return end
  local bit = 8 * r.at
  for _ = 1, ports do
    local range = r.buf(math.floor(bit / 8), math.floor((bit + w.s + w.p - 1) / 8) - math.floor(bit / 8) + 1)
    local s = range:bitfield(bit % 8, w.s)
    r.tree:add(f.loop_switch, range, s)
    r.tree:add(f.loop_port, range, range:bitfield(bit % 8 + w.s, w.p))
    r:want(s > 0)
    bit = bit + w.s + w.p
  end
end

local function read_groups(r)
  if not r:has(ALONE - 1) then return end
  r:want(r:show(f.class, 1) < 8)
  if r.fault then return end
  for group = 0, 255 do
    local at = r.at + math.floor(group / 8)
    if has_class(r.buf(at, 1):uint(), group % 8) then r.tree:add(f.group, r.buf(at, 1), group) end
  end
end

local function read_limit(r)
  if not r:has(ALONE - 1) then return end
  local w = widths()
  local class = r:show(f.class, 1)
  local s = r:bits(f.trigger_switch, 3, 0, 24 - w.p)
  r:bits(f.trigger_port, 3, 24 - w.p, w.p)
  r.at = r.at + 3
  r:show(f.limit_ttl, 1)
  local flows = r:show(f.flows, 1)
  r:want(class < 8 and s > 0 and flows <= 3)
  for _ = 1, r.fault and 0 or flows do
    r:show(f.src, 4)
    r:show(f.dst, 4)
    r:show(f.sport, 2)
    r:show(f.dport, 2)
    r:show(f.protocol, 1)
  end
end

local function read_credit(r)
  r:want(r:show(f.class, 1) < 8)
  local op = r:show(f.op, 1)
  r:skip(1)
  r:show(f.fctbs, 4)
  r:show(f.fccl, 4)
  r:want(op <= 1)
end

local function read_depth(r)
  r:want(r:show(f.class, 1) < 8)
  r:skip(2)
  r:show(f.depth, 4)
end

local function read_tag(r)
  local version = r:show(f.version, 1)
  local op = r:show(f.direction, 1)
  local class = r:show(f.class, 1)
  r:show(f.flow, 4)
  local rate = r:show(f.rate, 4)
  r:show(f.lowered_by, 4)
  r:show(f.sequence, 4)
  r:show(f.clock, 8)
  r:want(version == 1 and op <= 1 and class < 8 and rate ~= 0)
end

local function read_notification(r)
  r:show(f.protocol, 1)
  r:show(f.behind, 4)
  r:show(f.src, 4)
  r:show(f.dst, 4)
  r:show(f.sport, 2)
  r:show(f.dport, 2)
  r:show(f.qp, 4)
  r:show(f.index, 4)
  r:show(f.point_port, 6)
  r:show(f.point_class, 2)
end

local READ = {
  [0x01] = read_credit, [0x02] = read_depth, [0x10] = read_tag, [0x20] = read_checks, [0x21] = read_checks,
  [0x22] = read_list, [0x23] = read_list, [0x24] = read_alive, [0x25] = read_groups, [0x26] = read_limit,
  [0x30] = read_notification,
}

function weir.dissector(buf, pinfo, root)
  local tree = root:add(weir, buf(0, buf:len()))
  local r = reader(buf, 0, buf:len(), tree)
  pinfo.cols.protocol = "WEIR"
  local subtype = r:show(f.subtype, 1)
  if r.fault then return end
  local name = SUBTYPES[subtype]
  pinfo.cols.info = name or string.format("unknown subtype 0x%02x", subtype)
  if not name then return r:fail(e.unknown) end
  tree:append_text(", " .. name)
  local one_hop = destination().range:bytes():tohex() == BRIDGE
  if one_hop == (SEVERAL_HOPS[subtype] or false) then return r:fail(e.destination) end
  r.last = math.min(buf:len(), ALONE)
  READ[subtype](r)
  if SEVERAL_HOPS[subtype] and buf:len() > 41 then tree:add(f.ttl, buf(41, 1)) end
end

DissectorTable.get("ethertype"):add(0x88b5, weir)

-- Frames of other protocols that carry something of weir's: PFC with messages of ITSY, or with stages; hop labels.
local function on_pfc(buf, root)
  local magic = buf:len() >= 36 and buf(34, 2):uint() or 0
  if weir.prefs.gfc_stages and buf:len() >= 34 then
    local tree = root:add(weir, buf(14, 20), "weir, GFC stages")
    for class = 0, 7 do
      if has_class(buf(17, 1):uint(), class) then
        tree:add(f.stage_class, buf(16, 2), class)
        tree:add(f.stage, buf(18 + 2 * class, 2))
      end
    end
  end
  if magic ~= 0x1754 and magic ~= 0x1755 then return end
  local tree = root:add(weir, buf(34, buf:len() - 34), "weir, ITSY on PFC")
  if buf:len() < 60 then return tree:add_proto_expert_info(e.truncated) end
  read_checks(reader(buf, 36, magic == 0x1755 and 58 or 60, tree))
  if magic == 0x1755 then read_alive(reader(buf, 58, 60, tree)) end
end

function beside.dissector(buf, _, root)
  if buf:len() < 16 then return end
  local type, next = buf(12, 2):uint(), buf(14, 2):uint()
  if type == 0x8808 and next == 0x0101 then on_pfc(buf, root) end
  if type == 0x88a8 then
    root:add(weir, buf(12, 4), "weir, hop label"):add(f.label, buf(14, 1), math.floor(buf(14, 1):uint() / 32))
  end
end

register_postdissector(beside)
