// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the rate limiter, both forms. Each segment is of one mode, but those that change it in flight.

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/rate_limiter/script_writer.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;

class LimiterVectors {
 public:
  LimiterVectors(const RateLimiterSetup& setup, const VectorOptions& options, VectorRecorder<RateLimiterKind>& recorder)
      : setup_(setup),
        form_(setup.form),
        config_(setup.config),
        options_(options),
        recorder_(recorder),
        noise_(options.seed, "limiter_vectors_noise"),
        ticks_max_((1U << setup.config.r_l_ticks) - 1) {}

  void all_modes() {
    for (const Mode<RateLimiterSetup>& mode : RateLimiterKind::modes(setup_)) {
      setup_ = mode.setup;
      mode_ = mode.name;
      reset();
      rates();
      roundings();
      boundaries();
      raises();
      saturation();
      for (const BitRate rate : options_.rates) {
        packets(rate);
      }
      random(options_.random_cycles / kLimiterModes);
      recorder_.play(crosses(), "_" + mode_, setup_);
      for (const LimiterScript& script : magnitude_scripts(setup_)) {
        recorder_.play(script, "_" + mode_, setup_);
      }
    }
    // Scripts that take long come last.
    for (const Mode<RateLimiterSetup>& mode : RateLimiterKind::modes(setup_)) {
      recorder_.play(age_script(mode.setup, 0, kShortAge), "_" + mode.name, mode.setup);
    }
    if (const LimiterArithmetic maths(setup_); maths.r_c_max / maths.tick >= power(kLongestAge)) {
      recorder_.play(long_wait_script(setup_), "_" + mode_, setup_);
    } else {
      recorder_.leave_out("long_wait_" + mode_, "R_c of more than 2^" + std::to_string(kLongestAge) + " ticks");
    }
  }

 private:
  LimiterScript crosses() const {
    LimiterScript script{.name = "crosses", .exercises = "every rate with every event and every R_c before it"};
    for (const RateLimiterInputs& in : RateLimiterKind::directed(setup_)) {
      script.add(in);
    }
    return script;
  }

  void begin(const std::string& name, const std::string& exercises) {
    recorder_.begin(name + "_" + mode_, exercises, setup_);
    out_ = {};
    out_.idle = true;
  }

  // Pins that a cycle does not use carry anything: a block must not look.
  void clock(RateLimiterInputs in) {
    const auto draw = noise_.next();
    if (!in.sent) {
      in.r_l_ticks = static_cast<std::uint32_t>(draw) & ticks_max_;
      in.r_l_subticks = static_cast<std::uint32_t>(draw >> 32) % config_.subticks;
      in.phase = static_cast<std::uint32_t>(draw >> 48) % config_.subticks;
    }
    if (!in.rate_valid) {
      in.r_r = draw >> 16 & config_.r_r_max(form_);
    }
    out_ = recorder_.clock(in);
  }
  void idle(unsigned cycles) {
    for (unsigned n = 0; n < cycles; ++n) {
      clock({});
    }
  }
  // Until the limiter says idle, and a cycle more.
  void wait(unsigned at_most) {
    for (unsigned n = 0; n < at_most; ++n) {
      clock({});
      if (out_.idle) {
        break;
      }
    }
    clock({});
  }
  void packet(std::uint64_t subticks, unsigned phase) {
    RateLimiterInputs in;
    put_packet(in, subticks, phase);
    clock(in);
  }
  void rate(std::uint64_t r_r) {
    RateLimiterInputs in;
    in.rate_valid = true;
    in.r_r = std::min(r_r, config_.r_r_max(form_));
    clock(in);
  }
  void packet_and_rate(std::uint64_t subticks, unsigned phase, std::uint64_t r_r) {
    RateLimiterInputs in;
    put_packet(in, subticks, phase);
    in.rate_valid = true;
    in.r_r = std::min(r_r, config_.r_r_max(form_));
    clock(in);
  }
  void put_packet(RateLimiterInputs& in, std::uint64_t subticks, unsigned phase) const {
    in.sent = true;
    in.r_l_ticks = static_cast<std::uint32_t>(std::min<std::uint64_t>(subticks / config_.subticks, ticks_max_));
    in.r_l_subticks = static_cast<std::uint32_t>(subticks % config_.subticks);
    in.phase = std::min(phase, config_.subticks - 1);
  }

  // R_r for C/2^k.
  std::uint64_t stage(unsigned k) const {
    return form_ == RateForm::kStage ? k : ((std::uint64_t{1} << k) - 1) << config_.factor_frac;
  }
  // Every stage, or for the factor each bit alone, all bits below it, and all.
  std::vector<std::uint64_t> every_rate() const {
    std::vector<std::uint64_t> list;
    const std::uint64_t max = config_.r_r_max(form_);
    if (form_ == RateForm::kStage) {
      for (std::uint64_t k = 0; k <= max; ++k) {
        list.push_back(k);
      }
      return list;
    }
    list.push_back(0);
    for (std::uint64_t bit = 1; bit <= max; bit <<= 1) {
      list.push_back(bit);
      list.push_back(2 * bit - 1);
    }
    return list;
  }
  std::uint64_t tick() const { return config_.subticks; }

  void reset() {
    begin("reset", "reset in mid-count, with a packet and a rate on the pins, for one and for three cycles");
    const std::uint64_t top = config_.r_r_max(form_);
    for (const unsigned cycles : {1U, 3U}) {
      rate(stage(3));
      packet(5 * tick() + 7, 1);
      idle(2);
      for (unsigned n = 0; n < cycles; ++n) {
        RateLimiterInputs in;
        put_packet(in, 3 * tick(), 0);
        in.rst_n = false;
        in.rate_valid = true;
        in.r_r = top;
        clock(in);
      }
      idle(2);
      packet(tick(), 0);  // R_r is 0 again: no gap
      rate(1);
      wait(4);
    }
    rate(stage(1));
    packet(2 * tick(), 0);
    idle(1);
    RateLimiterInputs in;
    in.rst_n = false;
    clock(in);
    idle(2);
    rate(stage(1));  // R_l is 0, too: nothing to clamp to
    idle(2);
  }

  void rates() {
    begin("rates", "every stage, or every bit of the factor: short packets, the longest packet");
    unsigned n = 0;
    for (const std::uint64_t r_r : every_rate()) {
      rate(r_r);
      packet((1 + n % 3) * tick() + n % tick(), n % 5);
      wait(5);
      packet(std::uint64_t{ticks_max_} * tick() + n % tick(), 0);
      idle(2);
      rate(n % 2 == 0 ? 0 : r_r / 2);
      idle(1);
      ++n;
      if (n % 4 == 0) {  // what is left is owed for ever otherwise
        RateLimiterInputs in;
        in.rst_n = false;
        clock(in);
      }
    }
  }

  void roundings() {
    begin("rounding", "R_l of 0, 1, 2, the most but one and the most ticks, with subticks at each boundary");
    const std::uint64_t half = (tick() + 1) / 2;
    rate(stage(1));
    for (const std::uint64_t ticks : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2},
                                      std::uint64_t{ticks_max_} - 1, std::uint64_t{ticks_max_}}) {
      for (const std::uint64_t sub : {std::uint64_t{0}, std::uint64_t{1}, half - 1, half, half + 1, tick() - 1}) {
        packet(ticks * tick() + std::min(sub, tick() - 1), static_cast<unsigned>(sub));
        wait(3);
        packet_and_rate(0, 0, 0);
        rate(stage(1));
      }
    }
  }

  void boundaries() {
    begin("boundary", "R_c one subtick below, at and above one and two ticks; what is left carried to the next packet");
    for (const std::uint64_t gap : {tick() - 1, tick(), tick() + 1, 2 * tick() - 1, 2 * tick(), 2 * tick() + 1}) {
      for (const unsigned phase : {0U, 1U, config_.subticks / 2, config_.subticks - 1}) {
        rate(stage(1));
        packet(gap, phase);
        wait(4);
        packet(gap, phase);  // with what is left
        wait(4);
        packet(tick() / 2, phase);
        packet(tick() / 2, phase);  // one after the other
        wait(4);
        packet_and_rate(tick(), phase, 0);
        idle(1);
      }
    }
  }

  void raises() {
    begin("raise", "rates raised, lowered and kept while R_c counts, at each moment; with a packet in the same cycle");
    for (unsigned delay = 0; delay < 8; ++delay) {
      for (const unsigned to : {0U, 1U, 2U, 3U}) {
        rate(stage(2));
        packet(2 * tick() + (delay % 2 == 0 ? 0 : 7), 0);
        idle(delay);
        rate(stage(to));
        idle(2);
        packet_and_rate(tick() + 1, 1, stage(2));
        rate(stage(to) + 1);
        wait(6);
        packet_and_rate(0, 0, 0);
      }
    }
  }

  void saturation() {
    begin("saturation", "R_c at its most: loaded, loaded on top, counted down, clamped to something small");
    const std::uint64_t longest = std::uint64_t{ticks_max_} * tick() + tick() - 1;
    const std::uint64_t top = config_.r_r_max(form_);
    packet_and_rate(longest, 0, top);
    idle(3);
    packet(longest, config_.subticks - 1);
    idle(2);
    packet(0, 0);
    idle(2);
    packet(longest, 0);
    rate(top - 1);
    idle(2);
    rate(stage(1));
    idle(2);
    rate(0);
    wait(3);
    for (unsigned k = 1; k <= (form_ == RateForm::kStage ? config_.stage * 7 : config_.factor_int); ++k) {
      packet_and_rate(longest >> k % 3, k % config_.subticks, std::min(stage(k), top));  // one after another
    }
    idle(3);
    // Products just above each power of two that R_c does not hold: a product that lost its top bit would be small.
    const std::uint64_t ticks_only = longest - longest % tick();
    for (unsigned bit = config_.r_c + config_.factor_frac; form_ == RateForm::kFixedPoint && bit < 63; ++bit) {
      const std::uint64_t r_r = ((std::uint64_t{1} << bit) + ticks_only - 1) / ticks_only;
      if (r_r <= top) {
        clock({.rst_n = false});
        packet_and_rate(ticks_only, 0, r_r);
        idle(1);
      }
    }
  }

  void packets(BitRate line) {
    begin(
        "packets_" + std::to_string(line.count() / 1'000'000) + "mbps",
        "frames of 64 to 9216 bytes on a line of " + std::to_string(line.count() / 1'000'000) + " Mbps, stages 0 to 5");
    for (const unsigned bytes : vector_packet_sizes()) {
      const std::uint64_t transmission_ps =
          std::uint64_t{bytes} * 8 * 1'000'000'000'000U / static_cast<std::uint64_t>(line.count());
      const std::uint64_t subticks = transmission_ps * tick() / static_cast<std::uint64_t>(config_.period.count());
      for (const unsigned k : {0U, 1U, 2U, 5U}) {
        rate(stage(k));
        packet(subticks, bytes * 7 % config_.subticks);
        wait(k == 1 && bytes < 128 ? 45 : 3);
        packet(subticks, bytes * 11 % config_.subticks);
        idle(1);
      }
      RateLimiterInputs in;
      in.rst_n = false;
      clock(in);
    }
  }

  void random(std::uint64_t cycles) {
    if (cycles == 0) {
      return;
    }
    begin("random", "constrained random: coincidences, boundaries, resets in mid-flight");
    recorder_.random(options_.seed, setup_, cycles);
  }

  RateLimiterSetup setup_;  // of the mode that is played
  RateForm form_;
  RateLimiterConfig config_;  // its widths
  const VectorOptions& options_;
  VectorRecorder<RateLimiterKind>& recorder_;
  RandomStream noise_;
  std::uint32_t ticks_max_;
  std::string mode_;
  RateLimiterOutputs out_;
};

}  // namespace

void RateLimiterKind::play(const Setup& setup, const VectorOptions& options,
                           VectorRecorder<RateLimiterKind>& recorder) {
  LimiterVectors(setup, options, recorder).all_modes();
}

}  // namespace weir::cosim
