// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Compares @BLOCK@, cycle by cycle, with weir's C++ model of it, made by weir @VERSION@: a plain class, for benches with
// and without UVM.

package weir_@BLOCK@_scoreboard_pkg;
  import weir_reference_pkg::*;
  import weir_@BLOCK@_pkg::*;

  // The parameters that differ from those the block is built with, as weir_reference_new() takes them.
  localparam string REFERENCE_PARAMETERS = "@REFERENCE_PARAMETERS@";

  // verilator lint_off DECLFILENAME
  class scoreboard;
    bit stop = 1;  // the first difference ends the simulation, by $fatal; 0: differences are counted and printed
    longint unsigned cycles = 0;       // since the first cycle of a reset
    longint unsigned differences = 0;  // cycles that differ
    local chandle model;
    local bit begun = 0;

    function new(string parameters = REFERENCE_PARAMETERS);
      model = weir_reference_new("@BLOCK@", parameters);
      if (model == null) $fatal(1, "@BLOCK@: %s", weir_reference_error());
      if (weir_reference_ports(model, INPUT) != @INPUT_COUNT@ || weir_reference_ports(model, OUTPUT) != @OUTPUT_COUNT@)
        $fatal(1, "@BLOCK@: libweir_reference.so has other ports than this kit; make the kit anew");
@KNOWN@    endfunction

    // Plays one clock cycle: what the block's ports have just before the clock edge. Returns whether the block's outputs
    // are those of the model. Cycles before the first reset are not counted; an unknown bit of an input is 0 for the
    // model, and in a reset excuses the outputs; an unknown bit of an output differs.
    function bit step(in_t in, out_t out);
      out_t wanted;
      if (in.rst_ni === 1'b0) begun = 1;
      if (!begun) return 1;
      cycles = cycles + 1;
@SET@      if (weir_reference_step(model) != 0) begin
        $display("@BLOCK@: cycle %0d: not for this block: %s", cycles - 1, weir_reference_error());
        ended();
        return 0;
      end
@GET@      if (out === wanted || (in.rst_ni === 1'b0 && $isunknown(in))) return 1;
@COMPARE@      ended();
      return 0;
    endfunction

    local function void known(int direction, longint unsigned place, string name, int unsigned bits);
      if (weir_reference_port_name(model, direction, place) != name || weir_reference_port_bits(model, direction, place) != bits)
        $fatal(1, "@BLOCK@: libweir_reference.so has another port than %s of %0d bits; make the kit anew", name, bits);
    endfunction

    local function void ended();
      differences = differences + 1;
      if (stop) $fatal(1, "@BLOCK@: stopped at the first difference, cycle %0d", cycles - 1);
    endfunction
  endclass
  // verilator lint_on DECLFILENAME
endpackage
