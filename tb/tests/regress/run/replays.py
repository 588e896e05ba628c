# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Stimulus recorded from a running scenario, and replayed: in the C++ model and the Verilated RTL by weir cosim, and under
Icarus by a bench in plain Verilog."""

import json
import subprocess

import weir_run

SOURCES = {
    "tcd_detector": ["rtl/tcd_detector"],
    "llr_tx": ["rtl/llr_tx"],
    "llr_rx": ["rtl/llr_rx"],
    "ue_cbfc_receiver": ["rtl/ue_cbfc_receiver", "rtl/ue_cbfc_common"],
    "ue_cbfc_sender": ["rtl/ue_cbfc_sender", "rtl/ue_cbfc_common"],
    "ib_credits": ["rtl/ib_credits", "rtl/ue_cbfc_common"],
    "pfc_engine": ["rtl/pfc_engine"],
    "egress_scheduler": ["rtl/egress_scheduler", "rtl/rr_common"],
    "viq_admission": ["rtl/viq_admission", "rtl/viq_common"],
    "partition_admission": ["rtl/partition_admission"],
    "partition_admission_memory": ["rtl/partition_admission_memory", "rtl/viq_common"],
    "itsy_causality": ["rtl/itsy_causality"],
    "fera_meter": ["rtl/fera_meter", "rtl/fera_meter_common"],
    "fera_meter_dividing": ["rtl/fera_meter_dividing", "rtl/fera_meter_common"],
    "class_mapper": ["rtl/class_mapper"],
    "gradient_gate": ["rtl/gradient_gate"],
    "linear_rate": ["rtl/linear_rate", "rtl/fera_meter_common"],
    "rr_arbiter": ["rtl/rr_arbiter", "rtl/rr_common"],
    "islip": ["rtl/islip", "rtl/rr_common"],
    "rate_limiter_stage": ["rtl/rate_limiter_stage", "rtl/rate_limiter_common"],
    "rate_limiter_fixed_point": ["rtl/rate_limiter_fixed_point", "rtl/rate_limiter_common"],
    "stage_comparator_threshold": ["rtl/stage_comparator_threshold", "rtl/stage_comparator_common"],
    "stage_comparator_leading_zero": ["rtl/stage_comparator_leading_zero", "rtl/stage_comparator_common"],
}
ROUNDINGS = ["floor", "ceil", "nearest", "residual"]
PARAMETERS = {  # of the RTL, as a recording's header says them
    "subticks": "SUBTICKS", "r_l_ticks": "R_L_TICKS_W", "r_c": "R_C_W", "stage": "STAGE_W",
    "factor_int": "FACTOR_INT_W", "factor_frac": "FACTOR_FRAC_W", "max_thresholds": "THRESHOLDS", "q_bits": "Q_W",
    "stamp_bits": "STAMP_W", "seq_bits": "SEQ_W", "slot_bits": "SLOT_W", "data_bits": "DATA_W", "count_bits": "COUNT_W",
    "length_bits": "LEN_W", "byte_bits": "BYTES_W", "timer_bits": "TIMER_W", "age_bits": "AGE_W",
    "blocks_bits": "BLOCKS_W", "block_shift": "BLOCK_SHIFT", "ports": "PORTS", "port_bits": "PORT_W",
    "classes": "CLASSES", "switch_bits": "SWITCH_W", "ttl_bits": "TTL_W", "sums": "SUMS", "rate_bits": "R_W",
    "fraction_bits": "F_W", "arrived_bits": "A_W", "interval_bits": "T_W", "capacity_bits": "CT_W", "first": "FIRST",
    "viq_bits": "VIQ_W", "cell_bits": "CELL_W", "vc_bits": "VC_W", "counter_bits": "COUNTER_W", "wire_bits": "WIRE_W",
    "credits_bits": "CREDITS_W", "inputs": "INPUTS", "iterations": "ITERATIONS", "lock": "LOCK", "source": "SOURCE",
    "ttl0": "TTL0", "prescaler_bits": "PRESCALER_W", "weight_bits": "WEIGHT_W",
}
# Lines of a header that are no parameter.
ABOUT = {"weir recording 1", "block", "instance", "scenario", "seed", "model_version", "cycles", "period_ps", "rounding", "rate_raise"}


def read_recording(path):
    """(header, columns, rows), rows as lists of numbers that begin with the cycle."""
    header, rows, columns = {}, [], None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            name, _, value = line[2:].partition("=")
            header[name] = value
        elif columns is None:
            columns = line.split(",")
        else:
            rows.append([int(value) for value in line.split(",")])
    return header, columns, rows


def parameters_of(header):
    """The RTL's parameters, by name. A line that this knows nothing of is refused: the block would play with its defaults."""
    unknown = sorted(header.keys() - PARAMETERS.keys() - ABOUT)
    if unknown:
        raise ValueError(f"{header['block']}: {', '.join(unknown)}: no parameter that replays.py knows")
    parameters = {rtl: header[name] for name, rtl in PARAMETERS.items() if name in header}
    if "subticks" in header:
        parameters["SUBTICK_W"] = (int(header["subticks"]) - 1).bit_length()
    return parameters


def bench_of(header, columns, count):
    """A bench in plain Verilog that plays the rows of rows.hex and counts outputs that differ."""
    ports = columns[1:]
    inputs = [port for port in ports if port.endswith("_i") or port == "rst_ni"]
    outputs = [port for port in ports if port not in inputs]
    constants = {"rounding_i": f"2'd{ROUNDINGS.index(header['rounding'])}",
                 "clamp_i": f"1'b{int(header['rate_raise'] == 'clamp')}"} if "rounding" in header else {}
    parameters = ", ".join(f".{name}({value})" for name, value in parameters_of(header).items())
    wires = [f"wire [63:0] {port} = row[{64 * (len(ports) - 1 - at) + 63} -: 64];" for at, port in enumerate(inputs)]
    # tri0: the bits that a narrower port leaves open are 0.
    wires += [f"tri0 [63:0] {port}; wire [63:0] want_{port} = row[{64 * (len(outputs) - 1 - at) + 63} -: 64];"
              for at, port in enumerate(outputs)]
    quiet = "{" + ", ".join("64'd1" if port == "rst_ni" else "64'd0" for port in ports) + "}"
    pins = ", ".join([f".{port}({port})" for port in inputs + outputs] + [f".{p}({v})" for p, v in constants.items()])
    same = " && ".join(f"{port} === want_{port}" for port in outputs)
    return f"""
module bench;
  localparam W = {64 * len(ports)};
  reg [64+W-1:0] rows [0:{count - 1}];
  reg clk = 0;
  reg start = 1;
  integer next = 0, passed = 0, failed = 0;
  reg [63:0] cycle = 0;
  wire now = next < {count} && rows[next][64+W-1 -: 64] == cycle;
  wire [W-1:0] row = now ? rows[next][W-1:0] : {quiet};
  {chr(10).join(wires)}
  wire reset = rst_ni[0] & start;
  {header['block']} #({parameters}) dut (.clk_i(clk), {pins.replace('.rst_ni(rst_ni)', '.rst_ni(reset)')});
  initial begin
    $readmemh("rows.hex", rows);
    #1 start = 0;
    #1 start = 1;
    while (cycle < {header['cycles']}) begin
      #1;
      if (now) begin
        if ({same}) passed = passed + 1;
        else failed = failed + 1;
      end
      clk = 1;
      #1 clk = 0;
      if (now) next = next + 1;
      cycle = cycle + 1;
    end
    $display("%0d passed, %0d failed", passed, failed);
    $finish;
  end
endmodule
"""


def icarus(recording, folder, sources=None):
    """What the bench prints. `sources`: files of the block, by default those of SOURCES."""
    header, columns, rows = read_recording(recording)
    folder.mkdir()
    lines = ["".join(f"{value:016x}" for value in row) for row in rows]
    (folder / "rows.hex").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "bench.v").write_text(bench_of(header, columns, len(rows)), encoding="utf-8")
    sources = sources or [str(file) for place in SOURCES[header["block"]] for file in sorted((weir_run.TOP / place).glob("*.sv"))
                          if not file.stem.endswith(("_formal", "_properties"))]
    subprocess.run(["iverilog", "-g2012", "-s", "bench", "-o", "bench.vvp", "bench.v", *sources], cwd=folder, check=True,
                   capture_output=True)
    return subprocess.run(["vvp", "-n", "bench.vvp"], cwd=folder, check=True, capture_output=True, text=True).stdout


class ReplayTest(weir_run.RunTest):
    def cosim(self, *arguments, status=0):
        done = subprocess.run([self.weir, "cosim", *map(str, arguments)], cwd=self.scratch, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def record(self, scenario, block, *sets, until="400us"):
        run = self.run_weir(scenario, sets=sets, options=["--until", until, "--record", block])
        return run.out / "recording.csv"

    def replay(self, recording):
        header, _, rows = read_recording(recording)
        out = self.new_out()
        self.cosim(header["block"], "--stimulus", recording, "--out", out)
        result = json.loads((out / "cosim.json").read_text(encoding="utf-8"))
        self.assertEqual(result["cycles"], {"directed": 0, "random": 0, "long": 0, "recorded": int(header["cycles"])})
        self.assertEqual(result["outputs_as_recorded"], len(rows))
        printed = icarus(recording, self.new_out())
        self.assertEqual(printed.splitlines()[0], f"{len(rows)} passed, 0 failed")
        return header, rows
