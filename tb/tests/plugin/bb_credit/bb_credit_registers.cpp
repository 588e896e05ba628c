// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of buffer-to-buffer credits as software reads them.

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "tb/tests/plugin/bb_credit/bb_credit.h"

namespace weir::flow_control {

ledger::Block BbCredit::declare(const PortContext& context) {
  static constexpr auto kSender = ledger::state_fields<Sender>(
      ledger::holds(&Sender::unanswered, "bb_credit_cnt"), ledger::holds(&Sender::frames, "bb_frames_sent"),
      ledger::holds(&Sender::rdy_n, "bb_rdy_n"), ledger::holds(&Sender::recovered, "r_rdys_lost"));
  static constexpr auto kReceiver = ledger::state_fields<Receiver>(
      ledger::holds(&Receiver::in_buffer, "bb_in_buffer"), ledger::holds(&Receiver::owed, "r_rdys_owed"),
      ledger::holds(&Receiver::frm_n, "bb_frm_n"), ledger::holds(&Receiver::rdys, "bb_rdys_sent"),
      ledger::holds(&Receiver::said, "r_rdys_sent"), ledger::holds(&Receiver::recovered, "bb_frames_lost"));
  static constexpr auto kFields = ledger::state_fields<BbCredit>(
      ledger::holds(&BbCredit::granted_, "bb_credit_peer"), ledger::holds(&BbCredit::sc_n_, "bb_sc_n"),
      ledger::part(&BbCredit::senders_), ledger::part(&BbCredit::receivers_),
      ledger::holds(&BbCredit::scs_due_, "bb_scs_due"),
      ledger::model_only(&BbCredit::waits_, "a BB_SCs goes through the pipeline of frames"),
      ledger::model_only(&BbCredit::placed_, "a scheduled event stands for that pipeline"));
  const ledger::Origin origin("bb_credit",
                              "Fibre Channel Framing and Signaling (FC-FS), buffer-to-buffer flow control");
  const BbCreditConfig own = bb_credit_of(context.config);
  ledger::Block block("flow_control");
  const auto of_login = [&](const char* name, unsigned width, std::uint64_t value, const char* what) {
    block.add(origin.state({.name = name,
                            .width = width,
                            .reset = value,
                            .width_follows = "the field of the login",
                            .description = what}));
  };
  of_login("bb_credit", kBbCreditBits, own.credits, "BB_Credit: frames that the receiver takes in each class");
  of_login("bb_credit_peer", kBbCreditBits, own.credits, "BB_Credit of the peer");
  of_login("bb_sc_n", kBbScNBits, own.sc_n, "BB_SC_N of both ends; 0: lost credits do not come back");
  const auto each_class = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.state({.name = name,
                            .width = width,
                            .dimensions = per_lossless_class(context),
                            .width_follows = follows,
                            .description = what}));
  };
  const auto since = [&](const char* name, const char* what) {
    each_class(name, kMostBbScN, "the largest bb_sc_n", what);
  };
  each_class("bb_credit_cnt", kBbCreditBits, "bb_credit", "BB_Credit_CNT: frames sent that no R_RDY has answered");
  each_class("bb_in_buffer", kBbCreditBits, "bb_credit", "frames in the buffer");
  each_class("r_rdys_owed", kBbCreditBits, "bb_credit", "R_RDYs to send");
  since("bb_frames_sent", "frames sent since the last BB_SCs");
  since("bb_rdy_n", "BB_RDY_N: R_RDYs heard since the last BB_SCr");
  since("bb_frm_n", "BB_FRM_N: frames received since the last BB_SCs");
  since("bb_rdys_sent", "R_RDYs sent since the last BB_SCr");
  each_class("bb_scs_due", 1, "a flag", "a BB_SCs to send");
  const auto counted = [&](const char* name, const char* what) {
    block.add(
        origin.events("primitives", {.name = name, .dimensions = per_lossless_class(context), .description = what}));
  };
  counted("r_rdys_sent", "R_RDYs sent");
  counted("bb_frames_lost", "R_RDYs sent for frames that were lost, as BB_SCs has told");
  counted("r_rdys_lost", "R_RDYs that were lost, as BB_SCr has told");
  declare_common(block, context, origin);
  ledger::require_declared(block, kSender);
  ledger::require_declared(block, kReceiver);
  ledger::require_declared(block, kFields);
  return block;
}

void BbCredit::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.port_state("bb_credit", [this](Time) { return bb_credit_of(config()).credits; });
  registers.port_state("bb_credit_peer", [this](Time) { return granted_; });
  registers.port_state("bb_sc_n", [this](Time) { return sc_n_; });
  const auto sender = [&](const char* name, auto Sender::*member) {
    registers.state(name, [this, member](ClassId c, Time) -> std::uint64_t { return senders_[c.index()].*member; });
  };
  sender("bb_credit_cnt", &Sender::unanswered);
  sender("bb_frames_sent", &Sender::frames);
  sender("bb_rdy_n", &Sender::rdy_n);
  sender("r_rdys_lost", &Sender::recovered);
  const auto receiver = [&](const char* name, auto Receiver::*member) {
    registers.state(name, [this, member](ClassId c, Time) -> std::uint64_t { return receivers_[c.index()].*member; });
  };
  receiver("bb_in_buffer", &Receiver::in_buffer);
  receiver("r_rdys_owed", &Receiver::owed);
  receiver("bb_frm_n", &Receiver::frm_n);
  receiver("bb_rdys_sent", &Receiver::rdys);
  receiver("r_rdys_sent", &Receiver::said);
  receiver("bb_frames_lost", &Receiver::recovered);
  registers.state("bb_scs_due", [this](ClassId c, Time) { return (scs_due_ & mask_of(c)) != 0 ? 1U : 0U; });
}

}  // namespace weir::flow_control
