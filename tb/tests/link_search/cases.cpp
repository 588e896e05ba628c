// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/link_search/cases.h"

#include <cstdint>
#include <utility>

namespace weir::link_search {
namespace {

using llr::BadFrameRule;
using llr::DupInNackSent;
using llr::EchoCheck;
using llr::FrameAction;
using llr::InitData;
using llr::InitSeq;
using ue_cbfc::CfDelta;

// LLR with numbers of `bits` and endless replays. Frames that are offered in INIT and FLUSH wait.
Setup llr_of(unsigned bits, std::uint32_t window) {
  Setup setup;
  setup.llr.seq_bits = bits;
  setup.llr.outstanding_frames_max = window;
  setup.llr.init_data_bits = 1;
  setup.llr.replay_count_bits = 1;
  setup.llr.replay_count_max = 1;
  setup.llr.init_llr_frame_action = FrameAction::kBlock;
  setup.llr.flush_llr_frame_action = FrameAction::kBlock;
  setup.llr.pcs_lost_timeout = llr::LlrConfig::kTick;
  return setup;
}

Setup with_credits(Setup setup, unsigned counter_bits, std::uint32_t limit, std::size_t channels = 1) {
  setup.channels = channels;
  setup.credits.counter_bits = counter_bits;
  setup.credits.cf_update_bits = counter_bits - 1;
  setup.limit = limit;
  return setup;
}
Setup credits_alone(unsigned counter_bits, std::uint32_t limit, std::size_t channels = 1) {
  Setup setup = with_credits(llr_of(2, 1), counter_bits, limit, channels);
  setup.has_llr = false;
  return setup;
}

template <class Change>
Setup changed(Setup setup, Change change) {
  change(setup);
  return setup;
}
Setup flushes(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.flushes = true; });
}
Setup doubles(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.doubles = true; });
}
Setup back_of_one(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.back = 1; });
}
// FLUSH discards, and nobody leads out of it.
Setup discards(Setup setup, bool before_credit) {
  setup.llr.flush_llr_frame_action = FrameAction::kDiscard;
  setup.flushes = true;
  setup.management = false;
  setup.credits.discard_before_credit = before_credit;
  return setup;
}
Setup wires_of_three(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.forward = s.back = 3; });
}
Setup full(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.credits.cf_delta = CfDelta::kFull; });
}
Setup signed_differences(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.credits.cf_delta = CfDelta::kSigned; });
}
Setup rules(Setup setup, BadFrameRule bad, DupInNackSent duplicate) {
  setup.llr.bad_frame_rule = bad;
  setup.llr.dup_in_nack_sent = duplicate;
  return setup;
}
Setup news_first(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.credits.cf_order = ue_cbfc::CfOrder::kNewsFirst; });
}
// Two channels, each with one credit of its own and the other one of a pool of three if it is free.
Setup with_pool(ue_cbfc::SharedMode mode) {
  Setup setup = doubles(credits_alone(4, 3, 2));
  setup.credits.pool_credits = 3;
  setup.share = {.reserved = 1, .mode = mode, .shared_max = 0, .exponent = 0};
  return setup;
}
Setup software(Setup setup, Software what) {
  setup.software = what;
  return setup;
}
Setup not_retried(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.credits.cc_update_eligible = false; });
}
Setup cured(Setup setup, CcCure cure) {
  return changed(not_retried(std::move(setup)), [cure](Setup& s) { s.cc_cure = cure; });
}
Setup without_cc_updates(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.cc_updates = false; });
}
// Of the credits only this is judged.
Setup only_buffer(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.judges_counts = false; });
}
Setup only_home(Setup setup) {
  return changed(std::move(setup), [](Setup& s) { s.judges_counts = s.judges_buffer = false; });
}

std::vector<Case> llr_that_holds() {
  const auto starts_off = [](Setup& s) { s.starts_off = true; };
  const Setup any_number = changed(llr_of(2, 3), [](Setup& s) { s.any_number = true; });
  const Setup any = rules(llr_of(3, 7), BadFrameRule::kAny, DupInNackSent::kResume);
  const Setup silent = rules(llr_of(3, 4), BadFrameRule::kExpected, DupInNackSent::kSilent);
  return {
      {"llr_2", "numbers of 2 bits, window of all but one", llr_of(2, 3)},
      {"llr_2_doubles", "the same, with doubled sets", doubles(llr_of(2, 3))},
      {"llr_2_any_number", "the same, where damage changes the number, too", any_number},
      {"llr_2_half_flush", "numbers of 2 bits, window of half, with FLUSH at any time, from the first INIT on",
       changed(flushes(llr_of(2, 2)), starts_off)},
      {"llr_3_half", "numbers of 3 bits, window of half", llr_of(3, 4)},
      {"llr_3_half_silent", "window of half, `dup_in_nack_sent = silent`", silent},
      {.name = "llr_2_flush",
       .what = "numbers of 2 bits, window of all but one, with FLUSH at any time, from the first INIT on",
       .setup = changed(flushes(llr_of(2, 3)), starts_off),
       .depth = Depth::kDeep},
      {.name = "llr_3",
       .what = "numbers of 3 bits, window of all but one",
       .setup = llr_of(3, 7),
       .depth = Depth::kDeep},
      {.name = "llr_3_any",
       .what = "window of all but one, `bad_frame_rule = any`",
       .setup = any,
       .depth = Depth::kDeep},
      {.name = "llr_3_half_flush",
       .what = "numbers of 3 bits, window of half, with FLUSH",
       .setup = flushes(llr_of(3, 4)),
       .depth = Depth::kDeep},
      {.name = "llr_4_quarter",
       .what = "numbers of 4 bits, window of a quarter",
       .setup = llr_of(4, 4),
       .depth = Depth::kDeep},
      {.name = "llr_4_half", .what = "numbers of 4 bits, window of half", .setup = llr_of(4, 8), .depth = Depth::kDeep},
      {.name = "llr_3_wires",
       .what = "numbers of 3 bits, window of half, 3 items a wire",
       .setup = wires_of_three(llr_of(3, 4)),
       .depth = Depth::kDeep},
      {.name = "llr_4",
       .what = "numbers of 4 bits, window of all but one",
       .setup = llr_of(4, 15),
       .depth = Depth::kDeepest},
      {.name = "llr_3_flush",
       .what = "numbers of 3 bits, window of all but one, with FLUSH",
       .setup = flushes(llr_of(3, 7)),
       .depth = Depth::kDeepest},
  };
}

std::vector<Case> credits_that_hold() {
  const Setup llr = with_credits(llr_of(2, 1), 3, 1);
  const auto best_effort = [](Setup& s) {
    s.llr.init_llr_frame_action = s.llr.flush_llr_frame_action = FrameAction::kBestEffort;
  };
  const Setup mixed = changed(flushes(back_of_one(llr)), best_effort);
  const Setup mixed_two = changed(flushes(back_of_one(with_credits(llr_of(2, 2), 3, 1))), best_effort);
  const Setup sai = changed(only_home(back_of_one(with_credits(llr_of(2, 1), 4, 1))),
                            [](Setup& s) { s.credits = ue_cbfc::with_profile(s.credits, ue_cbfc::Profile::kSai); });
  return {
      {"cbfc", "credits without LLR: counters of 3 bits, limit 1, doubled messages", doubles(credits_alone(3, 1))},
      {"cbfc_two", "the same, two channels", doubles(credits_alone(3, 1, 2))},
      {"cbfc_two_news", "the same, `cf_order = news_first`", news_first(doubles(credits_alone(3, 1, 2)))},
      {"cbfc_4_bits", "counters of 4 bits, limit 3", doubles(credits_alone(4, 3))},
      {"cbfc_full", "counters of 3 bits, limit 3, `cf_delta = full`", doubles(full(credits_alone(3, 3)))},
      {"cbfc_pool", "two channels, a pool of 3 credits, 1 reserved for each, 1 shared by `dynamic`, exponent 0",
       with_pool(ue_cbfc::SharedMode::kDynamic)},
      {"cbfc_llr_back", "credits over LLR: limit 1, numbers of 2 bits, window 2; one set at a time on the way back",
       back_of_one(with_credits(llr_of(2, 2), 3, 1))},
      {"cbfc_llr_flush", "the same, window 1, with FLUSH", flushes(back_of_one(llr))},
      {"cbfc_setup", "a channel is set up anew while it runs, window 1", software(llr, Software::kSetsUp)},
      {"cbfc_setup_first", "a best-effort channel is set up", software(llr, Software::kSetsUpFirst)},
      {"cbfc_setup_two", "without LLR, beside another channel", software(credits_alone(3, 1, 2), Software::kSetsUp)},
      {"cbfc_removal", "a channel is taken out of use, without LLR", software(credits_alone(3, 1), Software::kRemoves)},
      {"cbfc_discard", "a link that stays in FLUSH and discards, window 1", discards(back_of_one(llr), true)},
      {"cbfc_heals", "`cc_update_eligible = 0` with signed differences: only whether all comes home", sai},
      {"cc_acknowledged", "`cc_update_eligible = 0`, CC_Updates say the credits of acknowledged frames alone",
       doubles(cured(with_credits(llr_of(2, 2), 3, 1), CcCure::kAcknowledged))},
      {"cc_acknowledged_flush", "the same, window 1, with FLUSH; one set at a time on the way back",
       doubles(flushes(back_of_one(cured(llr, CcCure::kAcknowledged))))},
      {"no_cc_update_llr", "credits over LLR without CC_Update, no FLUSH",
       without_cc_updates(with_credits(llr_of(2, 2), 3, 1))},
      {.name = "cbfc_full_two",
       .what = "two channels, limit 3, `cf_delta = full`",
       .setup = doubles(full(credits_alone(3, 3, 2))),
       .depth = Depth::kDeep},
      {.name = "cbfc_llr",
       .what = "credits over LLR: limit 1, numbers of 2 bits, window 2",
       .setup = with_credits(llr_of(2, 2), 3, 1),
       .depth = Depth::kDeep},
      {.name = "cbfc_llr_three",
       .what = "credits over LLR: counters of 4 bits, limit 3, window 2",
       .setup = back_of_one(with_credits(llr_of(2, 2), 4, 3)),
       .depth = Depth::kDeep},
      {.name = "cbfc_llr_flush_two",
       .what = "credits over LLR, window 2, with FLUSH",
       .setup = flushes(back_of_one(with_credits(llr_of(2, 2), 3, 1))),
       .depth = Depth::kDeep},
      {.name = "cbfc_mixed",
       .what = "frames go as best effort in INIT and FLUSH, window 1",
       .setup = mixed,
       .depth = Depth::kDeep},
      {.name = "cbfc_llr_3",
       .what = "credits over LLR: numbers of 3 bits, window of half",
       .setup = back_of_one(with_credits(llr_of(3, 4), 3, 1)),
       .depth = Depth::kDeepest},
      {.name = "cbfc_mixed_two",
       .what = "frames go as best effort in INIT and FLUSH, window 2",
       .setup = mixed_two,
       .depth = Depth::kDeepest},
  };
}

std::vector<Case> llr_that_fails() {
  const Setup window = changed(llr_of(2, 4), [](Setup& s) { s.judges_home = false; });
  const Setup sai = rules(llr_of(2, 2), BadFrameRule::kAny, DupInNackSent::kSilent);
  const Setup silent = rules(llr_of(2, 3), BadFrameRule::kExpected, DupInNackSent::kSilent);
  const auto goes_on = [](Setup setup) {
    return changed(std::move(setup), [](Setup& s) { s.new_frames_help = true; });
  };
  const Setup no_idle = changed(llr_of(2, 3), [](Setup& s) { s.llr.idle_ack = false; });
  const Setup flush = flushes(llr_of(2, 3));
  const Setup constant = changed(flush, [](Setup& s) { s.llr.init_data = InitData::kConstant; });
  const Setup seq = changed(flush, [](Setup& s) { s.llr.echo_check = EchoCheck::kSeq; });
  const Setup seq_zero = changed(seq, [](Setup& s) { s.llr.init_seq = InitSeq::kZero; });
  const Setup none = changed(flush, [](Setup& s) { s.llr.echo_check = EchoCheck::kNone; });
  const Setup a2 = changed(llr_of(2, 3), [](Setup& s) { s.wrong_number = true; });
  const Setup a3 = changed(llr_of(2, 3), [](Setup& s) { s.wrong_set = true; });
  return {
      {"window", "window of all numbers", window, Wrong::kInvariant, 8},
      {"sai", "`profile = \"sai\"`: `bad_frame_rule = any`, `dup_in_nack_sent = silent`, window of half", sai,
       Wrong::kStops, 7},
      {"sai_goes_on", "the same, while new frames are sent as long as the window is open", goes_on(sai), Wrong::kStops,
       9},
      {"silent", "`dup_in_nack_sent = silent`, window of all but one", silent, Wrong::kStops, 11},
      {"no_idle_ack", "`idle_ack = 0`", no_idle, Wrong::kStops, 4},
      {"init_data_constant", "`init_data = constant`", constant, Wrong::kFreed, 24},
      {"echo_seq", "`echo_check = seq`", seq, Wrong::kFreed, 24},
      {"echo_seq_zero", "`echo_check = seq`, `init_seq = zero`", seq_zero, Wrong::kFreed, 17},
      {"echo_none", "`echo_check = none`", none, Wrong::kFreed, 20},
      {"a2", "assumption A2 taken away: a damaged number is believed", a2, Wrong::kSkipped, 4},
      {"a3", "assumption A3 taken away: a damaged set is believed", a3, Wrong::kFreed, 3},
  };
}

std::vector<Case> credits_that_fail() {
  const Setup over_llr = with_credits(llr_of(2, 2), 3, 1);
  const Setup sai_order = changed(credits_alone(3, 1), [](Setup& s) {
    s.credits.vc_init_order = ue_cbfc::VcInitOrder::kSai;
    s.software = Software::kSetsUp;
  });
  return {
      {"cc_update", "`cc_update_eligible = 0`: the buffer overflows", only_buffer(not_retried(over_llr)),
       Wrong::kOverflow, 11},
      {"cc_update_counts", "the same: R_CC passes S_CC", not_retried(over_llr), Wrong::kCounts, 7},
      {"cc_update_stays", "`cc_update_eligible = 0`, `cc_rule = forward`, window 1: only whether all comes home",
       only_home(not_retried(with_credits(llr_of(2, 1), 3, 1))), Wrong::kStops, 8},
      {"cc_update_stays_two", "`cc_update_eligible = 0`, `cc_rule = forward`, window 2: only whether all comes home",
       only_home(not_retried(over_llr)), Wrong::kStops, 8, true, Depth::kDeep},
      {"discard_after", "`discard_before_credit = 0`: only whether FLUSH discards all frames",
       only_home(discards(back_of_one(with_credits(llr_of(2, 1), 3, 1)), false)), Wrong::kStops, 2},
      {"order_sai", "`vc_init_order = sai` with credits in use", only_buffer(sai_order), Wrong::kOverflow, 12},
      {"cf_half", "`cf_delta = half`, limit of half the numbers of a CF_Update", credits_alone(3, 2), Wrong::kStops, 4},
      {"cf_full", "`cf_delta = full`, limit of all numbers of a CF_Update", full(credits_alone(3, 4)), Wrong::kStops,
       8},
      {"cf_signed", "`profile = \"sai\"`: `cf_delta = signed`, limit of half the numbers of a CF_Update",
       only_home(signed_differences(credits_alone(3, 2))), Wrong::kStops, 4},
      {"no_cc_update", "without CC_Update and without LLR", without_cc_updates(credits_alone(3, 1)), Wrong::kStops, 2},
      {"no_cc_update_flush", "without CC_Update, over LLR with FLUSH",
       without_cc_updates(flushes(back_of_one(with_credits(llr_of(2, 1), 3, 1)))), Wrong::kStops, 3},
      {"cc_send_acks", "`cc_update_eligible = 0`, CC_Updates are heeded in SEND_ACKS only: the buffer overflows",
       only_buffer(cured(over_llr, CcCure::kSendAcks)), Wrong::kOverflow, 11},
  };
}

}  // namespace

std::vector<Case> cases() {
  std::vector<Case> all;
  for (std::vector<Case> some : {llr_that_holds(), credits_that_hold(), llr_that_fails(), credits_that_fail()}) {
    for (Case& one : some)
      all.push_back(std::move(one));
  }
  return all;
}

bool as_wanted(const Case& one, const Found& found) {
  if (one.wrong == Wrong::kNothing)
    return found.wrong == Wrong::kNothing && found.complete == one.complete;
  return found.wrong == one.wrong && found.to_there == one.moves && found.no_way_home == (one.wrong == Wrong::kStops);
}

}  // namespace weir::link_search
