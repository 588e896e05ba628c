// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/topology_generators.h"

#include <array>
#include <string>
#include <string_view>

#include "hw_model/base/random_stream.h"
#include "tb/network/fat_tree.h"
#include "tb/network/leaf_spine.h"
#include "tb/network/line.h"
#include "tb/network/random_graph.h"
#include "tb/network/ring.h"
#include "tb/network/star.h"
#include "tb/scenario/edge_list.h"
#include "tb/scenario/file_text.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::one_line;
using text::wanted;

namespace {

using network::Topology;

constexpr std::array kGenerators{Generator::kRing,      Generator::kStar,     Generator::kFatTree,
                                 Generator::kLeafSpine, Generator::kDumbbell, Generator::kParkingLot,
                                 Generator::kRandom,    Generator::kFile,     Generator::kCustom};

constexpr unsigned bit(Generator kind) { return 1U << static_cast<unsigned>(kind); }

template <class... Kinds>
constexpr unsigned kinds(Kinds... kind) {
  return (bit(kind) | ...);
}

// Which generators read a key, and which of them cannot do without.
struct Parameter {
  std::string_view key;
  unsigned readers;
  unsigned needed;
};
constexpr unsigned kGenerated = ~kinds(Generator::kFile, Generator::kCustom);
constexpr unsigned kWithSwitches = kinds(Generator::kRing, Generator::kParkingLot, Generator::kRandom);
constexpr std::array kParameters{
    Parameter{"switches", kWithSwitches, kWithSwitches},
    Parameter{"hosts", bit(Generator::kStar), bit(Generator::kStar)},
    Parameter{"k", bit(Generator::kFatTree), bit(Generator::kFatTree)},
    Parameter{"leaves", bit(Generator::kLeafSpine), bit(Generator::kLeafSpine)},
    Parameter{"spines", bit(Generator::kLeafSpine), bit(Generator::kLeafSpine)},
    Parameter{"hosts_per_switch", kinds(Generator::kLeafSpine, Generator::kParkingLot, Generator::kRandom), 0},
    Parameter{"left", bit(Generator::kDumbbell), bit(Generator::kDumbbell)},
    Parameter{"right", bit(Generator::kDumbbell), bit(Generator::kDumbbell)},
    Parameter{"degree", bit(Generator::kRandom), 0},
    Parameter{"probability", bit(Generator::kRandom), 0},
    Parameter{"file", bit(Generator::kFile), bit(Generator::kFile)},
    Parameter{"trunk_rate", kGenerated, 0},
    Parameter{"trunk_delay", kGenerated, 0},
    Parameter{"device", bit(Generator::kCustom), 0},
};

std::string_view word_of(Generator kind) { return find_key("topology", "kind")->words[static_cast<std::size_t>(kind)]; }

// "kind = \"ring\", \"random\""
std::string words_of(unsigned readers) {
  std::string text;
  for (const Generator kind : kGenerators) {
    if ((readers & bit(kind)) != 0) {
      text += (text.empty() ? "kind = \"" : ", \"") + std::string(word_of(kind)) + "\"";
    }
  }
  return text;
}

Topology generate_random(const Reader& reader, const link::LinkConfig& link, std::uint64_t seed) {
  const std::size_t switches = reader.count("switches");
  const std::size_t hosts = reader.count("hosts_per_switch");
  if (reader.has("degree") == reader.has("probability")) {
    reader.fail("kind", "wanted either degree or probability beside kind = \"random\"");
  }
  RandomStream random(seed, "topology.random");
  try {
    if (reader.has("probability")) {
      return network::make_random_graph(switches, reader.real("probability"), hosts, link, random);
    }
    const std::size_t degree = reader.count("degree");
    if (degree >= switches || switches * degree % 2 != 0) {
      reader.fail("degree", "wanted fewer than the " + std::to_string(switches) +
                                " switches, and switches x degree even; got " + std::to_string(degree));
    }
    return network::make_random_regular(switches, degree, hosts, link, random);
  } catch (const network::DrawError& error) {
    reader.fail(reader.has("degree") ? "degree" : "probability",
                std::string(error.what()) + "; wanted more cables a switch");
  }
}

Topology read_file(const Reader& reader, const link::LinkConfig& link) {
  const std::string name = reader.text("file");
  const std::string path = reader.file("file");
  std::string text;
  try {
    text = read_text_file(path, "a list of edges");
  } catch (const ScenarioError& error) {
    reader.fail("file", one_line(name) + std::string(error.what()).substr(one_line(path).size()));
  }
  return parse_edge_list(text, path, link);
}

Topology without_trunks(const Reader& reader, Generator kind, const link::LinkConfig& link, std::uint64_t seed) {
  switch (kind) {
    case Generator::kRing:
      if (reader.integer("switches") < 3) {
        reader.fail("switches", "wanted an integer from 3 to 1024; got " + std::to_string(reader.integer("switches")));
      }
      return network::make_ring(reader.count("switches"), link);
    case Generator::kStar:
      return network::make_star(reader.count("hosts"), link);
    case Generator::kFatTree:
      if (reader.integer("k") % 2 != 0) {
        reader.fail("k", "wanted an even integer from 2 to 32; got " + std::to_string(reader.integer("k")));
      }
      return network::make_fat_tree(reader.count("k"), link);
    case Generator::kLeafSpine:
      return network::make_leaf_spine(reader.count("leaves"), reader.count("spines"), reader.count("hosts_per_switch"),
                                      link);
    case Generator::kDumbbell:
      return network::make_dumbbell(reader.count("left"), reader.count("right"), link);
    case Generator::kParkingLot:
      return network::make_parking_lot(reader.count("switches"), reader.count("hosts_per_switch"), link);
    case Generator::kRandom:
      return generate_random(reader, link, seed);
    case Generator::kFile:
    case Generator::kCustom:
      break;
  }
  return read_file(reader, link);
}

}  // namespace

Generator generator_of(const Reader& reader) {
  const Generator kind = reader.word("kind", kGenerators);
  for (const Parameter& parameter : kParameters) {
    if ((parameter.needed & bit(kind)) != 0 && !reader.has(parameter.key)) {
      reader.fail(parameter.key, "required for kind = \"" + std::string(word_of(kind)) + "\", but missing; wanted " +
                                     wanted(*find_key("topology", parameter.key)));
    }
    if ((parameter.readers & bit(kind)) == 0 && reader.has(parameter.key)) {
      reader.fail(parameter.key, "only for " + words_of(parameter.readers));
    }
  }
  return kind;
}

link::LinkConfig load_link(const Reader& reader) {
  return {reader.rate("rate"), reader.time("delay"), reader.boolean("wire_overhead")};
}

Topology generate(const Reader& reader, Generator kind, std::uint64_t seed) {
  Topology topology = without_trunks(reader, kind, load_link(reader), seed);
  for (network::Cable& cable : topology.cables) {
    if (kind != Generator::kFile && topology.joins_switches(cable)) {
      cable.link.rate = reader.rate_or("trunk_rate", cable.link.rate);
      cable.link.delay = reader.time_or("trunk_delay", cable.link.delay);
    }
  }
  return topology;
}

}  // namespace weir::scenario
