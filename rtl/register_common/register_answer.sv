// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The bus of a register bank: each request is answered in the next cycle. Values that the bank does not keep come in the cycle
// of the answer; the upper half of a wide one is kept from the read of its lower half to that of its upper half. See
// port_registers.md.
module register_answer #(
  parameter int KEPT     = 1,  // registers that the bank keeps
  parameter int NUMBER_W = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                request_i,
  input  logic                write_i,
  input  logic [3:0]          strobe_i,
  input  logic [KEPT-1:0]     here_i,
  input  logic [KEPT-1:0]     refused_i,
  input  logic [KEPT*32-1:0]  words_i,
  input  logic                value_here_i,
  input  logic                wide_i,
  input  logic                high_i,
  input  logic [NUMBER_W-1:0] number_i,
  input  logic [63:0]         value_i,
  output logic                writes_o,
  output logic [31:0]         bits_o,         // that are written
  output logic                value_reads_o,
  output logic [NUMBER_W-1:0] value_number_o,
  output logic                answers_o,
  output logic                error_o,
  output logic [31:0]         data_o,
  output logic                snapshot_held_o,    // registers: there is a snapshot, or it comes in this cycle
  output logic [NUMBER_W-1:0] snapshot_number_o,
  output logic [31:0]         snapshot_o
);
  logic reads;
  assign reads    = request_i && !write_i;
  assign writes_o = request_i && write_i;
  assign bits_o   = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};

  logic kept, error;
  assign kept  = |here_i;
  assign error = (!kept && (!value_here_i || (write_i && |strobe_i))) || (write_i && |refused_i);

  logic [31:0] word;
  register_or #(.WORDS(KEPT), .WIDTH(32)) i_word (.words_i, .any_o(word));

  // A snapshot begins with the lower half of a value and ends with its upper half.
  logic                held_q, begins, ends;
  logic [NUMBER_W-1:0] held_number_q;
  assign begins         = reads && wide_i && !high_i;
  assign ends           = reads && high_i && held_q && number_i == held_number_q;
  assign value_reads_o  = reads && value_here_i && !ends;
  assign value_number_o = value_reads_o ? number_i : '0;

  // What the answer is made of: a word that is kept, a half of the value that comes now, or the snapshot.
  logic        answers_q, error_q, value_q, high_q, begins_q, ends_q;
  logic [31:0] word_q, snapshot_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answers_q     <= 1'b0;
      error_q       <= 1'b0;
      value_q       <= 1'b0;
      high_q        <= 1'b0;
      begins_q      <= 1'b0;
      ends_q        <= 1'b0;
      held_q        <= 1'b0;
      held_number_q <= '0;
      word_q        <= '0;
      snapshot_q    <= '0;
    end else begin
      answers_q     <= request_i;
      error_q       <= request_i && error;
      value_q       <= value_reads_o;
      high_q        <= high_i;
      begins_q      <= begins;
      ends_q        <= ends;
      held_q        <= begins || (held_q && !ends);
      held_number_q <= begins ? number_i : held_number_q;
      word_q        <= reads ? word : '0;
      snapshot_q    <= begins_q ? value_i[63:32] : snapshot_q;
    end
  end
  assign answers_o = answers_q;
  assign error_o   = error_q;
  assign data_o    = ends_q ? snapshot_q : !value_q ? word_q : high_q ? value_i[63:32] : value_i[31:0];
  assign snapshot_held_o   = held_q;
  assign snapshot_number_o = held_number_q;
  assign snapshot_o        = snapshot_q;
endmodule

`default_nettype wire
