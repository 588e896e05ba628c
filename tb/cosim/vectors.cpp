// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/vectors.h"

namespace weir::cosim {

using reference::RateForm;

std::span<const VectorBlock> vector_blocks() {
  static const std::vector<VectorBlock> kBlocks = {
      {"rate_limiter_stage", "countdown rate limiter, rates C/2^k: a shifter and a subtractor",
       [](const VectorOptions& options) { return make_rate_limiter_vectors(RateForm::kStage, options); }},
      {kRateLimiterStageLookahead.block, "the stage form for a faster clock: a pipeline of five cycles before R_c",
       [](const VectorOptions& options) {
         return make_rate_limiter_vectors(RateForm::kStage, options, &kRateLimiterStageLookahead);
       }},
      {"rate_limiter_fixed_point", "countdown rate limiter, any rate: a fixed-point factor",
       [](const VectorOptions& options) { return make_rate_limiter_vectors(RateForm::kFixedPoint, options); }},
      {"stage_comparator_threshold", "VIQ depth to stage: N comparators and a priority encoder",
       [](const VectorOptions& options) { return make_stage_comparator_vectors(options); }},
      {kStageComparatorThresholdPipelined.block, "the threshold form for a faster clock: four cycles more",
       [](const VectorOptions& options) {
         return make_stage_comparator_vectors(options, &kStageComparatorThresholdPipelined);
       }},
      {"stage_comparator_leading_zero", "VIQ depth to stage where Bm - B1 is a power of two: an adder and an encoder",
       make_leading_zero_vectors},
  };
  return kBlocks;
}

std::span<const unsigned> vector_packet_sizes() {
  static constexpr unsigned kSizes[] = {64, 65, 127, 128, 256, 512, 1000, 1024, 1500, 1518, 4096, 9000, 9216};
  return kSizes;
}

}  // namespace weir::cosim
