// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/rank_file.h"

#include <optional>

#include "tb/network/routing.h"
#include "tb/scenario/document.h"
#include "tb/scenario/file_text.h"
#include "tb/text/words.h"

namespace weir::ranks {
namespace {

using scenario::Document;
using scenario::Value;
using Chosen = std::vector<std::optional<std::uint32_t>>;  // by device

const Value& list_of_ranks(const Document& document) {
  constexpr const char* kWanted = "wanted the devices of each rank, rank = [[\"s1\", \"h1\"], [\"s2\", \"h2\"]]";
  for (const scenario::Member& member : document.root.members) {
    if (member.key != "rank") {
      scenario::fail(document, member.key_place, member.key, std::string("unknown key; ") + kWanted);
    }
  }
  const Value* const list = document.root.find("rank");
  if (list == nullptr) {
    scenario::fail(document, document.root.place, "rank", kWanted);
  }
  if (list->kind != Value::Kind::kArray || list->elements.empty() || list->elements.size() > kMostRanks) {
    scenario::fail(document, list->place, "rank",
                   std::string(kWanted) + ", 1 to " + std::to_string(kMostRanks) + " of them");
  }
  for (const Value& rank : list->elements) {
    if (rank.kind != Value::Kind::kArray) {
      scenario::fail(document, rank.place, "rank", kWanted);
    }
  }
  return *list;
}

std::vector<std::string> names_of(const network::Topology& topology) {
  std::vector<std::string> names;
  for (const network::DeviceSpec& device : topology.devices) {
    names.push_back(device.name);
  }
  return names;
}

void choose(const Document& document, const network::Topology& topology, const Value& name, std::uint32_t rank,
            Chosen& chosen) {
  if (name.kind != Value::Kind::kText) {
    scenario::fail(document, name.place, "rank", "wanted the name of a device; got " + std::string(name_of(name.kind)));
  }
  const std::string quoted = text::in_quotes(name.text);
  const std::size_t device = topology.find(name.text);
  if (device == topology.devices.size()) {
    scenario::fail(document, name.place, "rank",
                   "there is no device " + quoted + text::known_hint(name.text, names_of(topology)));
  }
  if (chosen[device]) {
    scenario::fail(
        document, name.place, "rank",
        quoted + " is in rank " + std::to_string(*chosen[device]) + " already; wanted each device in one rank");
  }
  chosen[device] = rank;
}

}  // namespace

RankFile parse_rank_file(std::string_view text, const std::string& file, const network::Topology& topology) {
  const Document document = scenario::parse_document(text, file);
  const Value& list = list_of_ranks(document);
  Chosen chosen(topology.devices.size());
  for (std::uint32_t rank = 0; rank < list.elements.size(); ++rank) {
    for (const Value& name : list.elements[rank].elements) {
      choose(document, topology, name, rank, chosen);
    }
  }
  const auto peers = network::peers_of(topology);
  RankFile made{.ranks = static_cast<std::uint32_t>(list.elements.size()), .rank_of = {}};
  for (std::size_t device = 0; device < chosen.size(); ++device) {
    const bool is_left = !chosen[device] && topology.devices[device].kind == network::DeviceKind::kHost;
    const std::size_t decides = is_left && !peers[device].empty() ? peers[device][0].device : device;
    if (!chosen[decides]) {
      scenario::fail(document, list.place, "rank", text::in_quotes(topology.devices[decides].name) + " is in none");
    }
    made.rank_of.push_back(*chosen[decides]);
  }
  return made;
}

RankFile read_rank_file(const std::string& file, const network::Topology& topology) {
  return parse_rank_file(scenario::read_text_file(file, "a file of ranks"), file, topology);
}

}  // namespace weir::ranks
