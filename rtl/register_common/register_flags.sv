// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Flags that events set and software clears by writing ones, in an element or in an array of them, with their place in the
// address map. An event beside a clear stays. A flag also reads as 1 while its level is high. See port_registers.md.
module register_flags #(
  parameter int ADDRESS_W = 12,
  parameter int ADDRESS   = 0,  // of the first element
  parameter int WIDTH     = 8,  // of an element, 1 to 32
  parameter int ELEMENTS  = 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      writes_i,
  input  logic [ADDRESS_W-1:0]      address_i,
  input  logic [31:0]               data_i,
  input  logic [31:0]               bits_i,     // that are written
  input  logic [ELEMENTS*WIDTH-1:0] set_i,      // events
  input  logic [ELEMENTS*WIDTH-1:0] level_i,
  output logic                      here_o,     // the address is that of an element
  output logic                      refused_o,  // what is written there does not fit
  output logic [31:0]               word_o,     // at the address; else 0
  output logic [ELEMENTS*WIDTH-1:0] value_o     // without levels
);
  logic [ELEMENTS-1:0]       here, refused;
  logic [ELEMENTS*32-1:0]    words;
  logic [ELEMENTS*WIDTH-1:0] value_q, up;
  assign up = value_q | level_i;  // as it reads

  for (genvar e = 0; e < ELEMENTS; e = e + 1) begin : g_element
    localparam logic [ADDRESS_W-1:0] PLACE = ADDRESS_W'(ADDRESS + 4 * e);

    assign here[e]         = address_i == PLACE;
    assign refused[e]      = here[e] && (data_i & bits_i) >> WIDTH != '0;
    assign words[e*32+:32] = here[e] ? 32'(up[e*WIDTH+:WIDTH]) : '0;

    logic [WIDTH-1:0] cleared, value_d;
    assign cleared = writes_i && here[e] && !refused[e] ? data_i[WIDTH-1:0] & bits_i[WIDTH-1:0] : '0;
    assign value_d = (value_q[e*WIDTH+:WIDTH] & ~cleared) | set_i[e*WIDTH+:WIDTH];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) value_q[e*WIDTH+:WIDTH] <= '0;
      else value_q[e*WIDTH+:WIDTH] <= value_d;
    end
  end

  register_or #(.WORDS(ELEMENTS), .WIDTH(32)) i_word (.words_i(words), .any_o(word_o));
  assign here_o    = |here;
  assign refused_o = |refused;
  assign value_o   = value_q;
endmodule

`default_nettype wire
