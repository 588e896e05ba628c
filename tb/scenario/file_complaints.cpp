// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/file_complaints.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace weir::scenario {
namespace {

// The keys by which a file says what the chip knows by another word.
struct Alias {
  std::string_view word;
  std::vector<std::string> keys;
};

const std::vector<Alias>& aliases() {
  static const std::vector<Alias> kAliases{
      {"flow_control.pfc.xon", {"flow_control.pfc.xon", "flow_control.pfc.xon_offset"}},
      {"switch.mmu.partition_size", {"switch.mmu.partitions", "switch.mmu.partition_weights"}},
      {"ports", {"topology.kind"}},
      {"port.rate", {"topology.rate", "topology.trunk_rate", "topology.link", "topology.file"}},
      {"port.delay", {"topology.delay", "topology.trunk_delay", "topology.link", "topology.file"}},
      {"switch.egress.shaper.burst", {"switch.egress.shaper"}},
      {"switch.egress.shaper.rate", {"switch.egress.shaper"}},
  };
  return kAliases;
}

std::vector<std::string> keys_of(const std::string& word) {
  const auto found =
      std::find_if(aliases().begin(), aliases().end(), [&](const Alias& alias) { return alias.word == word; });
  return found == aliases().end() ? std::vector{word} : found->keys;
}

// The value of a dotted key, or the table nearest to it.
struct Found {
  const Value* value = nullptr;
  bool whole = false;
};

Found find(const Value& root, const std::string& key) {
  Found found{&root, false};
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    const Value* next = found.value->find(key.substr(begin, end - begin));
    if (next == nullptr) {
      return found;
    }
    found.value = next;
    begin = end + 1;
  }
  found.whole = true;
  return found;
}

}  // namespace

void FileComplaints::about(const Words& words, const std::string& what) {
  std::string named = keys_of(words.front()).front();
  const Value* place = find(document_.root, named).value;
  bool is_given = false;
  for (std::size_t i = 0; i < words.size() && !is_given; ++i) {
    for (const std::string& key : keys_of(words[i])) {
      const Found found = find(document_.root, key);
      if (found.whole && !is_given) {
        is_given = true;
        place = found.value;
        named = i == 0 ? key : named;
      }
    }
  }
  constexpr Place kStart{1, 1, false};
  const bool nowhere = place->place.line == 0 && !place->place.from_command_line;
  fail(document_, nowhere ? kStart : place->place, named, what);
}

}  // namespace weir::scenario
