// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/own_settings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tb/scenario/expectation_key.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/resolved.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using text::in_quotes;

// One value within a [switch.NAME].
struct Said {
  std::string table;  // as of all switches
  const Member* member = nullptr;
  std::string written;  // the whole key, as the file has it
};

// One table [switch.NAME].
struct Pattern {
  const Member* member = nullptr;
  std::size_t rank = 0;               // of two patterns for a switch, the one with the greater rank holds
  std::vector<std::size_t> switches;  // to which the pattern applies
  std::vector<Said> said;
};

// Two keys for the same setting: giving one discards the other.
struct Ways {
  std::string_view table;
  std::array<std::string_view, 2> keys;
};
constexpr std::array<Ways, 2> kWays{
    {{"flow_control.pfc", {"xon", "xon_offset"}}, {"switch.mmu", {"partitions", "partition_weights"}}}};

std::string_view other_way(std::string_view table, std::string_view key) {
  for (const Ways& ways : kWays) {
    if (ways.table == table && (ways.keys[0] == key || ways.keys[1] == key)) {
      return ways.keys[ways.keys[0] == key ? 1 : 0];
    }
  }
  return "";
}

void gather(const Value& table, const std::string& path, std::vector<Said>& said) {
  for (const Member& member : table.members) {
    const std::string written = path + "." + member.key;
    if (member.value.kind == Value::Kind::kTable) {
      gather(member.value, written, said);
    } else {
      said.push_back({common_path(path), &member, written});
    }
  }
}

// Rank: a name is highest; a pattern ranks by its letters.
std::size_t rank_of(const std::string& name) {
  const auto stars = static_cast<std::size_t>(std::count(name.begin(), name.end(), '*'));
  return stars == 0 ? SIZE_MAX : name.size() - stars;
}

class OwnSettingsReader {
 public:
  OwnSettingsReader(const Document& document, const network::Topology& topology)
      : document_(document), topology_(topology) {}

  std::vector<OwnDocument> read() {
    find_patterns();
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> devices;  // by the patterns that mean them
    for (const auto& [device, patterns] : patterns_of()) {
      devices[patterns].push_back(device);
    }
    std::vector<OwnDocument> documents;
    for (auto& [patterns, of_them] : devices) {
      documents.push_back({own_document(patterns, topology_.devices[of_them.front()].name), std::move(of_them)});
    }
    std::sort(documents.begin(), documents.end(),
              [](const OwnDocument& a, const OwnDocument& b) { return a.devices.front() < b.devices.front(); });
    return documents;
  }

 private:
  using Place = std::pair<std::string, std::string>;  // table and key
  struct Held {
    const Said* said = nullptr;
    std::size_t rank = 0;
    const Said* against = nullptr;  // as specific, and another value
  };

  void find_patterns() {
    const Value* tables = document_.root.find("switch");
    for (std::size_t i = 0; tables != nullptr && i < tables->members.size(); ++i) {
      const Member& member = tables->members[i];
      if (member.value.kind == Value::Kind::kTable && is_switch_name(member.key)) {
        Pattern& pattern = patterns_.emplace_back(Pattern{&member, rank_of(member.key), switches_of(member), {}});
        gather(member.value, "switch." + member.key, pattern.said);
      }
    }
  }

  std::vector<std::size_t> switches_of(const Member& member) const {
    std::vector<std::size_t> found;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < topology_.devices.size(); ++i) {
      const network::DeviceSpec& device = topology_.devices[i];
      if (device.kind != network::DeviceKind::kSwitch) {
        continue;
      }
      names.push_back(device.name);
      if (!matches(member.key, device.name)) {
        continue;
      }
      if (!is_switch_name(device.name)) {
        refuse(member, "means the switch " + in_quotes(device.name) +
                           ", which cannot have settings of its own: [switch." + device.name +
                           "] is of all switches; wanted another name for it");
      }
      found.push_back(i);
    }
    if (found.empty()) {
      const bool is_host = topology_.find(member.key) != topology_.devices.size();
      refuse(member, is_host ? "wanted a switch; " + in_quotes(member.key) + " is a host"
                             : "there is no switch " + in_quotes(member.key) + text::known_hint(member.key, names));
    }
    return found;
  }

  [[noreturn]] void refuse(const Member& member, const std::string& what) const {
    fail(document_, member.key_place, "switch." + member.key, what);
  }

  // Indices of patterns by device, the least specific first.
  std::map<std::size_t, std::vector<std::size_t>> patterns_of() {
    std::stable_sort(patterns_.begin(), patterns_.end(),
                     [](const Pattern& a, const Pattern& b) { return a.rank < b.rank; });
    std::map<std::size_t, std::vector<std::size_t>> found;
    for (std::size_t p = 0; p < patterns_.size(); ++p) {
      for (const std::size_t device : patterns_[p].switches) {
        found[device].push_back(p);
      }
    }
    return found;
  }

  // The values that hold for a switch among all that these patterns say of it.
  std::map<Place, Held> held_of(const std::vector<std::size_t>& patterns, const std::string& name) const {
    std::map<Place, Held> held;
    for (const std::size_t p : patterns) {
      const Pattern& pattern = patterns_[p];
      for (const Said& said : pattern.said) {
        const std::string& key = said.member->key;
        const auto other = held.find({said.table, std::string(other_way(said.table, key))});
        if (other != held.end() && other->second.rank < pattern.rank) {
          held.erase(other);
        }
        Held& now = held[{said.table, key}];
        if (now.said == nullptr || now.rank < pattern.rank) {
          now = {&said, pattern.rank, nullptr};
        } else if (text_of(*now.said) != text_of(said)) {
          now.against = &said;
        }
      }
    }
    for (const auto& [place, one] : held) {
      if (one.against != nullptr) {
        fail(document_, one.against->member->value.place, one.against->written,
             "switch " + name + " would have " + text_of(*one.against) + ", and by '" + one.said->written + "' (" +
                 to_text(document_, one.said->member->value.place) + ") " + text_of(*one.said) +
                 ", which is as specific; wanted one of the two, or [switch." + name + "]");
      }
    }
    return held;
  }

  static std::string text_of(const Said& said) {
    return canonical_text(find_key(said.table, said.member->key)->kind, said.member->value);
  }

  Document own_document(const std::vector<std::size_t>& patterns, const std::string& name) const {
    Document own;
    own.file = document_.file;
    own.folder = document_.folder;
    own.bases = document_.bases;
    own.sets = document_.sets;
    own.of_switch = name;
    own.root.place = document_.root.place;
    for (const Member& member : document_.root.members) {
      if (member.key == "topology" || is_of_chip(member.key)) {
        own.root.members.push_back(member);
      }
    }
    const std::map<Place, Held> held = held_of(patterns, name);
    for (const auto& [place, one] : held) {
      const auto& [table, key] = place;
      Value& into = table_in(own.root, table, one.said->member->key_place);
      const std::string_view other = other_way(table, key);
      if (!other.empty() && !held.contains({table, std::string(other)})) {
        std::erase_if(into.members, [&](const Member& member) { return member.key == other; });
      }
      std::erase_if(into.members, [&](const Member& member) { return member.key == key; });
      into.members.push_back(*one.said->member);
      own.written_as[table + "." + key] = one.said->written;
    }
    return own;
  }

  static bool is_of_chip(const std::string& name) {
    const std::span<const KeySpec> keys = key_specs();
    return std::any_of(keys.begin(), keys.end(), [&](const KeySpec& key) {
      return key.on_chip && key.table.substr(0, key.table.find('.')) == name;
    });
  }

  // The table at `path`, made if it is missing.
  static Value& table_in(Value& root, std::string_view path, const scenario::Place& place) {
    Value* table = &root;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      const std::string part(path.substr(begin, end - begin));
      const auto found = std::find_if(table->members.begin(), table->members.end(),
                                      [&](const Member& member) { return member.key == part; });
      if (found == table->members.end()) {
        Value made;
        made.place = place;
        table->members.push_back({part, place, std::move(made)});
        table = &table->members.back().value;
      } else {
        table = &found->value;
      }
      begin = end + 1;
    }
    return *table;
  }

  const Document& document_;
  const network::Topology& topology_;
  std::vector<Pattern> patterns_;
};

}  // namespace

std::vector<OwnDocument> own_documents(const Document& document, const network::Topology& topology) {
  return OwnSettingsReader(document, topology).read();
}

}  // namespace weir::scenario
