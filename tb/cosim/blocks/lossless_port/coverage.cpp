// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/coverage.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "tb/cosim/powers_passed.h"

namespace weir::cosim {

using reference::RegisterPlace;

namespace {

const std::vector<std::string> kMet = {"admitted", "released",     "level",       "frame",         "message",
                                       "sent",     "taken_packet", "taken_frame", "taken_message", "period",
                                       "init",     "request",      "set",         "down"};
constexpr std::uint64_t kManyFrames = (std::uint64_t{1} << 12) + 1;
constexpr std::uint64_t kManyPackets = (std::uint64_t{1} << 16) + 1;
const std::vector<std::string> kWhether = {"no", "yes"};

std::size_t of(bool set) { return set ? 1 : 0; }

}  // namespace

LosslessPortCoverage::LosslessPortCoverage(const reference::LosslessPortConfig& config, unsigned /*latency*/)
    : port_(config.port),
      depths_("depth", {{"event", {"admitted", "released"}}, numbers("class", 0, 7), {"far", kWhether}}),
      offers_("offer", {{"offered", {"nothing", "packet", "control_frame", "credit_message"}},
                        {"ready", kWhether},
                        {"packets_wait", kWhether}}),
      values_("value", {numbers("number", 0, reference::register_values() - 1)}),
      clocks_("clock", {numbers("bank", 0, 10), {"edge", kWhether}}),
      early_("early", {numbers("cycle", 0, 2), {"event", kMet}}),
      many_("many", {{"after_a_reset", {"over_2^12_frames", "over_2^16_packets"}}}),
      lasts_("lasts", {{"what", {"packet_waits", "frame_waits", "held"}}, numbers("over_log2_cycles", 0, kMostLast)}),
      events_(kMet) {
  offers_.rule_out(offers_.index({1, 0, 0}));  // no packet that does not wait
  offers_.rule_out(offers_.index({1, 1, 0}));
  for (std::size_t cycle = 0; cycle < 2; ++cycle) {
    for (const std::size_t taken : {6U, 7U, 8U}) {
      early_.rule_out(early_.index({cycle, taken}));
    }
  }
  events_.rule_out(13, 7);  // a link that is down leaves nothing due
  for (const std::size_t due : {7U, 8U}) {
    early_.rule_out(early_.index({2, due}));  // nothing is due so early
  }
}

std::uint64_t LosslessPortCoverage::met(const Inputs& in, const Outputs& out) const {
  const bool taken = out.mac_valid && in.mac_ready;
  const bool all[] = {in.admitted_valid,
                      in.released_valid,
                      (in.above | in.below) != 0,
                      in.heard_valid && !in.heard_credit,
                      in.heard_valid && in.heard_credit,
                      in.sent_valid,
                      taken && out.mac_kind == 0,
                      taken && out.mac_kind == 1,
                      taken && out.mac_kind == 2,
                      in.period != 0,
                      in.init,
                      in.request,
                      in.interrupt_status_set != 0,
                      !in.link_up};
  std::uint64_t events = 0;
  for (std::size_t event = 0; event < std::size(all); ++event) {
    events |= std::uint64_t{all[event]} << event;
  }
  return events;
}

void LosslessPortCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (!in[n].rst_n) {
      events_.start();
      since_reset_ = frames_ = packets_ = 0;
      lasted_ = {};
      continue;
    }
    const std::uint64_t events = met(in[n], out[n]);
    for (std::size_t event = 0; since_reset_ < 3 && event < kMet.size(); ++event) {
      if ((events >> event & 1U) != 0) {
        early_.hit(early_.index({since_reset_, event}));
      }
    }
    since_reset_ = std::min<std::size_t>(since_reset_ + 1, 3);
    if (out[n].ready) {
      events_.events(events);
      running(in[n], out[n]);
      follow(in[n], out[n]);
    }
  }
}

// Numbers and lengths.
void LosslessPortCoverage::follow(const Inputs& in, const Outputs& out) {
  const bool packet = out.mac_valid && out.mac_kind == 0;
  const bool frame = out.mac_valid && out.mac_kind == 1;
  if (frame && in.mac_ready && ++frames_ == kManyFrames) {
    many_.hit(0);
  }
  if (packet && in.mac_ready && ++packets_ == kManyPackets) {
    many_.hit(1);
  }
  last(kPacketWaits, packet && !in.mac_ready);
  last(kFrameWaits, frame && !in.mac_ready);
  last(kHeld, out.blocked != 0);
}

void LosslessPortCoverage::last(Last what, bool goes_on) {
  std::uint64_t& cycles = lasted_[what];
  cycles = goes_on ? cycles + 1 : 0;
  if (const auto k = power_passed(cycles, kMostLast)) {
    lasts_.hit(lasts_.index({what, *k}));
  }
}

void LosslessPortCoverage::running(const Inputs& in, const Outputs& out) {
  // Of the thresholds after a reset.
  if (in.admitted_valid) {
    depths_.hit(depths_.index({0, in.admitted_class, of(in.admitted_depth >= 0x80'0000)}));
  }
  if (in.released_valid) {
    depths_.hit(depths_.index({1, in.released_class, of(in.released_depth <= 0x7f'f448)}));
  }
  offers_.hit(offers_.index({out.mac_valid ? out.mac_kind + 1 : 0, of(in.mac_ready), of(in.waiting != 0)}));
  for (std::size_t bank = 0; bank < 11; ++bank) {
    clocks_.hit(clocks_.index({bank, out.clocks >> bank & 1U}));
  }
  if (in.request && !in.write) {
    const RegisterPlace place = reference::register_place(port_, in.address);
    if (place.what == RegisterPlace::What::kValue) {
      values_.hit(values_.index({place.number}));
    }
  }
}

}  // namespace weir::cosim
