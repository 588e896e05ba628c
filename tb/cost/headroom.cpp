// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/headroom.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/gfc_packet_bound.h"
#include "tb/bounds/kept_of_frames.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/cost/mechanisms.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

using flow_control::Scheme;

constexpr Bytes kPfcFrame{64};

struct Text {
  const char* formula;
  const char* source;
};

Time credit_period(const asic::SwitchConfig& device, const link::LinkConfig& port) {
  return flow_control::credit_period(device.flow_control.gfc_time_based.credits, port.rate);
}

// Theorem 5.1 is about tau <= T; `weir check` draws the line at t_r.
bool outside_theorem(const asic::SwitchConfig& device, const link::LinkConfig& port) {
  return device.flow_control.processing_delay > credit_period(device, port);
}

Text text_of(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port) {
  switch (scheme) {
    case Scheme::kPfc:
    case Scheme::kTtlPfc:
      return {"2 (MTU + s_pfc + r t_wire) + r t_pro", "TTL-based buffer management, eq. 14"};
    case Scheme::kPause:
      return {"eq. 14 once a port", "TTL-based buffer management, eq. 14"};
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      return {"(N - 2) C tau", "of an egress queue: all ports but its own send to it until they obey, one leaves"};
    case Scheme::kGfcGradient:
      return {"(C tau + C T_c) in whole blocks",
              "up to Bm, as of credits; then (n + 1) L, n = its ports "
              "(docs/reference/gradient_gate.md, theorem B)"};
    case Scheme::kCbfc:
      return {"(C tau + C T_c) in whole blocks", "InfiniBand Architecture, volume 1, section 7.9.4: credits every T_c"};
    case Scheme::kGfcConceptual:
      return {"e C tau", "derived of fluids; GFC, Theorem 4.1, has 4 C tau"};
    case Scheme::kGfcBufferBased:
      return {"2 C tau", "GFC, eq. 5"};
    case Scheme::kGfcTimeBased:
      if (outside_theorem(device, port)) {
        return {"e C (T + t_r + waits)", "derived of fluids; GFC, Theorem 5.1, does not hold for t_r > T"};
      }
      return {"(sqrt(tau/T) + 1)^2 C T", "GFC, Theorem 5.1"};
    default:  // nothing is known of others
      break;
  }
  return {"", ""};
}

Bytes in_blocks(Bytes length, const flow_control::CbfcConfig& credits) {
  return (length + credits.block - Bytes(1)) / credits.block * credits.block;
}

// What is on its way, or not yet reported, at line rate. Frames that do not fill their blocks take more of it.
Bytes credit_buffer(const asic::SwitchConfig& device, const flow_control::CbfcConfig& credits,
                    const link::LinkConfig& port, Time tau) {
  const Bytes line = bounds::bytes_at_least(tau + flow_control::credit_period(credits, port.rate), port.rate);
  const Bytes frame = device.max_frame;
  const auto frames = (line + frame - Bytes(1)) / frame;
  return frames * in_blocks(frame, credits);
}

// Bm - B0 of the time-based form: theorem 5.1 where it holds, else what any news of that age needs.
Bytes time_based_margin(const asic::SwitchConfig& device, const link::LinkConfig& port, Time tau) {
  const Time period = credit_period(device, port);
  if (!outside_theorem(device, port)) {
    return bounds::time_based_margin(port.rate, tau, period);
  }
  const bounds::GfcLoop loop{.rate = port.rate,
                             .frames = {},
                             .delay = port.delay,
                             .processing = device.flow_control.processing_delay,
                             .pipeline = Time(0),
                             .wait = wire_time(device.max_frame, port),
                             .feedback = wire_time(frame::kControlFrameLength, port),
                             .limiter = {}};
  return bounds::late_margin(port.rate, bounds::credit_age(loop, period, std::popcount(device.flow_control.lossless)));
}

// What a queue adds to the need of the switch. Egress queues share it: all of them together get no more than what all
// ports bring until they obey.
Bytes of_the_switch(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port, Bytes each) {
  return flow_control::traits_of(scheme).by_egress ? bounds::bytes_at_least(feedback_latency(device, port), port.rate)
                                                   : each;
}

// Of a device that may have another scheme now.
ClassMask classes_at_switches(Scheme scheme, flow_control::FlowControlConfig config) {
  config.scheme = scheme;
  return flow_control::at_switches(config);
}

// Of one port those that need it. `filled`: as many as packets can fill under a scheme that follows the TTL; null: not
// known. PAUSE stops all classes of a port together.
std::int64_t queues_of(Scheme scheme, const asic::SwitchConfig& device, const std::size_t* filled) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scheme);
  if (traits.is_of_the_port) {
    return 1;
  }
  return traits.follows_ttl && filled != nullptr ? static_cast<std::int64_t>(*filled)
                                                 : std::popcount(classes_at_switches(scheme, device.flow_control));
}

// What a queue takes of a headroom pool: the packet that goes over the threshold whole, and what eq. 14 counts after
// it, in cells of frames of the largest size.
Bytes of_the_pool(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port, Bytes each) {
  if (!flow_control::traits_of(scheme).takes_headroom_pool) {
    return Bytes(0);
  }
  const Bytes frame = device.mmu.whole_cells(device.max_frame);
  const Bytes as_it_comes = device.max_frame - asic::label_length(device);
  return frame + device.mmu.whole_cells(bounds::kept_of_frames(frame, each, as_it_comes, port));
}

// Below the first threshold there must be room for a frame: otherwise the queue never takes one. Of credits all is
// advertised.
Bytes below_threshold(Scheme scheme, const asic::SwitchConfig& device) {
  return scheme == Scheme::kCbfc ? Bytes(0) : device.max_frame;
}

}  // namespace

Time feedback_latency(const asic::SwitchConfig& device, const link::LinkConfig& port) {
  return bounds::feedback_latency(on_wire(device.max_frame, port), port.rate, port.delay,
                                  device.flow_control.processing_delay);
}

Bytes headroom_each(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port) {
  const Time tau = feedback_latency(device, port);
  switch (scheme) {
    case Scheme::kPfc:
    case Scheme::kTtlPfc:
    case Scheme::kPause:
      return bounds::pfc_headroom(on_wire(device.max_frame, port), on_wire(kPfcFrame, port), port.rate, port.delay,
                                  device.flow_control.processing_delay);
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      return bounds::egress_pause_headroom(device.ports.size(), port.rate, tau);
    case Scheme::kCbfc:
      return credit_buffer(device, device.flow_control.cbfc, port, tau);
    case Scheme::kGfcGradient:
      return credit_buffer(device, device.flow_control.gfc_gradient.reports, port, tau);
    case Scheme::kGfcConceptual:
      return bounds::late_margin(port.rate, tau);
    case Scheme::kGfcBufferBased:
      return bounds::buffer_based_margin(port.rate, tau);
    case Scheme::kGfcTimeBased:
      return time_based_margin(device, port, tau);
    default:
      break;
  }
  return Bytes(0);
}

Bytes packets_each(Scheme scheme, const asic::SwitchConfig& device) {
  const Bytes frame = device.max_frame;
  switch (scheme) {
    case Scheme::kPfc:
    case Scheme::kTtlPfc:
    case Scheme::kPause:
      return frame - Bytes(1);  // the packet that reaches XOFF may end above it (docs/decisions/0030)
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
      return 3 * frame;  // beyond Bm (docs/results/gfc_bound.md); of the conceptual form seen, not proved, at e C tau
    case Scheme::kGfcTimeBased:
      return 4 * frame;
    case Scheme::kGfcGradient:
      return frame * static_cast<std::int64_t>(device.ports.size() + 1);
    default:
      break;
  }
  return Bytes(0);
}

std::vector<Headroom> headrooms(const asic::SwitchConfig& device, const std::vector<Scheme>& schemes,
                                const std::vector<std::size_t>& filled) {
  std::vector<Headroom> found;
  for (const Scheme scheme : schemes) {
    Headroom headroom;
    headroom.scheme = name_of(scheme);
    headroom.packets = packets_each(scheme, device);
    headroom.buffer = device.mmu.buffer;
    for (std::size_t p = 0; p < device.ports.size(); ++p) {
      const link::LinkConfig& port = device.ports[p];
      const std::int64_t queues = queues_of(scheme, device, filled.empty() ? nullptr : &filled.at(p));
      const Bytes each = headroom_each(scheme, device, port);
      if (each > headroom.each) {
        const Text text = text_of(scheme, device, port);
        headroom.formula = text.formula;
        headroom.source = text.source;
        headroom.each = each;
      }
      headroom.queues += queues;
      headroom.all += each * queues;
      headroom.pool += of_the_pool(scheme, device, port, each) * queues;
      headroom.least +=
          (of_the_switch(scheme, device, port, each) + headroom.packets + below_threshold(scheme, device)) * queues;
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
