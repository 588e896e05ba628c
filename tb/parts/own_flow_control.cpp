// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Flow-control schemes of users. A card of a scheme is made of functions, so that there is a card for each of a few
// places, to which schemes come in the order in which they are added.

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "hw_model/asic/stage_module.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/base/invariant.h"
#include "hw_model/base/stopwatch.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "tb/parts/own_parts.h"

namespace weir::parts {
namespace {

using flow_control::PortContext;

using AddedScheme = Places<FlowControl>::Added;

Places<FlowControl>& schemes() {
  static Places<FlowControl> all;
  return all;
}

Place place_of(const PortContext& context) {
  return {.name = context.name,
          .ports = 1,
          .lossless = context.config.lossless,
          .rates = {context.line_rate.count()},
          .max_frame = context.max_frame.count(),
          .buffer = 0};
}

Built<FlowControl> scheme_of(const AddedScheme& own, const PortContext& context) {
  return built(*own.part, own.make, context.config.others, place_of(context));
}

class OwnScheme : public flow_control::FlowControl, private parts::FlowControl::Port {
 public:
  OwnScheme(const AddedScheme& own, const PortContext& context)
      : flow_control::FlowControl(context), part_(*own.part), place_(context.name), made_(scheme_of(own, context)) {
    wanted_.fill(kNever);
    pending_.fill(kNever);
    heard_.fill(weir::Time(0));
    made_.part->join(*this);
  }

  void packet_admitted(ClassId c, weir::Bytes length, weir::Bytes depth, weir::Time now) override {
    if (lossless(c))
      act(now, false, [&] { made_.part->admitted(number_of(c), length.count(), depth.count(), now.count()); });
  }
  void packet_released(ClassId c, weir::Bytes length, weir::Bytes depth, weir::Time now) override {
    if (lossless(c))
      act(now, false, [&] { made_.part->released(number_of(c), length.count(), depth.count(), now.count()); });
  }
  std::size_t build_feedback(std::span<std::uint8_t> bytes, weir::Time now) override;
  void feedback_received(std::span<const std::uint8_t> bytes, weir::Time now) override;
  void feedback_timer(ClassId c, weir::Time now) override;
  void pause_expiry(ClassId c, weir::Time now) override;

  void bind_registers(const ledger::Binder& binder, const flow_control::Surroundings& around) override {
    flow_control::FlowControl::bind_registers(binder, around);
    parts::bind_registers(binder, part_, made_.registers);
  }

  flow_control::HoldsAt holds_peer(ClassId c) const override {
    return [this, c](weir::Bytes stuck, weir::Bytes) { return made_.part->stays_held(number_of(c), stuck.count()); };
  }
  std::uint64_t receiver_state(ClassId c) const override { return told_ & mask_of(c) ? 1 : 0; }
  std::uint64_t sender_state(ClassId c) const override { return held_ & mask_of(c) ? 1 : 0; }
  weir::Bytes first_threshold() const override { return weir::Bytes(made_.promised.stops_at); }
  weir::Time pausing(ClassId c, weir::Time now) const override { return pausing_[c.index()].total(now); }
  weir::Time pausing_since(ClassId c) const override { return pausing_[c.index()].since(); }

 private:
  // What the part asks for takes effect when its function has ended: the port may send, and ask the part, at once.
  template <class Ask>
  void act(weir::Time now, bool may_hold, Ask ask) {
    const ClassMask before = held_;
    now_ = now;
    may_hold_ = may_hold;
    ask();
    may_hold_ = false;
    const ClassMask changed = before ^ held_;
    for_each_class(changed, [&](ClassId c) { watch_hold(c, now); });
    if (due_ != feedback_due_)
      set_feedback_due(due_, now);
    for_each_class(changed, [&](ClassId c) { port_->gate_changed(c, now); });
  }

  void say(bool due) override { due_ = due; }
  void hold(unsigned c, bool on) override {
    require_class(c, "holds");
    if (!may_hold_)
      broken("holds or lets go class " + std::to_string(c) + " without a message or a timer");
    held_ = static_cast<ClassMask>(on ? held_ | mask_of(ClassId(c)) : held_ & ~mask_of(ClassId(c)));
  }
  void wake(unsigned c, Time at) override {
    require_class(c, "asks for a timer of");
    if (weir::Time(at) < now_)
      broken("asks for a timer in the past, at " + std::to_string(at) + " ps");
    wanted_[c] = weir::Time(at);
    expect(ClassId(c));
  }

  void expect(ClassId c) {
    if (wanted_[c.index()] < pending_[c.index()]) {
      pending_[c.index()] = wanted_[c.index()];
      port_->schedule(wanted_[c.index()], EventKind::kFeedbackTimer, c);
    }
  }
  void watch_hold(ClassId c, weir::Time now);
  void require_class(unsigned c, const char* what) const {
    if (c >= kClasses || !lossless(ClassId(c)))
      broken(std::string(what) + " class " + std::to_string(c) + ", which is not lossless");
  }
  [[noreturn]] void broken(const std::string& what) const {
    broken_invariant("the part \"" + part_.word + "\" " + what, place_, "", now_);
  }

  const OwnPart& part_;
  std::string place_;  // of the port
  Built<parts::FlowControl> made_;
  weir::Time now_;  // of the question
  bool due_ = false;
  bool may_hold_ = false;
  ClassMask told_ = 0;             // the peer was last told a value other than 0
  PerClass<Stopwatch> pausing_{};  // while it is
  PerClass<weir::Time> wanted_{};  // of the part's timers
  PerClass<weir::Time> pending_{};
  PerClass<weir::Time> heard_{};  // when a message last named the class
  ClassMask watched_ = 0;         // classes of which a kPauseExpiry is scheduled
};

std::size_t OwnScheme::build_feedback(std::span<std::uint8_t> bytes, weir::Time now) {
  if (!due_)
    return 0;
  due_ = feedback_due_ = false;
  now_ = now;
  Message said;
  made_.part->message(said, now.count());
  if (due_)
    broken("asks for a message while its message is made");
  if (said.classes == 0)
    return 0;
  const ClassMask before = told_;
  frame::PfcFrame frame;
  for (unsigned c = 0; said.classes >> c != 0; ++c) {
    if ((said.classes >> c & 1U) == 0)
      continue;
    require_class(c, "speaks of");
    const bool on = said.values[c] != 0;
    frame.enabled |= mask_of(ClassId(c));
    frame.time[c] = said.values[c];
    told_ = static_cast<ClassMask>(on ? told_ | mask_of(ClassId(c)) : told_ & ~mask_of(ClassId(c)));
    ++counters_[c].feedback_frames;
    ++(on ? counters_[c].pauses_sent : counters_[c].resumes_sent);
    pausing_[c].set(on, now);
  }
  const std::size_t written = frame::write_pfc(bytes, address_, frame);
  for_each_class(before ^ told_, [&](ClassId c) { port_->pausing(c, (told_ & mask_of(c)) != 0, now); });
  return written;
}

void OwnScheme::feedback_received(std::span<const std::uint8_t> bytes, weir::Time now) {
  const auto control = frame::read_mac_control(bytes, address_);
  const auto* const pfc = control ? std::get_if<frame::PfcFrame>(&*control) : nullptr;
  if (pfc == nullptr)
    return;
  Message heard;
  for_each_class(pfc->enabled & lossless_, [&](ClassId c) {
    heard.classes |= mask_of(c);
    heard.values[c.index()] = pfc->time[c.index()];
    counters_[c.index()].pauses_received += pfc->time[c.index()] != 0 ? 1 : 0;
    heard_[c.index()] = now;
  });
  act(now, true, [&] { made_.part->heard(heard, now.count()); });
}

void OwnScheme::feedback_timer(ClassId c, weir::Time now) {
  if (now != pending_[c.index()])
    return;  // stale
  pending_[c.index()] = kNever;
  if (now == wanted_[c.index()]) {
    wanted_[c.index()] = kNever;
    act(now, true, [&] { made_.part->timer(number_of(c), now.count()); });
  }
  expect(c);
}

// A scheme that has promised to hold a class no longer than so after a message is watched.
void OwnScheme::watch_hold(ClassId c, weir::Time now) {
  const bool held = (held_ & mask_of(c)) != 0;
  if (!held || made_.promised.longest_hold == 0 || (watched_ & mask_of(c)) != 0)
    return;
  watched_ |= mask_of(c);
  port_->schedule(std::max(now, heard_[c.index()] + weir::Time(made_.promised.longest_hold + 1)),
                  EventKind::kPauseExpiry, c);
}

void OwnScheme::pause_expiry(ClassId c, weir::Time now) {
  watched_ &= static_cast<ClassMask>(~mask_of(c));
  if ((held_ & mask_of(c)) == 0)
    return;
  now_ = now;
  if (now > heard_[c.index()] + weir::Time(made_.promised.longest_hold))
    broken("holds class " + std::to_string(c.index()) + " for longer than it has promised, " +
           std::to_string(made_.promised.longest_hold) + " ps after a message");
  watch_hold(c, now);
}

PortContext context_of(const flow_control::FlowControlConfig& config, BitRate rate, weir::Bytes max_frame) {
  PortContext context;
  context.config = config;
  context.line_rate = rate;
  context.max_frame = max_frame;
  return context;
}

void check_scheme(const AddedScheme& own, const flow_control::FlowControlConfig& config,
                  const flow_control::PortFacts& port, ledger::Complaints& complaints) {
  check_part(*own.part, complaints, [&] {
    const Promise promise = scheme_of(own, context_of(config, port.line_rate, port.max_frame)).promised;
    if (promise.stops_at <= 0 && promise.fits <= 0 && config.lossless != 0)
      throw Refused("flow_control.scheme", "\"" + own.part->word +
                                               "\" promises nothing of lossless classes (Build::promise), and no room "
                                               "can be judged; wanted such a promise, or flow_control.lossless = []");
  });
}

// The card of the scheme that was added as number `place`.
template <std::size_t place>
constexpr flow_control::SchemeCard kSchemeCard{
    .traits = {.may_deadlock = true},
    .table =
        [] {
          const OwnPart& part = *schemes()[place].part;
          return flow_control::SchemeTable{part.table, part.text,
                                           settings_of(part, &flow_control::FlowControlConfig::others)};
        },
    .check = [](const flow_control::FlowControlConfig& config, const flow_control::PortFacts& port,
                ledger::Complaints& complaints) { check_scheme(schemes()[place], config, port, complaints); },
    .make = [](const PortContext& context) -> std::unique_ptr<flow_control::FlowControl> {
      const AddedScheme& own = schemes()[place];
      return std::make_unique<asic::StageModule<OwnScheme>>(name_at(context.name, *own.part).c_str(), own, context);
    },
    .declare =
        [](const PortContext& context) {
          const AddedScheme& own = schemes()[place];
          ledger::Block block("flow_control");
          declare_registers(block, *own.part, scheme_of(own, context).registers);
          flow_control::FlowControl::declare_common(
              block, context, ledger::Origin(own.part->word, "a part of its user: " + own.part->text));
          return block;
        }};

template <std::size_t... places>
constexpr std::array<const flow_control::SchemeCard*, kMostOfAKind> scheme_cards(std::index_sequence<places...>) {
  return {&kSchemeCard<places>...};
}

}  // namespace

void add_scheme(const OwnPart& part, MakerOf<FlowControl> make) {
  constexpr auto kCards = scheme_cards(std::make_index_sequence<kMostOfAKind>());
  flow_control::add_scheme(part.word, part.text, *kCards.at(schemes().next(part)));
  schemes().take(part, make);
}

const std::vector<Places<FlowControl>::Added>& own_schemes() { return schemes().added(); }

Promise promise_of(const Places<FlowControl>::Added& own, const flow_control::FlowControlConfig& config, BitRate rate,
                   weir::Bytes max_frame) {
  return scheme_of(own, context_of(config, rate, max_frame)).promised;
}

}  // namespace weir::parts
