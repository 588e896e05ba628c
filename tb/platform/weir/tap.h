// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cable of a port leads to the network of this machine: a tap device of Linux, to which ping, iperf and virtual
// machines have access. C++17.
//
// With the first Tap the simulation runs in real time: it waits for the wall clock while it has nothing to do before,
// and frames of Linux come in as they are sent. If the machine cannot keep up, simulated time falls behind, without
// loss as long as Linux queues what it sends; more than a second is a warning "weir/cable", once.
//
// Frames are those of Linux, without FCS; pauses of the switch reach Linux as frames, and do not hold it.
// docs/user_guide/ tap.md says how addresses and routes are set.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <systemc>

namespace weir {

class Switch;  // of weir/switch.h
namespace platform {
class TapInside;
}  // namespace platform

class Tap final : public sc_core::sc_module {
 public:
  // `device`: its name in Linux, "w0"; a new one unless there is one already. An error "weir/settings" if it cannot be
  // opened: /dev/net/tun, and CAP_NET_ADMIN or a device that this user may open (`ip tuntap add ... user`). Where the
  // report handler returns, the cable leads nowhere.
  Tap(const sc_core::sc_module_name& name, Switch& of, std::size_t port, const std::string& device);
  ~Tap() override;
  Tap(const Tap&) = delete;
  Tap& operator=(const Tap&) = delete;

  // Frames to Linux, from Linux, and those that Linux did not take: its device is down, say.
  std::uint64_t frames_to() const;
  std::uint64_t frames_from() const;
  std::uint64_t lost() const;

 private:
  void pace();

  std::unique_ptr<platform::TapInside> inside_;
};

}  // namespace weir
