// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of one class of LINEAR of linear_port. Events are those of the port, what the parts are given those of the class.
module linear_port_class_formal #(
  parameter int C         = 0,
  parameter int COUNTER_W = 12
) (
  input logic                 clk_i,
  input logic                 start_i,
  input logic                 ready_i,
  input logic                 sent_valid_i,
  input logic [2:0]           sent_class_i,
  input logic                 admitted_valid_i,
  input logic [2:0]           admitted_class_i,
  input logic                 released_valid_i,
  input logic [2:0]           released_class_i,
  input logic                 heard_valid_i,
  input logic                 heard_credit_i,
  input logic [2:0]           heard_class_i,
  input logic [COUNTER_W-1:0] heard_fccl_i,
  input logic                 init_i,
  input logic                 period_i,
  input logic                 mac_ready_i,
  input logic                 first_i,           // the lowest class whose message is due
  input logic                 tells_i,
  input logic [2:0]           mac_class_i,
  input logic [COUNTER_W-1:0] mac_fctbs_i,
  input logic [COUNTER_W-1:0] mac_fccl_i,
  input logic                 taken_i,           // the division takes a message
  input logic                 next_i,            // the lowest class whose message waits
  input logic [COUNTER_W-1:0] divides_i,         // what the division is given
  input logic                 rated_i,
  input logic [41:0]          factor_i,
  input logic                 shown_i,
  input logic [COUNTER_W-1:0] shown_remaining_i,
  input logic [41:0]          shown_factor_i,
  input logic [55:0]          shown_wait_i,
  input logic                 lets_i,
  input logic                 kept_i,
  input logic [29:0]          settings_i,
  input logic [29:0]          limiter_settings_i,
  input logic                 limiter_sent_i,
  input logic                 limiter_assigned_i,
  input logic [41:0]          limiter_r_r_i,
  input logic [41:0]          r_r_i,
  input logic [55:0]          r_c_i,
  input logic                 idle_i,
  input logic                 follow_i,
  input logic [5:0]           credits_i,         // sent, admitted, heard, released, take, period
  input logic [COUNTER_W-1:0] fctbs_i,
  input logic [COUNTER_W-1:0] told_fccl_i,
  input logic [COUNTER_W-1:0] available_i,
  input logic [COUNTER_W-1:0] remained_i,        // the register
  input logic                 divided_i,         // the register
  input logic                 counts_i,          // the banks are clocked: of credits, of the limiter
  input logic                 limits_i
);
  logic sent, heard;
  assign sent  = ready_i && sent_valid_i && sent_class_i == 3'(C);
  assign heard = heard_valid_i && heard_credit_i && heard_class_i == 3'(C);

  // The message of the class that came last and is not divided yet; whether the message taken last is of the class; the last rate.
  logic                 waits, last, counted_q, limited_q;
  logic [COUNTER_W+1:0] bank_q;
  logic [41:0]          rate_q;
  logic [COUNTER_W-1:0] remains;
  logic [41:0]          rate;
  always_ff @(posedge clk_i) begin
    if (!ready_i) begin
      waits <= 1'b0;
      last  <= 1'b0;
      rate  <= '0;
    end else begin
      if (taken_i && next_i) waits <= 1'b0;
      if (taken_i) last <= next_i;
      if (heard) begin
        waits   <= 1'b1;
        remains <= heard_fccl_i - fctbs_i;
      end
      if (init_i) waits <= 1'b0;
      if (rated_i && last) rate <= factor_i;
    end
  end

  always_ff @(posedge clk_i) begin
    counted_q <= counts_i || !ready_i;
    limited_q <= limits_i || !ready_i;
    bank_q    <= {kept_i, divided_i, remained_i};
    rate_q    <= r_r_i;
  end

  always_comb begin
    if (!start_i) begin
      o1_lets: assert (lets_i == (sent ? follow_i : idle_i));
      // o2: what the limiter hears, and the rate that it obeys.
      o2_sent: assert (limiter_sent_i == sent);
      o2_assigned: assert (!ready_i || (limiter_assigned_i == (rated_i && last) && (!limiter_assigned_i || limiter_r_r_i == factor_i)));
      o2_settings: assert (limiter_settings_i == settings_i);
      o2_obeyed: assert (!ready_i || r_r_i == rate);
      // o3: a message waits until it is taken or another comes, with what remained when it came.
      o3_waits: assert (!ready_i || kept_i == waits);
      o3_remained: assert (!ready_i || !kept_i || remained_i == remains);
      o3_last: assert (!ready_i || divided_i == last);
      o3_divides: assert (!(taken_i && next_i) || divides_i == remains);
      // o4: what goes to the MAC is the message of the lowest class.
      o4_message: assert (!(tells_i && first_i) || (mac_class_i == 3'(C) && mac_fctbs_i == fctbs_i && mac_fccl_i == told_fccl_i));
      o4_credits: assert (!ready_i || credits_i == {
        sent, admitted_valid_i && admitted_class_i == 3'(C), heard, released_valid_i && released_class_i == 3'(C),
        tells_i && mac_ready_i && first_i, period_i });
      o5_shown: assert (!shown_i || {shown_remaining_i, shown_factor_i, shown_wait_i} == {available_i, r_r_i, r_c_i});
      // o7: a bank has a clock if and only if something of it may change.
      o7_credits: assert (!ready_i || counts_i == (credits_i != '0 || init_i || taken_i));
      o7_bank: assert (!ready_i || counted_q || {kept_i, divided_i, remained_i} == bank_q);
      o7_limiter: assert (!ready_i || limits_i == (sent || (rated_i && divided_i) || (settings_i[0] && !idle_i)));
      o7_rate: assert (!ready_i || limited_q || r_r_i == rate_q);
    end
  end
endmodule

`default_nettype wire
