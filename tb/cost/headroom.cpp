// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/headroom.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/scheme_card.h"
#include "tb/cost/mechanisms.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

using flow_control::Scheme;

// The headroom that a queue adds to the need of the switch. Egress queues share theirs: all egress queues together get
// no more than what all ports bring until their peers obey.
Bytes of_the_switch(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port, Bytes each) {
  return flow_control::traits_of(scheme).by_egress ? bounds::bytes_at_least(bounds::latency_of(port, device), port.rate)
                                                   : each;
}

// The lossless classes at switches of a device under `scheme`, which need not be its present scheme.
ClassMask classes_at_switches(Scheme scheme, flow_control::FlowControlConfig config) {
  config.scheme = scheme;
  return flow_control::at_switches(config);
}

// The number of a port's queues that need headroom. `filled`: as many as packets can fill under a scheme that follows
// the TTL; null: not known. PAUSE stops all classes of a port together.
std::int64_t queues_of(Scheme scheme, const asic::SwitchConfig& device, const std::size_t* filled) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scheme);
  if (traits.is_of_the_port) {
    return 1;
  }
  return traits.follows_ttl && filled != nullptr ? static_cast<std::int64_t>(*filled)
                                                 : std::popcount(classes_at_switches(scheme, device.flow_control));
}

// The cells that a queue takes of a headroom pool: the packet that goes over the threshold, whole, and what eq. 14
// counts after it, or the worst mix of frames, if that is more.
Bytes of_the_pool(Scheme scheme, const asic::SwitchConfig& device, const bounds::PauseHeadroom& worst, Bytes each) {
  if (!flow_control::traits_of(scheme).takes_headroom_pool) {
    return Bytes(0);
  }
  return std::max(device.mmu.whole_cells(device.max_frame) + device.mmu.whole_cells(each), worst.in_pool());
}

// Nothing for a scheme that does not pause by the depth of VIQs.
bounds::PauseHeadroom worst_of(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port,
                               const QueueFrames& frames) {
  return flow_control::traits_of(scheme).pauses_viqs() ? pause_headroom(paused_link(device, port, frames))
                                                       : bounds::PauseHeadroom{};
}

}  // namespace

Bytes headroom_each(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port) {
  const bounds::SchemeCard* const card = bounds::scheme_card(scheme);
  return card != nullptr ? card->room(device, port).each : Bytes(0);
}

Bytes packets_each(Scheme scheme, const asic::SwitchConfig& device) {
  const bounds::SchemeCard* const card = bounds::scheme_card(scheme);
  return card != nullptr ? card->packets(device) : Bytes(0);
}

Bytes needed_each(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port,
                  const QueueFrames& frames) {
  return std::max(headroom_each(scheme, device, port) + packets_each(scheme, device),
                  worst_of(scheme, device, port, frames).above_xoff());
}

std::vector<Headroom> headrooms(const asic::SwitchConfig& device, const std::vector<Scheme>& schemes,
                                const QueueFrames& frames, const std::vector<std::size_t>& filled) {
  std::vector<Headroom> found;
  for (const Scheme scheme : schemes) {
    const bounds::SchemeCard* const card = bounds::scheme_card(scheme);
    if (card == nullptr) {
      continue;
    }
    Headroom headroom;
    headroom.scheme = name_of(scheme);
    headroom.packets = card->packets(device);
    headroom.buffer = device.mmu.buffer;
    for (std::size_t p = 0; p < device.ports.size(); ++p) {
      const link::LinkConfig& port = device.ports[p];
      const std::int64_t queues = queues_of(scheme, device, filled.empty() ? nullptr : &filled.at(p));
      const bounds::RoomOfPort room = card->room(device, port);
      const Bytes each = room.each;
      const bounds::PauseHeadroom worst = worst_of(scheme, device, port, frames);
      if (worst.above_xoff() > headroom.worst) {
        headroom.worst = worst.above_xoff();
        headroom.worst_cells = headroom.worst / device.mmu.cell;
        headroom.worst_mix = worst.before;
        headroom.worst_last = worst.last_length;
      }
      if (each > headroom.each) {
        headroom.formula = room.formula;
        headroom.source = room.source;
        headroom.each = each;
      }
      headroom.queues += queues;
      headroom.all += each * queues;
      headroom.pool += of_the_pool(scheme, device, worst, each) * queues;
      const Bytes needed = std::max(of_the_switch(scheme, device, port, each) + headroom.packets, worst.above_xoff());
      headroom.least += (needed + card->below_threshold(device)) * queues;
    }
    if (headroom.each > Bytes(0)) {
      found.push_back(std::move(headroom));
    }
  }
  return found;
}

std::vector<std::string> misfits(const std::vector<Headroom>& headrooms) {
  std::vector<std::string> found;
  for (const Headroom& headroom : headrooms) {
    if (!headroom.fits()) {
      found.push_back(fmt::format("{} does not fit: it needs {}, and the packet buffer has {}", headroom.scheme,
                                  report::human_bytes(static_cast<double>(headroom.least.count())),
                                  report::human_bytes(static_cast<double>(headroom.buffer.count()))));
    }
  }
  return found;
}

std::int64_t whole_kib(Bytes bytes) {
  constexpr std::int64_t kKib = 1024;
  return (bytes.count() + kKib - 1) / kKib;
}

}  // namespace weir::cost
