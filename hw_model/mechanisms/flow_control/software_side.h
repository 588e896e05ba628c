// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Software's side of a flow-control engine: its registers, counters and settings. The register bank of the switch binds
// and changes them.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/port_services.h"
#include "hw_model/reference/factories.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"

namespace weir::flow_control {

// An engine's counters of one class, which are also the operator's counters.
struct ClassCounters {
  std::uint64_t pauses_sent = 0;
  std::uint64_t resumes_sent = 0;
  std::uint64_t feedback_frames = 0;  // frames that carried something for this class
  std::uint64_t pauses_received = 0;
};

// Everything that an engine is built from.
struct PortContext {
  FlowControlConfig config;
  BitRate line_rate;
  Bytes max_frame;
  std::string name;           // of the port, "s1.p2": names its limiters and comparators
  frame::MacAddress address;  // source of the port's control frames
  PortServices* port = nullptr;
  reference::RateLimiterConfig limiter;
  reference::Factories factories;  // of the blocks that exist as RTL, one a lossless class
};

// The settings of an engine; engines of one device, or of devices of one network, with equal settings share one object.
struct EngineSettings {
  FlowControlConfig config;
  Bytes max_frame;
  reference::RateLimiterConfig limiter;
  reference::Factories factories;
};

// Depth of this port's VIQ of a class, for settings that apply to packets already queued.
using ViqDepth = std::function<Bytes(ClassId)>;

class EngineRegisters;  // register_access.h

// What registers of an engine need of the switch around it.
struct Surroundings {
  ViqDepth depth;
  // Throws std::invalid_argument, one line, if these settings do not fit the rest of the switch.
  std::function<void(const PortContext&)> check = [](const PortContext&) {};
};

class SoftwareSide {
 public:
  // Binds the registers of declare_flow_control, which `binder` has for this port, to this engine.
  virtual void bind_registers(const ledger::Binder& binder, const Surroundings& around);

  // Binds port.mac_address, the source of this engine's frames.
  void bind_address(const ledger::Binder& port, const Surroundings& around);

  // Throws std::invalid_argument, one line, when this engine cannot change to these settings while it runs.
  virtual void check(const PortContext& settings) const;

  // Changes to settings that check() has let pass. They apply to packets already queued, as with a level-sensitive
  // comparator, and to messages that are built or take effect from now on.
  virtual void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now);

  // The engine's present context.
  PortContext context() const;
  BitRate line_rate() const { return line_rate_; }
  const frame::MacAddress& address() const { return address_; }  // of the port, as it is now
  const reference::RateLimiterConfig& limiter() const { return settings_->limiter; }
  const FlowControlConfig& config() const { return settings_->config; }
  ClassCounters counters(ClassId c) const {
    return c.index() < counters_.size() ? counters_[c.index()] : ClassCounters{};
  }

  // Shares the settings object of another engine, which has the same factories, if the settings are equal.
  void share_settings(const SoftwareSide& other);

 protected:
  friend class FlowControl;  // lists the members (declare_common)
  explicit SoftwareSide(const PortContext& context);
  ~SoftwareSide() = default;

  EngineRegisters registers_of(const ledger::Binder& binder, const Surroundings& around);

  PortServices* port_;
  BitRate line_rate_;
  frame::MacAddress address_;            // source of its frames
  std::vector<ClassCounters> counters_;  // by class, up to the highest lossless one

 private:
  std::shared_ptr<const EngineSettings> settings_;
  std::string name_;
};

}  // namespace weir::flow_control
