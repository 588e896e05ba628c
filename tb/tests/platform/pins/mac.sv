// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A small MAC: XGMII of 64 bits on one side, AXI4-Stream without FCS on the other. The receiver takes frames that start
// in byte 0 or 4, checks their FCS, and cannot wait for the stream; a bad frame ends with tuser. The transmitter starts
// frames in byte 0, after a gap of at least 12 bytes, appends the FCS, and takes a word whenever tready is high.

module mac (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [63:0] xgmii_rxd_i,
  input  logic [7:0]  xgmii_rxc_i,
  output logic [63:0] m_tdata_o,
  output logic [7:0]  m_tkeep_o,
  output logic        m_tvalid_o,
  output logic        m_tlast_o,
  output logic        m_tuser_o,
  input  logic [63:0] s_tdata_i,
  input  logic [7:0]  s_tkeep_i,
  input  logic        s_tvalid_i,
  input  logic        s_tlast_i,
  output logic        s_tready_o,
  output logic [63:0] xgmii_txd_o,
  output logic [7:0]  xgmii_txc_o
);
  localparam logic [7:0]  Idle      = 8'h07;
  localparam logic [7:0]  Start     = 8'hfb;
  localparam logic [7:0]  Terminate = 8'hfd;
  localparam logic [7:0]  Error     = 8'hfe;
  localparam logic [63:0] Preamble  = 64'hd5555555555555fb;
  localparam logic [31:0] Residue   = 32'hdebb20e3;  // of a frame with its FCS

  // The CRC of IEEE 802.3 behind the first `bytes` bytes of a word.
  function automatic logic [31:0] crc_behind(logic [31:0] crc, logic [63:0] data, logic [3:0] bytes);
    logic [31:0] c;
    c = crc;
    for (int unsigned i = 0; i < 8; i++) begin
      if (i < 32'(bytes)) begin
        c = c ^ {24'b0, data[8*i+:8]};
        for (int unsigned bit_of = 0; bit_of < 8; bit_of++) c = c[0] ? (c >> 1) ^ 32'hedb88320 : c >> 1;
      end
    end
    return c;
  endfunction

  function automatic logic [7:0] first_bytes(logic [3:0] bytes);
    return 8'((9'd1 << bytes) - 9'd1);
  endfunction

  // Receiver. Words are aligned so that each frame starts in byte 0.
  typedef enum logic [1:0] {StRxIdle, StRxPreamble, StRxData, StRxTail} rx_state_e;
  rx_state_e   rx_state_q;
  logic        shifted_q;
  logic [31:0] half_q;
  logic [3:0]  half_control_q;
  logic [63:0] held_q;
  logic        holds_q;
  logic [31:0] rx_crc_q;
  logic        bad_q;
  logic [3:0]  tail_bytes_q;

  logic [63:0] word;
  logic [7:0]  control;
  logic [3:0]  data_bytes;
  logic        ends_well;
  always_comb begin
    word    = shifted_q ? {xgmii_rxd_i[31:0], half_q} : xgmii_rxd_i;
    control = shifted_q ? {xgmii_rxc_i[3:0], half_control_q} : xgmii_rxc_i;
    data_bytes = 4'd8;
    for (int i = 7; i >= 0; i--) if (control[i]) data_bytes = 4'(i);
    ends_well = data_bytes < 4'd8 && word[8*data_bytes[2:0]+:8] == Terminate &&
                crc_behind(rx_crc_q, word, data_bytes) == Residue;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rx_state_q <= StRxIdle;
      {shifted_q, half_q, half_control_q, held_q, holds_q, rx_crc_q, bad_q, tail_bytes_q} <= '0;
      {m_tdata_o, m_tkeep_o, m_tvalid_o, m_tlast_o, m_tuser_o} <= '0;
    end else begin
      half_q         <= xgmii_rxd_i[63:32];
      half_control_q <= xgmii_rxc_i[7:4];
      m_tvalid_o     <= 1'b0;
      m_tlast_o      <= 1'b0;
      m_tuser_o      <= 1'b0;
      m_tdata_o      <= held_q;
      m_tkeep_o      <= 8'hff;
      unique case (rx_state_q)
        StRxPreamble: rx_state_q <= word == Preamble && control == 8'h01 ? StRxData : StRxIdle;
        StRxData: begin
          held_q     <= word;
          holds_q    <= 1'b1;
          m_tvalid_o <= holds_q;
          rx_crc_q   <= crc_behind(rx_crc_q, word, data_bytes);
          if (data_bytes <= 4'd4) begin  // the FCS reaches into the word that is held
            m_tkeep_o  <= first_bytes(data_bytes + 4'd4);
            m_tlast_o  <= 1'b1;
            m_tuser_o  <= !ends_well;
            rx_state_q <= StRxIdle;
          end else if (data_bytes < 4'd8) begin
            bad_q        <= !ends_well;
            tail_bytes_q <= data_bytes - 4'd4;
            rx_state_q   <= StRxTail;
          end
        end
        StRxIdle, StRxTail: begin  // a frame may start while the last word of the one before leaves
          m_tvalid_o <= rx_state_q == StRxTail;
          m_tkeep_o  <= first_bytes(tail_bytes_q);
          m_tlast_o  <= rx_state_q == StRxTail;
          m_tuser_o  <= rx_state_q == StRxTail && bad_q;
          holds_q    <= 1'b0;
          rx_crc_q   <= '1;
          rx_state_q <= StRxIdle;
          if (xgmii_rxc_i[0] && xgmii_rxd_i[7:0] == Start) begin
            shifted_q  <= 1'b0;
            rx_state_q <= xgmii_rxd_i == Preamble && xgmii_rxc_i == 8'h01 ? StRxData : StRxIdle;
          end else if (xgmii_rxc_i[4] && xgmii_rxd_i[39:32] == Start) begin
            shifted_q  <= 1'b1;
            rx_state_q <= StRxPreamble;
          end
        end
      endcase
    end
  end

  // Transmitter.
  typedef enum logic [1:0] {StTxIdle, StTxData, StTxTail} tx_state_e;
  tx_state_e   tx_state_q;
  logic [31:0] tx_crc_q;
  logic [63:0] rest_q;
  logic [7:0]  rest_control_q;
  logic [1:0]  gap_q;

  logic [3:0]   last_bytes;
  logic [127:0] tail;
  logic [15:0]  tail_control;
  logic [31:0]  fcs;
  always_comb begin
    last_bytes = 4'd0;
    for (int i = 0; i < 8; i++) last_bytes = last_bytes + {3'b0, s_tkeep_i[i]};
    fcs          = ~crc_behind(tx_crc_q, s_tdata_i, last_bytes);
    tail         = {16{Idle}};
    tail_control = 16'hffff;
    for (int unsigned i = 0; i < 16; i++) begin
      if (i < 32'(last_bytes)) begin
        tail[8*i+:8]    = s_tdata_i[8*(i%8)+:8];
        tail_control[i] = 1'b0;
      end else if (i < 32'(last_bytes) + 4) begin
        tail[8*i+:8]    = fcs[8*((i-32'(last_bytes))%4)+:8];
        tail_control[i] = 1'b0;
      end else if (i == 32'(last_bytes) + 4) begin
        tail[8*i+:8] = Terminate;
      end
    end
    s_tready_o = tx_state_q == StTxData;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tx_state_q <= StTxIdle;
      {tx_crc_q, rest_q, rest_control_q, gap_q} <= '0;
      xgmii_txd_o <= {8{Idle}};
      xgmii_txc_o <= '1;
    end else begin
      xgmii_txd_o <= {8{Idle}};
      xgmii_txc_o <= '1;
      unique case (tx_state_q)
        StTxIdle: begin
          tx_crc_q <= '1;
          gap_q    <= gap_q == '0 ? '0 : gap_q - 2'd1;
          if (gap_q == '0 && s_tvalid_i) begin
            xgmii_txd_o <= Preamble;
            xgmii_txc_o <= 8'h01;
            tx_state_q  <= StTxData;
          end
        end
        StTxData: begin
          if (!s_tvalid_i) begin
            xgmii_txd_o <= {8{Error}};
          end else if (!s_tlast_i) begin
            xgmii_txd_o <= s_tdata_i;
            xgmii_txc_o <= '0;
            tx_crc_q    <= crc_behind(tx_crc_q, s_tdata_i, 4'd8);
          end else begin
            xgmii_txd_o    <= tail[63:0];
            xgmii_txc_o    <= tail_control[7:0];
            rest_q         <= tail[127:64];
            rest_control_q <= tail_control[15:8];
            gap_q          <= last_bytes > 4'd3 ? 2'd1 : 2'd2;
            tx_state_q     <= last_bytes > 4'd3 ? StTxTail : StTxIdle;
          end
        end
        StTxTail: begin
          xgmii_txd_o <= rest_q;
          xgmii_txc_o <= rest_control_q;
          tx_state_q  <= StTxIdle;
        end
        default: tx_state_q <= StTxIdle;
      endcase
    end
  end
endmodule
