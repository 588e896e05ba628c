// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_table_events.h"

namespace weir::scenario {

std::vector<TableSpec> event_tables() {
  return {{"event[]",
           "Something that happens once during the run, `at` a time or `after` a flow has slowed down: "
           "[events.md](events.md)."},
          {"link_fault[]",
           "A link that loses, doubles or delays private frames (ethertype 0x88B5), or what rides on PFC "
           "frames: [events.md](events.md#links-that-lose-double-or-delay)."}};
}

std::vector<KeySpec> event_keys() {
  using enum KeyKind;
  return {
      key("event[]", "name", kName, {}, "Name, for `[expect]` and reports; default: `e<n>`, from 1."),
      key("event[]", "at", kTime, {.highest = kLongestTime}, "When; or `after`."),
      key("event[]", "after", kName, {}, "Flow whose rate is watched; or `at`."),
      key("event[]", "below", kRate, {.lowest = "1bps", .highest = "10Tbps"},
          "after: once the flow has delivered this much in an interval, and less in a later one."),
      key("event[]", "over", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "after: length of these intervals, which are counted from time 0; at least a frame at the rate `below`."),
      key("event[]", "do", kWord,
          {.required = true, .words = {"set_link_rate", "stop_host", "start_flow", "write_register", "reset_switch"}},
          "set_link_rate: the ends of a cable send their next frames at `rate`. stop_host: `host` takes no packet of "
          "`class` for `length`. start_flow: `flow` starts, which has no `start` of its own. write_register: "
          "software writes `value`. reset_switch: `device` loses all packets and what it has told and heard, and what "
          "arrives for `length`."),
      key("event[]", "between", kPair, {}, "set_link_rate: the two devices."),
      key("event[]", "from", kName, {}, "set_link_rate: only what this one of them sends; default: both."),
      key("event[]", "rate", kRate, {.lowest = "1Kbps", .highest = "10Tbps"},
          "set_link_rate: at most the rate that the link has in `[topology]`."),
      key("event[]", "host", kName, {}, "stop_host: which."),
      key("event[]", "class", kInteger, {.initial = "0", .lowest = "0", .highest = "7"}, "stop_host: traffic class."),
      key("event[]", "length", kTime, {.lowest = "1ps", .highest = kLongestTime},
          "stop_host: for how long; default: for ever. reset_switch: for how long it is down; default: 0ps."),
      key("event[]", "how", kWord, {.initial = "at_once", .words = {"at_once", "as_it_fills"}},
          "stop_host: at_once: its peer is told to pause with the next frame. as_it_fills: when its buffer has "
          "reached a threshold."),
      key("event[]", "flow", kName, {}, "start_flow: which."),
      key("event[]", "device", kName, {}, "write_register, reset_switch: the switch."),
      key("event[]", "register", kText, {},
          "write_register: block, name and indices, such as `mmu.viq_limit` or `flow_control.xoff[2]`; `weir "
          "registers` "
          "lists them."),
      key("event[]", "value", kInteger, {.lowest = "0"}, "write_register: what is written, in the register's unit."),
      key("link_fault[]", "name", kName, {}, "Name, for `--set`."),
      key("link_fault[]", "between", kPair, {}, "The two devices; default: every link."),
      key("link_fault[]", "from", kName, {}, "Only what this device sends; default: both directions."),
      key("link_fault[]", "do", kWord, {.required = true, .words = {"lose", "double", "delay"}},
          "lose: a frame does not arrive. double: it arrives, and once more. delay: it arrives later, perhaps behind "
          "others."),
      key("link_fault[]", "probability", kReal, {.required = true, .lowest = "0.0", .highest = "1.0"},
          "With which a frame is struck, drawn by the seed."),
      key("link_fault[]", "subtype", kInteger, {.lowest = "0", .highest = "255"},
          "Of private frames; default: all. 0x01 is a credit message, 0x02 a depth message of conceptual GFC; across "
          "switches, as data, go 0x10, a rate tag of FERA, and 0x30, a congestion notification."),
      key("link_fault[]", "riding", kBoolean, {.initial = "false"},
          "Not private frames but what stands in the padding of PFC frames, octets 34 to 59; the frame itself arrives. "
          "double and delay: the next PFC frame with empty padding brings it."),
      key("link_fault[]", "least", kTime, {.highest = "1s"},
          "delay, and the second frame of double: the least time later; default: 0ps."),
      key("link_fault[]", "most", kTime, {.highest = "1s"},
          "The most time later, drawn evenly; default: `least`. Required for delay."),
  };
}

}  // namespace weir::scenario
