// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of a port as software reads and writes them. Its MAC address is its flow-control engine's.

#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/datapath/port/port.h"

namespace weir::port {
namespace {

using At = ledger::RegisterAccess;

class FrameLimit final : public ledger::Settings {
 public:
  explicit FrameLimit(Bytes& live) : live_(live), built_(live), draft_(live) {}

  void set(std::uint64_t bytes) { draft_ = Bytes(static_cast<std::int64_t>(bytes)); }
  void begin() override { draft_ = live_; }
  void check() const override {
    if (draft_ < frame::kMinFrameLength || draft_ > built_)
      throw std::invalid_argument("port: max_frame is " + std::to_string(draft_.count()) + " B, wanted " +
                                  std::to_string(frame::kMinFrameLength.count()) + ".." +
                                  std::to_string(built_.count()) + ", for which this switch has been built");
  }
  void apply(Time) override { live_ = draft_; }

 private:
  Bytes& live_;
  Bytes built_;
  Bytes draft_;
};

}  // namespace

void Port::bind_registers(const ledger::Binder& binder) {
  const auto limit = std::make_shared<FrameLimit>(max_frame_);
  binder.bind("max_frame", {.read = [this](const At&) { return static_cast<std::uint64_t>(max_frame_.count()); },
                            .write = [limit](const At&, std::uint64_t value) { limit->set(value); },
                            .settings = limit});
  const auto counter = [&](const char* name, std::uint64_t PortCounters::*member) {
    binder.bind(name, {.read = [this, member](const At&) { return counters_.*member; }});
  };
  counter("frames_sent", &PortCounters::frames_sent);
  counter("frames_received", &PortCounters::frames_received);
  counter("control_frames_received", &PortCounters::control_frames_received);
}

}  // namespace weir::port
