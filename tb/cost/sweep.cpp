// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/sweep.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/cost/headroom.h"

namespace weir::cost {
namespace {

using ledger::Bits;

// The difference, never below 0: a mechanism may be the better home of something that the bare switch has, too.
Bits difference(const Bits& more, const Bits& less) {
  Bits bits;
  for (std::size_t kind = 0; kind < ledger::kStorageKinds; ++kind) {
    bits.by_storage[kind] = more.by_storage[kind] - std::min(more.by_storage[kind], less.by_storage[kind]);
  }
  return bits;
}

std::optional<Bits> bits_of(const asic::SwitchConfig& device, const Selection& selection, const Headrooms& headrooms) {
  try {
    return declare(device, selection, headrooms).bits();
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // this mechanism cannot be built at this point, others can
  }
}

SweepPoint point_of(const SwitchRequest& request, const std::vector<Selection>& selections) {
  const asic::SwitchConfig device = make_setup(request, Selection{}).device;
  const link::LinkConfig& port = device.ports.front();
  SweepPoint point;
  point.ports = request.ports;
  point.classes = request.classes;
  point.lossless = request.lossless.value_or(request.classes);
  point.rate = request.rate;
  point.stages = request.stages.value_or(0);
  point.tau = bounds::latency_of(port, device);
  point.two_c_tau = bounds::buffer_based_margin(port.rate, point.tau);
  point.c_tau = Bytes((point.two_c_tau.count() + 1) / 2);
  const flow_control::Scheme pfc = plain_pfc().schemes.front();
  point.pfc_headroom = headroom_each(pfc, device, port);
  point.pfc_worst_mix = pause_headroom(paused_link(device, port, request.frames)).above_xoff();
  point.cbfc_credits = headroom_each(select_mechanisms({"cbfc"}).schemes.front(), device, port);
  point.buffer = device.mmu.buffer;
  const Headrooms headrooms{.as_needed = true, .frames = request.frames};
  point.without = declare(device, Selection{}, headrooms).bits();
  for (const Selection& selection : selections) {
    const std::optional<Bits> bits = bits_of(device, selection, headrooms);
    point.added.push_back(bits ? std::optional(difference(*bits, point.without)) : std::nullopt);
  }
  return point;
}

}  // namespace

std::vector<std::string> sweep_mechanisms() {
  std::vector<std::string> names;
  for (const MechanismName& known : known_mechanisms()) {
    if (known.name != "none" && known.name != "gfc_conceptual") {
      names.push_back(known.name);
    }
  }
  return names;
}

Sweep run_sweep(const SweepGrid& grid, const SwitchRequest& request, const std::vector<std::string>& mechanisms) {
  Sweep sweep{grid, mechanisms, request.buffer, {}};
  std::vector<Selection> selections;
  for (const std::string& mechanism : mechanisms) {
    selections.push_back(select_mechanisms({mechanism}));
  }
  SwitchRequest at = request;
  for (const unsigned ports : grid.ports) {
    for (const unsigned classes : grid.classes) {
      for (const BitRate rate : grid.rates) {
        for (const unsigned stages : grid.stages) {
          at.ports = ports;
          at.classes = classes;
          at.rate = rate;
          at.stages = stages;
          if (request.lossless) {
            at.lossless = std::min(*request.lossless, classes);
          }
          sweep.points.push_back(point_of(at, selections));
        }
      }
    }
  }
  return sweep;
}

std::string sweep_csv(const Sweep& sweep) {
  std::string text =
      "ports,classes,lossless_classes,line_bps,stages,tau_ps,c_tau_bytes,pfc_headroom_bytes,gfc_two_c_tau_bytes,"
      "pfc_headroom_switch_bytes,gfc_two_c_tau_switch_bytes,cbfc_credits_bytes,cbfc_credits_switch_bytes,buffer_bytes,"
      "pfc_worst_mix_bytes,pfc_worst_mix_switch_bytes";
  for (const std::string& mechanism : sweep.mechanisms) {
    text += fmt::format(",{0}_flip_flop_bits,{0}_sram_bits,{0}_tcam_bits", mechanism);
  }
  text += ",without_flip_flop_bits,without_sram_bits,without_tcam_bits\n";
  for (const SweepPoint& point : sweep.points) {
    const auto queues = static_cast<std::int64_t>(point.ports) * point.lossless;
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", point.ports, point.classes, point.lossless,
                    point.rate.count(), point.stages, point.tau.count(), point.c_tau.count(),
                    point.pfc_headroom.count(), point.two_c_tau.count(), point.pfc_headroom.count() * queues,
                    point.two_c_tau.count() * queues, point.cbfc_credits.count(), point.cbfc_credits.count() * queues,
                    point.buffer.count(), point.pfc_worst_mix.count(), point.pfc_worst_mix.count() * queues);
    for (const std::optional<Bits>& bits : point.added) {
      text += bits ? fmt::format(",{}", fmt::join(bits->by_storage, ",")) : ",,,";
    }
    text += fmt::format(",{}\n", fmt::join(point.without.by_storage, ","));
  }
  return text;
}

}  // namespace weir::cost
