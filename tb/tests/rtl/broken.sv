// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Refused by all three tools: a module that does not exist.
module broken (
  input  logic a_i,
  output logic b_o
);
  no_such_module i_nothing (.a_i, .b_o);
endmodule
