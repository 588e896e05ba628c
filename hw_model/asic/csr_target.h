// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Control and status registers of a switch behind a TLM-2.0 target socket, at the addresses of ledger/address_map.h.
//
// A switch runs ahead of the kernel, to the end of its quantum, so a transfer cannot act at the instant of the call. It
// takes effect, as an event of the switch after all other work of its instant, at
//   max(call + request cycles, end of the quantum of the call),
// which depends on neither the order of processes nor on whether the switch really runs in quanta. Transfers that take
// effect at one instant do so in the order of their calls. b_transport waits for the effect and returns with what is
// left, and the response cycles, in `delay`. transport_dbg acts at once on the switch as it stands, and takes no time.
// (docs/decisions/0122)

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "hw_model/asic/csr_access.h"
#include "hw_model/asic/csr_config.h"
#include "hw_model/asic/timed_device.h"
#include "hw_model/base/scheduler.h"

namespace weir::asic {

class CsrTarget : public sc_core::sc_module {
 public:
  // `make_bank` is called once, at the first use: a switch whose registers are never read has no bank.
  CsrTarget(const sc_core::sc_module_name& name, const CsrConfig& config, const Timing& timing, Scheduler& scheduler,
            std::function<std::unique_ptr<ledger::RegisterBank>()> make_bank);

  tlm_utils::simple_target_socket_optional<CsrTarget> socket;

  ledger::RegisterBank& bank();
  const ledger::AddressMap& map() { return bank().map(); }

  // The reason why the last write was refused (kRefused), in one line; empty: it was not refused. Reads do not change
  // the reason.
  const std::string& refusal() const { return refusal_; }

  // Writes `data` like a transfer of the bus that takes effect at `at`, for a bench without a process that can wait.
  // Before the run, or from Timing::boundary_after(now) on. `answered` gets the response when the write has taken
  // effect.
  void post_write(std::uint64_t address, std::vector<std::uint8_t> data, Time at,
                  std::function<void(CsrResponse)> answered);

  // The work of a kRegisterAccess event.
  void access(Time now);

  // The bus is held in reset, or let go: at either, accesses that have not taken effect are answered with an error, and
  // so are those that would take effect while it is held.
  void hold_reset(bool held, Time now);

 private:
  // An access under way. The target owns it, because the thread that waits for it may be killed or reset: its stack and
  // the data that the transfer points to are then gone, and the access does not take place.
  struct Pending {
    explicit Pending(const CsrTransfer& wanted) : transfer(wanted) {}
    CsrTransfer transfer;
    std::vector<std::uint8_t> data = {};                  // of a posted write
    std::function<void(CsrResponse)> answered = nullptr;  // likewise
    CsrResponse response = CsrResponse::kOk;
    bool withdrawn = false;
    Time at = {};  // of its effect, or of the reset that has come before it
    sc_core::sc_event done{};
  };
  struct Withdrawal {
    Pending& pending;
    ~Withdrawal() { pending.withdrawn = true; }
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  void file(const std::shared_ptr<Pending>& pending, Time at);
  void answer(Pending& pending, Time now);
  CsrResponse wait_for(const CsrTransfer& transfer, sc_core::sc_time& delay);

  CsrConfig config_;
  Timing timing_;  // no access takes effect before the boundary that follows its call
  Scheduler& scheduler_;
  std::function<std::unique_ptr<ledger::RegisterBank>()> make_bank_;
  std::unique_ptr<ledger::RegisterBank> bank_;
  std::map<Time, std::deque<std::shared_ptr<Pending>>> pending_;  // by the instant of their effect
  std::string refusal_;
  bool held_ = false;  // in reset
};

}  // namespace weir::asic
