// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Records the declarations of a network's deadlock units during a run, and the cost of their messages. On ranks each
// records those of its own switches and tells rank 0.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/declaration_listener.h"
#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

class Declarations final : public asic::DeclarationListener {
 public:
  // Listens to all switches of the network, from now on.
  explicit Declarations(const network::Network& net);

  // What is recorded before `end` and counted until then, as a text; adds the text of another rank.
  std::string tell(Time end) const;
  void hear(std::string_view told);

  // Fills in declarations before `end`, by time; those of one pause of a VIQ count once.
  void fill(Time end, report::Results& results) const;

 private:
  struct Declared {
    Time at;
    std::size_t device = 0;
    deadlock::Declaration what;
  };

  struct Limited {
    Time at;
    std::size_t device = 0;
    deadlock::FlowLimit what;
  };

  struct Storm {
    Time at;
    std::size_t device = 0;
    PortId egress;
    ClassId traffic_class;
    bool on = true;
  };

  void declared(const asic::SwitchAsic& at, const deadlock::Declaration& declaration, Time now) override;
  void limits(const asic::SwitchAsic& at, const deadlock::FlowLimit& limit, Time now) override;
  void storm(const asic::SwitchAsic& at, PortId egress, ClassId c, bool on, Time now) override;
  std::size_t device_of(const asic::SwitchAsic& at) const;
  void fill_limits(Time end, report::Results& results) const;
  void fill_storms(Time end, report::Results& results) const;
  std::string text_of(const Declared& one) const;
  std::string name_of(const frame::ItsyTrigger& trigger) const;
  // What deadlock units have counted; nothing: none has the counter.
  struct Counts {
    std::optional<std::uint64_t> loop_acts;
    std::optional<std::uint64_t> flows_limited;
    std::optional<std::uint64_t> loans_refused;
    std::optional<std::uint64_t> loss_overdraft;  // in units of kItsyFlowUnit
    std::optional<std::uint64_t> messages;
    std::uint64_t frames = 0;
    std::uint64_t pauses = 0;

    void add(const Counts& other);
  };

  Counts counts(Time end) const;
  void count_messages(Counts& counts) const;
  std::optional<std::uint64_t> sum_of(const char* counter, Time end) const;

  const network::Network& net_;
  std::vector<std::size_t> switches_;  // device of each switch, by switch number - 1
  std::vector<Declared> declared_;     // in order within each device
  std::vector<Limited> limited_;       // likewise
  std::vector<Storm> storms_;          // likewise
  Counts far_counts_;                  // of other ranks
};

}  // namespace weir
