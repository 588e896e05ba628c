// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Links only with a SystemC library that was built for the same SC_CPLUSPLUS.

#include <systemc>

int sc_main(int, char**) { return sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME ? 0 : 1; }
