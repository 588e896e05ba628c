# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Opens a view of waveforms in GTKWave, on a screen that nobody sees."""

import subprocess

SCREEN = "-screen 0 1640x1080x24"


def said(folder, script, save_file="waves.gtkw", wave_file="waves.fst", environment=None):
    """What the Tcl script prints, run when the view is open."""
    done = subprocess.run(["xvfb-run", "-a", "-s", SCREEN, "gtkwave", "-a", save_file, "-S", script, wave_file], cwd=folder, env=environment,
                          capture_output=True, text=True, timeout=600, check=True)
    return done.stdout
