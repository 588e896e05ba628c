// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The far end of a cable: frames as bytes, each at its time on the wire. Hosts of your own, and what leads to other
// worlds (weir/axi_stream.h, weir/xgmii.h, weir/tap.h, weir/vcml.h), stand on it. C++17.
//
// A wrong port is an error "weir/settings"; where the report handler returns, the cable leads nowhere. What goes wrong
// while frames cross is a warning "weir/cable", the first time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <systemc>

namespace weir {

class Switch;  // of weir/switch.h
namespace platform {
class CableInside;
}  // namespace platform

// From the destination's MAC address on, without preamble; without FCS unless said otherwise.
using Frame = std::vector<std::uint8_t>;

class Cable final : public sc_core::sc_module {
 public:
  using Take = std::function<void(Frame&&)>;
  // When a frame of the switch is taken, all of its bytes at once: as its first bit arrives here, or its last.
  enum class Bit : std::uint8_t { kFirst, kLast };

  // Binds both sockets of a port of a switch, whose cable has the rate and the delay of the scenario. `take` is called
  // by a method process, in the order of the wire.
  Cable(const sc_core::sc_module_name& name, Switch& of, std::size_t port, Take take, Bit at = Bit::kLast);
  ~Cable() override;
  Cable(const Cable&) = delete;
  Cable& operator=(const Cable&) = delete;

  // Sends a frame, which is padded to 60 bytes as a MAC does. Its first bit leaves as soon as the frames before have
  // left; the result is when its last bit has left. While the simulation runs.
  sc_core::sc_time send(const Frame& frame);

  // Sends a frame that ends with an FCS, which the switch checks. Its last bit has come here now, and its first bit at
  // `since`, which is not after now.
  sc_core::sc_time relay(const Frame& frame, const sc_core::sc_time& since);

  // When all frames of ours have left.
  sc_core::sc_time free_at() const;

  // Of the cable: time on the wire of a frame of so many bytes without FCS, delay of one way, bits in a second, and
  // whether a frame costs 20 bytes of preamble and gap.
  sc_core::sc_time wire_time(std::size_t bytes) const;
  sc_core::sc_time delay() const;
  std::uint64_t rate() const;
  bool has_gaps() const;

  // Frames of ours that the switch has refused: longer than 65,535 bytes.
  std::uint64_t refused() const;

 private:
  void deliver();

  std::unique_ptr<platform::CableInside> inside_;
};

// The FCS of a frame without one, as a number whose least significant byte is the first on the wire.
std::uint32_t fcs_of(const Frame& frame);

}  // namespace weir
