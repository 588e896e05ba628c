// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the PFC watchdog: what the chip counts, and what software has set. The scripts' own values are in
// the memory of the processor beside the chip.

#include <memory>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/deadlock/pfcwd.h"

namespace weir::deadlock {
namespace {

using ledger::kOne;
using At = ledger::RegisterAccess;

constexpr unsigned kTimeBits = 48;
constexpr char kTimeFollows[] = "78 hours of nanoseconds";
constexpr char kSoftware[] = "software of the switch, which polls";
constexpr Time kNanosecond{1'000};

unsigned depth_bits(const SwitchContext& context) { return ledger::bits_for(ledger::register_value(context.buffer)); }

}  // namespace

struct Pfcwd::Rows {
  using Row = ledger::RowsOf<SwitchContext>;

  static constexpr auto kAll = Row::list(
      Row::setting<&PfcwdConfig::big_red_switch>(
          {"pfcwd_big_red_switch", 1, kOne, "", "all lossless queues drop, and no storm is looked for"}),
      Row::events<&Queue::counters>(
          {"pfcwd_received", 64, per_queue, "frames", "PFC frames that name the class, XOFF and XON alike"},
          [](const Queue& queue, const At& at) { return queue.counters.sample(BitRate(1), at.now).received; }),
      Row::events<&Queue::counters>(
          {"pfcwd_on2off", 64, per_queue, "frames", "XOFF frames that found the class not paused"},
          [](const Queue& queue, const At& at) { return queue.counters.sample(BitRate(1), at.now).on2off; }),
      Row::events<&Queue::counters>(
          {"pfcwd_sent", 64, per_queue, "packets", "packets that the queue has sent"},
          [](const Queue& queue, const At& at) { return queue.counters.sample(BitRate(1), at.now).packets; }),
      Row::memory<&Queue::counters>(
          {"pfcwd_paused_time", kTimeBits, per_queue, kTimeFollows,
           "nanoseconds in which the class was paused, as frames said"},
          [](const Queue& queue, const At& at) { return queue.counters.paused_time(at.now) / kNanosecond; })
          .access(ledger::Access::kReadOnly),
      Row::state<&Queue::counters>(
          {"pfcwd_bytes", depth_bits, per_queue, "bits of the buffer",
           "bytes that the switch holds for the queue, at its inputs, too"},
          [](const Queue& queue, const At& at) { return queue.counters.sample(BitRate(1), at.now).bytes.count(); }),
      Row::state<&Queue::counters>({"pfcwd_paused", 1, per_queue, "", "the class is paused, as frames said"},
                                   [](const Queue& queue, const At& at) { return queue.counters.paused(at.now); }),
      Row::state<&Queue::continuous>(
          {"pfcwd_continuous", 2, per_queue, "three values",
           "between the last two polls: 0 never paused, 1 paused all the time and nothing sent, 2 anything else"}),
      Row::state<&Queue::masked>({"pfcwd_masked", 1, per_queue, "", "the queue obeys no PAUSE"}),
      Row::state<&Queue::dropping>(
          {"pfcwd_dropping", 1, per_queue, "", "the queue drops what it holds and what comes to it"}),
      Row::events<&Queue::storms>({"pfcwd_storms", 64, per_queue, "storms", "storms told"}),
      Row::events<&Queue::restores>({"pfcwd_restores", 64, per_queue, "storms", "ends of storms told"}),
      Row::events<&Queue::dropped>(
          {"pfcwd_dropped", 64, per_queue, "packets", "packets dropped that the switch had admitted"}),
      Row::events<&Queue::refused>({"pfcwd_refused", 64, per_queue, "packets", "packets dropped as they came"}),
      Row::model_only<&Queue::watchdog>(kSoftware), Row::model_only<&Queue::pending>(kSoftware),
      Row::model_only<&Queue::acts_at>(kSoftware),
      Row::model_only<&Queue::paused_since>("the chip's own watchdog counts it with pfcwd_paused"),
      Row::model_only<&Queue::looks_at>("a scheduled event stands for the counting"),
      Row::model_only<&Pfcwd::config_>("settings of software; pfcwd_big_red_switch"),
      Row::model_only<&Pfcwd::times_>(kSoftware), Row::model_only<&Pfcwd::lossless_>("flow_control.lossless_classes"),
      Row::model_only<&Pfcwd::rates_>("constant of the ports"), Row::model_only<&Pfcwd::random_>(kSoftware),
      Row::model_only<&Pfcwd::last_poll_>(kSoftware), Row::model_only<&Pfcwd::next_poll_>(kSoftware),
      Row::part<&Pfcwd::queues_>());
};

void Pfcwd::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<ledger::Drafted<PfcwdConfig>>(
      [this]() -> const PfcwdConfig& { return config_; }, [](const PfcwdConfig&) {},
      [this](const PfcwdConfig& draft, Time now) { set_big_red_switch(draft.big_red_switch, now); });
  ledger::bind(binder, Rows::kAll, {ledger::objects(settings), ledger::objects([this](const At& at) -> const Queue& {
                                      return queues_.at(PortId(at.indices[0]), nth_class(lossless_, at.indices[1]));
                                    })});
}

ledger::Block Pfcwd::declare(const SwitchContext& context) {
  ledger::Block block("deadlock");
  ledger::declare(block, {"pfcwd", "SAI, saiqueue.h and saiport.h"}, context, Rows::kAll, context.config.pfcwd);
  return block;
}

}  // namespace weir::deadlock
