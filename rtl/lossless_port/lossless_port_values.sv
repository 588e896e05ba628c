// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The values of the register map that the blocks of a port hold, by the numbers of rtl/port_registers. A read is answered in the
// next cycle, with what the blocks have by then.
module lossless_port_values (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         reads_i,          // of the bank: a value is wanted in the next cycle
  input  logic [8:0]   number_i,
  input  logic [63:0]  value_i,          // the one that was asked for outside
  input  logic [175:0] deficits_i,       // class 0 in the lowest bits
  input  logic [7:0]   asserted_i,
  input  logic [7:0]   told_i,
  input  logic [7:0]   refresh_due_i,
  input  logic [127:0] refresh_timers_i, // class 0 in the highest bits
  input  logic [127:0] pause_timers_i,
  input  logic [8:0]   prescaler_i,
  input  logic         link_up_i,
  output logic         reads_o,          // outside
  output logic [8:0]   number_o,
  output logic [63:0]  value_o
);
  // Eight classes a group, from the deficits on; the groups that the port has, and the one number behind them.
  localparam logic [8:0] FIRST_NUMBER = 9'd339;
  localparam logic [8:0] PRESCALER    = 9'd395;
  localparam logic [8:0] LINK_UP      = 9'd428;
  localparam logic [7:0] HELD         = 8'b0101_1111;

  logic [8:0] place;
  logic       held, single;
  assign place    = number_i - FIRST_NUMBER;
  assign held     = place[8:6] == 3'd0 && HELD[place[5:3]];
  assign single   = number_i == PRESCALER || number_i == LINK_UP;
  assign reads_o  = reads_i && !held && !single;
  assign number_o = reads_o ? number_i : '0;

  // What the read of the cycle before has asked for.
  logic       held_q, prescaler_q, link_up_q;
  logic [5:0] place_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q      <= 1'b0;
      prescaler_q <= 1'b0;
      link_up_q   <= 1'b0;
      place_q     <= '0;
    end else begin
      held_q      <= reads_i && held;
      prescaler_q <= reads_i && number_i == PRESCALER;
      link_up_q   <= reads_i && number_i == LINK_UP;
      place_q     <= place[5:0];
    end
  end

  logic [2:0]  class_q, group_q;
  logic [15:0] of_group;
  assign class_q = place_q[2:0];
  assign group_q = place_q[5:3];
  always_comb begin
    case (group_q)
      3'd1: of_group = 16'(asserted_i[class_q]);
      3'd2: of_group = 16'(told_i[class_q]);
      3'd3: of_group = 16'(refresh_due_i[class_q]);
      3'd4: of_group = refresh_timers_i[{~class_q, 4'd0}+:16];
      default: of_group = pause_timers_i[{~class_q, 4'd0}+:16];
    endcase
  end
  assign value_o = prescaler_q ? 64'(prescaler_i) : link_up_q ? 64'(link_up_i) : !held_q ? value_i
                 : group_q == 3'd0 ? 64'(deficits_i[22*class_q+:22]) : 64'(of_group);
endmodule

`default_nettype wire
