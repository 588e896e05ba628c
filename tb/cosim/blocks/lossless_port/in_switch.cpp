// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/in_switch.h"

#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/cosim/blocks/lossless_port/port_parts.h"
#include "tb/cosim/make_block.h"

namespace weir::cosim {

using reference::EgressSchedulerBlock;
using reference::Factories;
using reference::IbCreditsBlock;
using reference::LosslessPortConfig;
using reference::PfcEngineBlock;

namespace {

// "s1.p2" of "s1.p2.c0".
std::string port_of(const std::string& instance) {
  return instance.substr(0, instance.find('.', instance.find('.') + 1));
}

std::size_t class_of(const std::string& instance) { return static_cast<std::size_t>(instance.back() - '0'); }

// The ports that have a part by now, while one of their parts lives.
class Ports {
 public:
  Ports(Variant<LosslessPortKind> variant, FidelityAt fidelity, LockstepTrail trail)
      : variant_(std::move(variant)), fidelity_(std::move(fidelity)), trail_(std::move(trail)) {}

  bool has(const std::string& instance) const { return fidelity_.of(port_of(instance)) != Fidelity::reference; }

  // The port for one more part; a part that the port has already begins another port of that name. `widths`: of a port
  // that begins.
  SharedPort part(const std::string& part, const std::string& instance, const LosslessPortConfig& widths) {
    const std::string name = port_of(instance);
    Made& made = made_[name];
    SharedPort port = made.port.lock();
    if (port != nullptr && made.parts.insert(part).second)
      return port;
    Variant<LosslessPortKind> chosen = variant_;
    chosen.setup = widths;
    port = std::make_shared<PortInSwitch>(chosen, name, fidelity_.of(name), trail_);
    made = {port, {part}};
    return port;
  }

  const LosslessPortConfig& widths() const { return variant_.setup; }
  // Those of a port with these credits, whose counters have as many bits, since others wrap elsewhere.
  LosslessPortConfig widths(const reference::IbCreditsConfig& asked) const {
    const reference::IbCreditsConfig narrow;
    const reference::IbCreditsConfig& wide = reference::kWideIbCredits;
    if (asked.counter_bits != narrow.counter_bits && asked.counter_bits != wide.counter_bits)
      throw std::invalid_argument("the RTL is built with COUNTER_W = " + std::to_string(narrow.counter_bits) + " and " +
                                  std::to_string(wide.counter_bits) + ", asked for " +
                                  std::to_string(asked.counter_bits) + "; use fidelity \"reference\"");
    const reference::IbCreditsConfig& built = asked.counter_bits == narrow.counter_bits ? narrow : wide;
    if (asked.blocks_bits > built.blocks_bits)
      require_width("BLOCKS_W", asked.blocks_bits, built.blocks_bits);
    return {.port = variant_.setup.port,
            .counter_bits = built.counter_bits,
            .blocks_bits = built.blocks_bits,
            .first = built.first};
  }

 private:
  struct Made {
    std::weak_ptr<PortInSwitch> port;
    std::set<std::string> parts;
  };

  Variant<LosslessPortKind> variant_;
  FidelityAt fidelity_;
  LockstepTrail trail_;
  std::map<std::string, Made> made_;
};

// In front of what these factories make of `Block`: `make(asked, name)` where the port is in RTL.
template <class Block, class Make>
void put_before(Factories& factories, const std::shared_ptr<Ports>& ports, Make make) {
  factories.put<Block>([ports, make, others = factories.of<Block>()](
                           const typename Block::Config& asked, const std::string& name) -> std::unique_ptr<Block> {
    return ports->has(name) ? make(*ports, asked, name) : others(asked, name);
  });
}

void install(Factories& factories, const Variant<LosslessPortKind>& variant, const FidelityAt& fidelity,
             const LockstepTrail& trail) {
  if (fidelity.is_reference())
    return;
  const auto ports = std::make_shared<Ports>(variant, fidelity, trail);
  put_before<PfcEngineBlock>(factories, ports,
                             [](Ports& all, const reference::PfcEngineConfig&, const std::string& name) {
                               return std::make_unique<PausesOfPort>(all.part("pauses", name, all.widths()), name);
                             });
  put_before<IbCreditsBlock>(
      factories, ports, [](Ports& all, const reference::IbCreditsConfig& asked, const std::string& name) {
        const std::size_t c = class_of(name);
        return std::make_unique<CreditsOfPort>(all.part("c" + std::to_string(c), name, all.widths(asked)), name, c);
      });
  put_before<EgressSchedulerBlock>(
      factories, ports, [](Ports& all, const reference::EgressSchedulerConfig&, const std::string& name) {
        return std::make_unique<SchedulerOfPort>(all.part("scheduler", name, all.widths()), name);
      });
}

}  // namespace

Block port_block(const Variant<LosslessPortKind>& variant) {
  Block block = make_block(variant);
  block.install = [variant](Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail) {
    install(factories, variant, fidelity, trail);
  };
  return block;
}

}  // namespace weir::cosim
