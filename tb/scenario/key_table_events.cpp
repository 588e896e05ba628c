// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_table_events.h"

namespace weir::scenario {

std::vector<TableSpec> event_tables() {
  return {{"event[]",
           "Something that happens once during the run, `at` a time or `after` a flow has slowed down: "
           "[events.md](events.md)."},
          {"link_fault[]",
           "A link that loses, doubles or delays private frames (ethertype 0x88B5), or messages in the padding of PFC "
           "frames: [events.md](events.md#links-that-lose-double-or-delay)."},
          {"link_damage[]",
           "Errors of a link's wire, in frames and in ordered sets: "
           "[events.md](events.md#links-that-damage-what-they-carry)."}};
}

namespace {

std::vector<KeySpec> keys_of_events() {
  using enum KeyKind;
  return {
      key("event[]", "name", kName, {}, "Name, for `[expect]` and reports; default: `e<n>`, from 1."),
      key("event[]", "at", kTime, {.highest = kLongestTime}, "Time of the event. Either `at` or `after`."),
      key("event[]", "after", kName, {}, "Flow whose rate decides the time of the event. Either `after` or `at`."),
      key("event[]", "below", kRate, {.lowest = "1bps", .highest = "10Tbps"},
          "after: the event takes place once the flow has delivered at least this rate in an interval and less in a "
          "later interval."),
      key("event[]", "over", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "after: length of the intervals, which are counted from time 0; at least the time of a frame at the rate "
          "`below`."),
      key("event[]", "do", kWord,
          {.required = true,
           .words = {"set_link_rate", "stop_host", "start_flow", "write_register", "reset_switch", "set_drain_rate",
                     "hold_acks", "freeze_acks", "flush_retry", "init_retry", "clear_counters", "stop_cc_updates",
                     "ignore_cc_updates", "set_up_channel", "remove_channel", "cut_link"}},
          "set_link_rate: the ends of a cable send their next frames at `rate`. stop_host: `host` takes no packet of "
          "`class` for `length`. start_flow: `flow`, which has no `start` of its own, starts. write_register: software "
          "writes `value`. reset_switch: `device` loses all packets, its state, and all packets that arrive for "
          "`length`. set_drain_rate: `host` takes packets of `class` one after another at `rate`. Of link-level retry, "
          "at "
          "the port of `from`: hold_acks: no ACK leaves for `length`. freeze_acks: all ACKs have one number. "
          "flush_retry: what is kept is given up. init_retry: begins anew. clear_counters: the counters of link-level "
          "retry and of messages of `ue_cbfc` are 0. stop_cc_updates: no CC_Update leaves. ignore_cc_updates: the "
          "other end heeds none. Of channels of `ue_cbfc`, while the network runs: set_up_channel: software sets the "
          "channels of `class` up anew, by the steps of `flow_control.ue_cbfc.vc_init_order`. remove_channel: software "
          "takes the channel of `class` out of use on the link from `from`. cut_link: a cable carries nothing for "
          "`length`."),
      key("event[]", "between", kPair, {},
          "set_link_rate, cut_link and all events of link-level retry, counters, CC_Updates and channels: the two "
          "devices of the cable."),
      key("event[]", "from", kName, {},
          "With `between`: the one of the two devices whose sending changes, that sends the ACKs or CC_Updates, whose "
          "frames are flushed or begin anew, whose counters are cleared, or that sends by the channel; default: both."),
      key("event[]", "first_number", kInteger, {.lowest = "0", .highest = "1048575"},
          "init_retry: the number of the next frame; default: the numbers go on."),
      key("event[]", "rate", kRate, {.lowest = "1Kbps", .highest = "10Tbps"},
          "set_link_rate: the new rate, at most the rate that the link has in `[topology]`. set_drain_rate: the rate "
          "at "
          "which the host takes packets of the class."),
      key("event[]", "host", kName, {}, "stop_host, set_drain_rate: the host."),
      key("event[]", "class", kInteger, {.initial = "0", .lowest = "0", .highest = "7"},
          "stop_host, set_drain_rate, remove_channel: the traffic class. set_up_channel: likewise, but if the file "
          "leaves "
          "it out, all lossless classes."),
      key("event[]", "limit", kInteger, {.lowest = "1", .highest = "16383"},
          "set_up_channel: the new limit of the channel in credits; default: what the receiver offers."),
      key("event[]", "length", kTime, {.lowest = "1ps", .highest = kLongestTime},
          "stop_host: how long the host takes no packet; default: for ever. reset_switch: how long the switch is down; "
          "default: 0ps. hold_acks, freeze_acks, stop_cc_updates, ignore_cc_updates, cut_link: how long; default: for "
          "ever."),
  };
}

std::vector<KeySpec> more_keys_of_events() {
  using enum KeyKind;
  return {
      key("event[]", "how", kWord, {.initial = "at_once", .words = {"at_once", "as_it_fills"}},
          "stop_host: when the host's peer is told to pause. at_once: with the next frame. as_it_fills: when the "
          "host's buffer has reached a threshold."),
      key("event[]", "flow", kName, {}, "start_flow: the flow."),
      key("event[]", "device", kName, {},
          "write_register, reset_switch: the switch. clear_counters, set_up_channel: a device, all of whose ports are "
          "meant, both directions of each cable, instead of `between`."),
      key("event[]", "register", kText, {},
          "write_register: block, name and indices, such as `mmu.viq_limit` or `flow_control.xoff[2]`; `weir "
          "registers` "
          "lists them."),
      key("event[]", "value", kInteger, {.lowest = "0"},
          "write_register: the value that software writes, in the register's unit."),
  };
}

std::vector<KeySpec> keys_of_faults() {
  using enum KeyKind;
  return {
      key("link_fault[]", "name", kName, {}, "Name of the entry, for `--set`."),
      key("link_fault[]", "between", kPair, {}, "The two devices of the cable; default: every cable."),
      key("link_fault[]", "from", kName, {}, "Device whose sent frames are struck; default: both directions."),
      key("link_fault[]", "do", kWord, {.required = true, .words = {"lose", "double", "delay"}},
          "lose: a frame does not arrive. double: a frame arrives twice. delay: a frame arrives late, perhaps behind "
          "later frames."),
      key("link_fault[]", "probability", kReal, {.required = true, .lowest = "0.0", .highest = "1.0"},
          "Probability that a frame is struck, drawn by the seed."),
      key("link_fault[]", "subtype", kInteger, {.lowest = "0", .highest = "255"},
          "Subtype of the private frames that are struck; default: all. 0x01: credit message. 0x02: depth message of "
          "conceptual GFC. 0x10: rate tag of FERA; 0x30: congestion notification; these two cross switches as data."),
      key("link_fault[]", "riding", kBoolean, {.initial = "false"},
          "Whether messages in the padding of PFC frames (octets 34 to 59) are struck instead of private frames; the "
          "PFC frame itself arrives. double and delay: the next PFC frame with empty padding brings the message."),
      key("link_fault[]", "least", kTime, {.highest = "1s"},
          "delay, and the second frame of double: least time by which the frame is late; default: 0ps."),
      key("link_fault[]", "most", kTime, {.highest = "1s"},
          "Most time by which the frame is late, drawn evenly from `least`; default: `least`. Required for delay."),
  };
}

std::vector<KeySpec> keys_of_damage() {
  using enum KeyKind;
  return {
      key("link_damage[]", "name", kName, {}, "Name of the entry, for `--set`."),
      key("link_damage[]", "between", kPair, {}, "The two devices of the cable; default: every cable."),
      key("link_damage[]", "from", kName, {}, "Device that sends what is damaged; default: both directions."),
      key("link_damage[]", "do", kWord,
          {.required = true, .words = {"bits", "frames", "sets", "codewords", "delay_sets", "double_sets"}},
          "bits: each bit of frames and ordered sets is wrong with the probability `bit_error_rate`. frames, sets: "
          "those with some numbers are damaged. codewords: all that is on the wire for the length of a codeword is "
          "damaged, once in each `period`. delay_sets: ordered sets come late, in their order. double_sets: those with "
          "some numbers "
          "arrive twice, at once one behind the other."),
      key("link_damage[]", "start", kTime, {.highest = kLongestTime},
          "What begins to leave before this time is not hit; default: 0ps."),
      key("link_damage[]", "end", kTime, {.lowest = "1ps", .highest = kLongestTime},
          "What begins to leave at or after this time is not hit; default: never."),
      key("link_damage[]", "bit_error_rate", kReal, {.lowest = "0.0", .highest = "1.0"},
          "bits: the probability that a bit is wrong, drawn by the seed."),
      key("link_damage[]", "as", kWord, {.initial = "bad_fcs", .words = {"bad_fcs", "poisoned", "marked"}},
          "frames: what the receiver finds. bad_fcs: an FCS that does not hold. poisoned: one that is wrong on "
          "purpose. "
          "marked: PCS or FEC marks the frame, and nothing of it can be trusted."),
      key("link_damage[]", "count", kWord,
          {.initial = "any", .words = {"any", "data", "control", "cc_update", "llr_number"}},
          "frames: the frames that have numbers, from 1 on: any, packets, frames that end at the next port, or the "
          "CC_Updates among these. llr_number: frames that link-level retry sends first, by its own numbers, from 0 to "
          "1048575."),
      key("link_damage[]", "numbers", kNumbers, {.lowest = "0", .highest = "9000000000000000000"},
          "frames, sets, double_sets: the numbers that are hit, rising."),
      key("link_damage[]", "first", kInteger, {.lowest = "0"},
          "frames, sets, double_sets: the first number that is hit, instead of `numbers`; default: all up to `last` "
          "are."),
      key("link_damage[]", "last", kInteger, {.lowest = "0"},
          "frames, sets, double_sets: the last number that is hit; default: all from `first` on are."),
      key("link_damage[]", "interleave", kInteger, {.initial = "1", .lowest = "1", .highest = "8"},
          "codewords: the codewords that are interleaved: 640 B of line time each."),
      key("link_damage[]", "period", kTime, {.lowest = "1ps", .highest = kLongestTime},
          "codewords: time from one to the next."),
      key("link_damage[]", "phase", kTime, {.highest = kLongestTime},
          "codewords: time of the first, below `period`; default: drawn by the seed."),
      key("link_damage[]", "delay", kTime, {.lowest = "1ps", .highest = "1s"},
          "delay_sets: time by which each ordered set comes later."),
  };
}

}  // namespace

std::vector<KeySpec> event_keys() {
  std::vector<KeySpec> keys = keys_of_events();
  for (const std::vector<KeySpec>& more : {more_keys_of_events(), keys_of_faults(), keys_of_damage()}) {
    keys.insert(keys.end(), more.begin(), more.end());
  }
  return keys;
}

}  // namespace weir::scenario
