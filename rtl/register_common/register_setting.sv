// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A register that software reads and writes, or an array of them, with its place in the address map. A word is written where
// nothing is written to bits above the register's width, else it is refused and stays. See port_registers.md.
module register_setting #(
  parameter int ADDRESS_W = 12,
  parameter int ADDRESS   = 0,   // of the first element
  parameter int WIDTH     = 32,  // of an element, 1 to 64
  parameter int ELEMENTS  = 1,
  parameter logic [ELEMENTS*WIDTH-1:0] RESET = '0
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      writes_i,
  input  logic [ADDRESS_W-1:0]      address_i,
  input  logic [31:0]               data_i,
  input  logic [31:0]               bits_i,     // that are written
  output logic                      here_o,     // the address is that of a word of this register
  output logic                      refused_o,  // what is written there does not fit
  output logic [31:0]               word_o,     // at the address; else 0
  output logic [ELEMENTS*WIDTH-1:0] value_o
);
  localparam int WORDS = WIDTH > 32 ? 2 : 1;  // of an element

  logic [ELEMENTS*WORDS-1:0]    here, refused;
  logic [ELEMENTS*WORDS*32-1:0] words;
  logic [ELEMENTS*WIDTH-1:0]    value_q;

  for (genvar w = 0; w < ELEMENTS * WORDS; w = w + 1) begin : g_word
    localparam int LOW  = w % WORDS * 32;
    localparam int BITS = WIDTH - LOW > 32 ? 32 : WIDTH - LOW;
    localparam int AT   = w / WORDS * WIDTH + LOW;
    localparam logic [ADDRESS_W-1:0] PLACE = ADDRESS_W'(ADDRESS + 4 * w);

    assign here[w]         = address_i == PLACE;
    assign refused[w]      = here[w] && (data_i & bits_i) >> BITS != '0;
    assign words[w*32+:32] = here[w] ? 32'(value_q[AT+:BITS]) : '0;

    logic [BITS-1:0] value_d;
    assign value_d = writes_i && here[w] && !refused[w] ? (data_i[BITS-1:0] & bits_i[BITS-1:0]) | (value_q[AT+:BITS] & ~bits_i[BITS-1:0])
                                                        : value_q[AT+:BITS];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) value_q[AT+:BITS] <= RESET[AT+:BITS];
      else value_q[AT+:BITS] <= value_d;
    end
  end

  register_or #(.WORDS(ELEMENTS * WORDS), .WIDTH(32)) i_word (.words_i(words), .any_o(word_o));
  assign here_o    = |here;
  assign refused_o = |refused;
  assign value_o   = value_q;
endmodule

`default_nettype wire
