// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The place in the address map of values that the bank does not keep: which number the value at an address has. A row is an
// array of elements of one size whose bytes are a power of two, and which begins at a multiple of them. See port_registers.md.
module register_values #(
  parameter int ADDRESS_W = 12,
  parameter int NUMBER_W  = 1,
  parameter int PORT      = 0,
  parameter int ROWS      = 1,
  // The first row uppermost: address for port 0, bytes from a port to the next, log2 of the bytes of the row, whether elements
  // have 8 bytes, number of the first element.
  parameter logic [ROWS*96-1:0] TABLE = {32'h0, 32'h4, 8'd2, 8'd0, 16'd0}
) (
  input  logic [ADDRESS_W-1:0] address_i,
  output logic                 here_o,   // the address is that of a word of a value
  output logic                 wide_o,   // of more than 32 bits
  output logic                 high_o,   // the upper word of these
  output logic [NUMBER_W-1:0]  number_o  // else 0
);
  logic [ROWS-1:0]          here, wide;
  logic [ROWS*NUMBER_W-1:0] numbers;

  for (genvar r = 0; r < ROWS; r = r + 1) begin : g_row
    localparam logic [95:0] ROW = TABLE[(ROWS-1-r)*96+:96];
    localparam logic [31:0] SIZE = 32'(ROW[31:24]);
    localparam logic        WIDE = ROW[16];
    localparam logic [ADDRESS_W-1:0] PLACE  = ADDRESS_W'(ROW[95:64] + PORT * ROW[63:32]);
    localparam logic [ADDRESS_W-1:0] WITHIN = ADDRESS_W'((33'h1 << SIZE) - 33'h1);

    assign here[r] = address_i[1:0] == '0 && address_i >> SIZE == PLACE >> SIZE;
    assign wide[r] = WIDE && here[r];
    assign numbers[r*NUMBER_W+:NUMBER_W] =
        here[r] ? NUMBER_W'(ROW[15:0]) + NUMBER_W'((address_i & WITHIN) >> (WIDE ? 3 : 2)) : '0;
  end

  register_or #(.WORDS(ROWS), .WIDTH(NUMBER_W)) i_number (.words_i(numbers), .any_o(number_o));
  assign here_o = |here;
  assign wide_o = |wide;
  assign high_o = wide_o && address_i[2];
endmodule

`default_nettype wire
