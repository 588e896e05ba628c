// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "tb/network/routing.h"
#include "tb/scenario/find_named.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::to_text;

namespace {

class ShaperLoader {
 public:
  ShaperLoader(const Document& document, Scenario& scenario)
      : document_(document), scenario_(scenario), peers_(peers_of(scenario.topology)) {}

  void load() {
    const std::vector<Value>& list = Reader(document_, "switch.egress").list("shaper");
    for (std::size_t i = 0; i < list.size(); ++i) {
      add(Reader(document_, "switch.egress.shaper", list[i], i));
    }
  }

 private:
  void add(const Reader& reader) {
    EgressShaper shaper;
    shaper.shaper = load_bucket(reader);
    if (reader.has("class")) {
      shaper.traffic_class = ClassId(static_cast<std::size_t>(reader.integer("class")));
    }
    const std::size_t none = peers_.size();
    const std::size_t only = reader.has("device") ? device(reader, "device") : none;
    const std::size_t neighbour = reader.has("to") ? device(reader, "to") : none;
    if (only != none && scenario_.topology.devices[only].kind != network::DeviceKind::kSwitch) {
      reader.fail("device", "wanted a switch; " + in_quotes(reader.text("device")) + " is a host");
    }
    const std::size_t before = scenario_.shapers.size();
    for (shaper.device = 0; shaper.device < peers_.size(); ++shaper.device) {
      const bool is_switch = scenario_.topology.devices[shaper.device].kind == network::DeviceKind::kSwitch;
      for (std::size_t port = 0; is_switch && port < peers_[shaper.device].size(); ++port) {
        if ((only == none || only == shaper.device) &&
            (neighbour == none || neighbour == peers_[shaper.device][port].device)) {
          shaper.port = PortId(port);
          scenario_.shapers.push_back(shaper);
        }
      }
    }
    if (scenario_.shapers.size() == before) {
      reader.fail("to", "there is no cable between " + (only == none ? "a switch" : in_quotes(reader.text("device"))) +
                            " and " + in_quotes(reader.text("to")));
    }
  }

  egress::ShaperConfig load_bucket(const Reader& reader) const {
    const Bytes frame = scenario_.device.max_frame;
    const Bytes burst = reader.bytes("burst");
    if (burst > Bytes(0) && burst < frame) {
      reader.fail("burst", "wanted 0B or at least switch.max_frame, " + to_text(frame) + "; got " + to_text(burst));
    }
    return {reader.rate("rate"), burst > Bytes(0) ? burst : 2 * frame};
  }

  std::size_t device(const Reader& reader, std::string_view key) const {
    return device_named(reader, key, reader.text(key), scenario_.topology);
  }

  const Document& document_;
  Scenario& scenario_;
  std::vector<std::vector<network::Peer>> peers_;
};

}  // namespace

void load_shapers(const Document& document, Scenario& scenario) { ShaperLoader(document, scenario).load(); }

}  // namespace weir::scenario
