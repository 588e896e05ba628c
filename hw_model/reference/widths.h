// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the blocks that exist as RTL; blocks with a file of their
// own, *_widths.h, have theirs there. This is the one place: the C++
// configurations default to these constants, and the build reads these files
// and hands the same numbers to the RTL as its parameters, so each line must
// keep the form `inline constexpr unsigned kName = number;`.

#pragma once

namespace weir::reference {

// Rate limiter. A tick is divided in 60 subticks of 20 ps at the default period
// of 1200 ps: the byte time of 10, 25, 40, 50, 100, 200 and 400 Gbps is a whole
// number of them.
inline constexpr unsigned kSubticks = 60;
inline constexpr unsigned kSubtickBits = 6;      // holds 0..59
inline constexpr unsigned kRLTickBits = 14;      // R_l in whole ticks: 19.66 us, a 9216-byte frame at 3.75 Gbps
inline constexpr unsigned kRCBits = 40;          // R_c in subticks: 21.9 s; a 9216-byte frame at 8 Kbps waits 9.2 s
inline constexpr unsigned kStageBits = 5;        // R_r of the stage form: rates C/2^0 .. C/2^31
inline constexpr unsigned kFactorIntBits = 26;   // R_r of the fixed-point form: C/R - 1 up to 2^26, 8 Kbps of 400 Gbps
inline constexpr unsigned kFactorFracBits = 16;  // ... in steps of 2^-16, so that C is approached within 15 ppm

// Class mapper.
inline constexpr unsigned kMapperTtlBits = 8;  // a TTL, or hop limit
inline constexpr unsigned kMapperSource = 2;   // class_source after a reset: the TTL
inline constexpr unsigned kMapperTtl0 = 8;     // ttl0 after a reset

// TCD detector.
inline constexpr unsigned kTcdStampBits = 18;  // ticks of 1.2 ns: spans up to 314 us; T is 200.8 us at 40 Gbps, 4 us

// ITSY causality unit: an entry of 32 bits on the wire.
inline constexpr unsigned kItsyPorts = 4;      // of the switch; small, for counts and strong bits grow with its square
inline constexpr unsigned kItsyCountBits = 8;  // of a pair of ports, in the unit of XON
inline constexpr unsigned kItsySwitchBits = 14;  // S
inline constexpr unsigned kItsyPortBits = 6;     // P
inline constexpr unsigned kItsySeqBits = 8;      // Seq
inline constexpr unsigned kItsyTtlBits = 4;      // TTL - 1: 16 hops
inline constexpr unsigned kItsySums = 1;         // whether it adds up what waits behind several egresses of one check

// FERA's meter: r as its settings have it, T of 1 ms and C of 10 Gbps.
inline constexpr unsigned kFeraPorts = 4;          // that one unit serves
inline constexpr unsigned kFeraPortBits = 6;       // name one
inline constexpr unsigned kFeraRateBits = 24;      // r in units of 2^-23 of the line rate
inline constexpr unsigned kFeraFractionBits = 14;  // F
inline constexpr unsigned kFeraArrivedBits = 24;   // A: what 13 ports send in T
inline constexpr unsigned kFeraIntervalBits = 20;  // T in cycles: 833,333
inline constexpr unsigned kFeraCapacityBits = 21;  // C T in bytes: 1,250,000
inline constexpr unsigned kFeraLengthBits = 14;    // a frame
inline constexpr unsigned kFeraFirst = 419430;     // r after a reset: C/20

// Rate of time-based GFC; its factor is R_r of the fixed-point limiter.
inline constexpr unsigned kLinearCounterBits = 16;  // FCCL and FCTBS
inline constexpr unsigned kLinearBlockShift = 6;    // log2 of a block in bytes

// PFC engine.
inline constexpr unsigned kPfcPrescalerBits = 9;  // of a quantum of 512 bits: a cycle's bits are counted whole

// Ultra Ethernet's credits, both sides.
inline constexpr unsigned kUeVcBits = 5;        // 32 channels
inline constexpr unsigned kUeCounterBits = 20;  // consumed and freed
inline constexpr unsigned kUeWireBits = 15;     // of a count in a CF_Update
inline constexpr unsigned kUeTimerBits = 18;    // 250,000 us between two CC_Updates
inline constexpr unsigned kUeCreditsBits = 9;  // of a frame: 9216 B and an overhead of 127 B in credits of 32 B are 292

// Stage comparator.
inline constexpr unsigned kThresholds = 24;   // GFC's own N is 16..18 for 10..100 Gbps; unused ones are never reached
inline constexpr unsigned kQBits = 24;        // queue depth in bytes: 16 MiB
inline constexpr unsigned kLog2SpanBits = 5;  // leading-zero form: log2(Bm - B1), 0..24

}  // namespace weir::reference
