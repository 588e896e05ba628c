// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Thresholds at the safety bounds of a scheme, and the scenario file of a network.

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/bounds/safety_bounds.h"
#include "tb/scenario/loader.h"
#include "tb/tests/regress/lossless/random_network.h"

namespace weir::lossless {
namespace {

// GFC's proofs are of fluids: in a circle that stands at Bm there is no headroom that is enough for ever. This is more
// than what lies in all other queues of these networks and can come.
constexpr std::int64_t kGenerousFrames = 200;

std::string_view name_of(Scheme scheme) {
  return std::find_if(std::begin(flow_control::kSchemes), std::end(flow_control::kSchemes),
                      [&](const auto& known) { return known.value == scheme; })
      ->name;
}

// The largest over all links.
template <class Margin>
Bytes worst(const Network& network, Margin margin) {
  Bytes most;
  for (const Cable& cable : network.cables) {
    const Time tau = bounds::feedback_latency(on_wire(network.max_frame, cable.link), cable.link.rate, cable.link.delay,
                                              network.processing_delay);
    most = std::max(most, margin(cable.link.rate, tau));
  }
  return most;
}

// What a scheme's own table says, and what it lets a VIQ take before headroom.
struct Thresholds {
  std::string table;
  Bytes limit;
};

// A PAUSE is refreshed early enough for its refresh to wait behind a frame.
Thresholds pause_thresholds(const Network& network) {
  const std::int64_t frame = network.max_frame.count();
  // Where a VIQ counts cells it has to hold a whole frame of them.
  const std::int64_t cell = network.cell.count();
  const std::int64_t cells = network.count_cells ? (frame + cell - 1) / cell * cell : 0;
  const std::int64_t xoff = std::max(frame + network.above_bound, cells);
  const std::int64_t xon =
      std::max<std::int64_t>(0, xoff - 1 - static_cast<std::int64_t>(network.part * 4.0 * static_cast<double>(frame)));
  const std::int64_t quanta = 2 * ((frame + 20) * kBitsPerByte / 512 + 2) + network.above_bound % 500;
  return {fmt::format("[flow_control.pfc]\nxoff = \"{}B\"\nxon = \"{}B\"\npause_quanta = {}\n", xoff, xon,
                      network.number % 2 == 0 ? 65535 : quanta),
          Bytes(xoff)};
}

Thresholds credit_thresholds(const Network& network) {
  const Bytes buffer = 2 * network.max_frame + Bytes(64 + network.above_bound);
  return {fmt::format("[flow_control.cbfc]\nbuffer = \"{}B\"\nperiod = \"{}ps\"\n", buffer.count(),
                      network.credit_period.count()),
          buffer};
}

// Bm of some frames, in either unit.
Thresholds gradient_thresholds(const Network& network) {
  const std::int64_t block = network.number % 2 == 0 ? 64 : 4;
  const Bytes bm = 2 * network.max_frame + Bytes(block + network.above_bound);
  return {
      fmt::format("[flow_control.gfc_gradient]\nbm = \"{}B\"\nblock = \"{}B\"\ncounter_bits = 24\nperiod = \"{}ps\"\n",
                  bm.count(), block, network.credit_period.count()),
      bm};
}

// Outputs choose among inputs.
std::string settings_of(const Network& network, Scheme scheme) {
  constexpr std::string_view kOutputs = "\"output_queued\"";
  std::string text = network.settings;
  const std::size_t at = text.find(kOutputs);
  if (scheme == Scheme::kGfcGradient && at != std::string::npos) {
    text.replace(at, kOutputs.size(), "\"input_queued\"");
  }
  return text;
}

// b0 or b1, and bm.
Thresholds gfc_thresholds(const Network& network, Scheme scheme, Bytes margin, const std::string& more) {
  const Bytes low(network.above_bound);
  const Bytes bm = low + margin;
  return {fmt::format("[flow_control.{}]\n{} = \"{}B\"\nbm = \"{}B\"\n{}", name_of(scheme),
                      scheme == Scheme::kGfcBufferBased ? "b1" : "b0", low.count(), bm.count(), more),
          bm};
}

Thresholds thresholds(const Network& network, Scheme scheme) {
  switch (scheme) {
    case Scheme::kCbfc:
      return credit_thresholds(network);
    case Scheme::kGfcConceptual:
      return gfc_thresholds(network, scheme, worst(network, bounds::conceptual_margin), "");
    case Scheme::kGfcBufferBased:
      return gfc_thresholds(network, scheme, worst(network, bounds::buffer_based_margin), "");
    case Scheme::kGfcTimeBased: {
      const auto margin = [&](BitRate rate, Time tau) {
        return bounds::time_based_margin(rate, tau, network.credit_period);
      };
      return gfc_thresholds(network, scheme, worst(network, margin),
                            fmt::format("counter_bits = 20\nperiod = \"{}ps\"\n", network.credit_period.count()));
    }
    case Scheme::kGfcGradient:
      return gradient_thresholds(network);
    case Scheme::kNone:
    case Scheme::kPfc:
    case Scheme::kUeCbfc:
    case Scheme::kPause:
    case Scheme::kTtlPfc:
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      break;
  }
  return pause_thresholds(network);
}

// Thresholds count bytes and the buffer is given out in cells: the most that bytes of the lengths in use take of it.
double cells_per_byte(const Network& network) {
  const auto of = [&](Bytes length) {
    const Bytes cells = (length + network.cell - Bytes(1)) / network.cell * network.cell;
    return static_cast<double>(cells.count()) / static_cast<double>(length.count());
  };
  double most = of(Bytes(64));  // acknowledgements
  for (const Flow& flow : network.flows) {
    most = std::max(most, of(flow.length));
  }
  return most;
}

// Room for all VIQs of any switch at once.
std::string mmu_text(const Network& network, Scheme scheme, Bytes limit, Bytes headroom) {
  std::int64_t ports = 0;
  for (const std::string& name : network.switches) {
    ports = std::max<std::int64_t>(ports, std::count_if(network.cables.begin(), network.cables.end(),
                                                        [&](const Cable& c) { return c.a == name || c.b == name; }));
  }
  const bool by_hop = scheme == Scheme::kTtlPfc;
  const auto lossless = by_hop ? std::int64_t{8} : static_cast<std::int64_t>(network.lossless.size());
  const Bytes promised = ports * (lossless * (limit + headroom) + (by_hop ? Bytes(0) : limit));
  const auto buffer =
      static_cast<std::int64_t>(std::ceil(static_cast<double>(promised.count()) * cells_per_byte(network))) +
      network.cell.count();
  // Credits are promised in bytes, and the margins of GFC are.
  const bool in_cells = scheme == Scheme::kPfc || scheme == Scheme::kTtlPfc || scheme == Scheme::kGfcGradient;
  const bool cells = network.count_cells && in_cells;
  return fmt::format(
      "[switch.mmu]\nbuffer = \"{}B\"\ncell = \"{}B\"\ncount_cells = {}\nviq_limit = \"{}B\"\n"
      "headroom = \"{}B\"\n",
      buffer, network.cell.count(), cells, limit.count(), headroom.count());
}

std::string topology_text(const Network& network) {
  std::string text = "[topology]\nkind = \"custom\"\n";
  const auto devices = [&](const std::vector<std::string>& names, const char* kind) {
    for (const std::string& name : names) {
      text += fmt::format("\n[[topology.device]]\nname = \"{}\"\nkind = \"{}\"\n", name, kind);
    }
  };
  devices(network.switches, "switch");
  devices(network.hosts, "host");
  for (const Cable& cable : network.cables) {
    text += fmt::format(
        "\n[[topology.link]]\nbetween = [\"{}\", \"{}\"]\nrate = \"{}bps\"\ndelay = \"{}ps\"\n"
        "wire_overhead = {}\n",
        cable.a, cable.b, cable.link.rate.count(), cable.link.delay.count(), cable.link.wire_overhead);
  }
  return text;
}

std::string flow_text(const Network& network, const Flow& flow, Scheme scheme) {
  std::string text = fmt::format("\n[[flow]]\nsrc = \"{}\"\ndst = \"{}\"\nframe_length = \"{}B\"\nstart = \"{}ps\"\n",
                                 flow.source, flow.destination, flow.length.count(), flow.start.count());
  if (!flow.route.empty()) {
    text += fmt::format("route = [\"{}\"]\n", fmt::join(flow.route, "\", \""));
  }
  if (flow.rate > BitRate(0)) {
    text += fmt::format("kind = \"constant_rate\"\nrate = \"{}bps\"\n", flow.rate.count());
  }
  if (flow.size > Bytes(0)) {
    text += fmt::format("size = \"{}B\"\n", flow.size.count());
  }
  if (flow.acknowledged) {
    text += "acknowledged = true\n";
  }
  if (scheme != Scheme::kTtlPfc) {
    text += fmt::format("class = {}\n", flow.lossy ? network.lossy : network.lossless[flow.class_number]);
  }
  return text;
}

std::string text_of(const Network& network, Scheme scheme, const Horizon& horizon, Bytes headroom) {
  const Thresholds own = thresholds(network, scheme);
  const bool by_hop = scheme == Scheme::kTtlPfc;
  std::string text = fmt::format(
      "[scenario]\nname = \"lossless_{}\"\nduration = \"{}ps\"\nsample_interval = \"{}ps\"\nseed = {}\nquantum = "
      "\"{}\"\n\n",
      network.number, horizon.duration.count(), horizon.sample_interval.count(), network.number,
      network.number % 3 == 0 ? "off" : "on");
  text += topology_text(network) + "\n";
  text += fmt::format("[switch]\nmax_frame = \"{}B\"\n\n", network.max_frame.count());
  text += by_hop ? "[switch.class_mapper]\nsource = \"ttl\"\nttl0 = 8\n\n" : "";
  text += mmu_text(network, scheme, own.limit, headroom) + "\n" + settings_of(network, scheme) + "\n";
  text += fmt::format("[flow_control]\nscheme = \"{}\"\nprocessing_delay = \"{}ps\"\n", name_of(scheme),
                      network.processing_delay.count());
  text += by_hop ? "" : fmt::format("lossless = [{}]\n", fmt::join(network.lossless, ", "));
  text += "\n" + own.table + fmt::format("\n[traffic]\nstop = \"{}ps\"\n", network.injection.count());
  for (const Flow& flow : network.flows) {
    text += flow_text(network, flow, scheme);
  }
  return text;
}

}  // namespace

std::string scenario_text(const Network& network, Scheme scheme, const Horizon& horizon, Bytes headroom_cut) {
  const auto enough = [&] {
    const bool known = scheme == Scheme::kPfc || scheme == Scheme::kTtlPfc || scheme == Scheme::kCbfc ||
                       scheme == Scheme::kGfcGradient;
    if (!known) {
      return kGenerousFrames * network.max_frame;
    }
    const std::string without = text_of(network, scheme, horizon, Bytes(0));
    return bounds::required_headroom(scenario::load_text(without, "lossless.toml")).value();
  };
  return text_of(network, scheme, horizon, std::max(enough() - headroom_cut, Bytes(0)));
}

}  // namespace weir::lossless
